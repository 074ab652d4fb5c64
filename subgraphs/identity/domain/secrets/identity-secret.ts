// The secret from which the authorization server derives refresh tokens and cookies.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readOrCreate } from './create-secret.ts'

const BYTES = 32

/**
 * The 32 bytes in `<dataDir>/identity-secret`, stored as base64url; created at first start. @throws for an
 * invalid file
 */
export async function loadIdentitySecret(dataDir: string): Promise<Buffer> {
  const file = join(dataDir, 'identity-secret')
  const make = () => Promise.resolve(`${randomBytes(BYTES).toString('base64url')}\n`)
  const secret = Buffer.from((await readOrCreate(file, make)).trim(), 'base64url')
  if (secret.length === BYTES) return secret
  throw new Error(`${file} must hold ${BYTES} bytes as base64url. Restore the right file.`)
}
