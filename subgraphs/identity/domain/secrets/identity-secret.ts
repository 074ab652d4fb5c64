// The secret from which the authorization server derives refresh tokens and cookies.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Db } from '#foundation/database/database.ts'
import type { DomainSettings } from '#foundation/process/domain-settings.ts'
import type { IdentityTables } from '../../tables.ts'
import { readOrCreate } from './create-secret.ts'
import { readSealed } from './sealed-rows.ts'

const BYTES = 32

/** In the data folder. */
export const SECRET_FILE = 'identity-secret'

export interface SecretContext {
  db: Db<IdentityTables>
  settings: Pick<DomainSettings, 'dataDir' | 'keyEncryptionKeys'>
}

/** The 32 bytes: from the database if KEY_ENCRYPTION_KEY is set, otherwise from the data folder. */
export async function loadIdentitySecret({ db, settings }: SecretContext): Promise<Buffer> {
  const { dataDir, keyEncryptionKeys: keys } = settings
  if (!keys) return readSecretFile(dataDir)
  return Buffer.from(await readSealed({ db, keys }, 'identity-secret'), 'base64url')
}

/**
 * The 32 bytes in `<dataDir>/identity-secret`, stored as base64url; created at first start. @throws for an
 * invalid file
 */
export async function readSecretFile(dataDir: string): Promise<Buffer> {
  const file = join(dataDir, SECRET_FILE)
  const text = await readOrCreate(file, async () => `${await makeSecret()}\n`)
  const secret = Buffer.from(text.trim(), 'base64url')
  if (secret.length === BYTES) return secret
  throw new Error(`${file} must hold ${BYTES} bytes as base64url. Restore the right file.`)
}

/** A new secret as base64url. */
export function makeSecret(): Promise<string> {
  return Promise.resolve(randomBytes(BYTES).toString('base64url'))
}
