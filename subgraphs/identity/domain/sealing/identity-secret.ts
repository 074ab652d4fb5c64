// The secret from which the authorization server derives refresh tokens and cookies.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Db } from '#foundation/database/database.ts'
import type { IdentitySettings } from '../../settings.ts'
import type { IdentityTables } from '../../tables.ts'
import { readOrCreate, type SecretSource } from './create-secret.ts'
import { readSealed } from './sealed-rows.ts'

const BYTES = 32

const secretFile = (dataDir: string) => join(dataDir, 'identity-secret')

export interface SecretContext {
  /** The database, or the transaction of which changes of sealed keys are part. */
  db: Db<IdentityTables>
  settings: Pick<IdentitySettings, 'dataDir' | 'keyEncryptionKeys'>
}

/** The 32 bytes: from the database if KEY_ENCRYPTION_KEY is set, otherwise from the data folder. */
export async function loadIdentitySecret({ db, settings }: SecretContext): Promise<Buffer> {
  const { dataDir, keyEncryptionKeys: keys } = settings
  if (!keys) return readSecretFile(dataDir)
  return Buffer.from(await readSealed({ db, keys }, 'identity-secret'), 'base64url')
}

/** The 32 bytes in `<dataDir>/identity-secret` (base64url), created at first start. @throws for an invalid file */
export async function readSecretFile(dataDir: string): Promise<Buffer> {
  const file = secretFile(dataDir)
  const text = await readOrCreate(file, async () => `${await makeSecret()}\n`)
  const secret = Buffer.from(text.trim(), 'base64url')
  if (secret.length === BYTES) return secret
  throw new Error(`${file} must hold ${BYTES} bytes as base64url. Restore the right file.`)
}

export const IDENTITY_SECRET: SecretSource = {
  name: 'identity-secret',
  file: secretFile,
  read: async (dataDir) => (await readSecretFile(dataDir)).toString('base64url'),
  make: makeSecret,
}

/** A new secret as base64url. */
function makeSecret(): Promise<string> {
  return Promise.resolve(randomBytes(BYTES).toString('base64url'))
}
