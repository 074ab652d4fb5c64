// The secret of the authorization server, which derives its refresh tokens and cookies.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readOrCreate } from './create-secret.ts'

const BYTES = 32

/**
 * The 32 bytes that `<dataDir>/identity-secret` holds as base64url; made at first start.
 * @throws when the file holds something else.
 */
export async function loadIdentitySecret(dataDir: string): Promise<Buffer> {
  const file = join(dataDir, 'identity-secret')
  const make = () => Promise.resolve(`${randomBytes(BYTES).toString('base64url')}\n`)
  const secret = Buffer.from((await readOrCreate(file, make)).trim(), 'base64url')
  if (secret.length === BYTES) return secret
  throw new Error(`${file} must hold ${BYTES} bytes as base64url. Restore the right file.`)
}
