// The keys of authenticator apps: stored in the database, sealed with the authorization server's secret.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { derive } from '../secrets/random.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The values of the first byte: the rest is plain, or sealed. */
const OPEN = 0
const SEALED = 1

/** Seals a secret for `owner`: copied to another owner's row, it cannot be unsealed. */
export function seal(key: Buffer, owner: string, secret: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, sealingKey(key), nonce)
  cipher.setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([Buffer.of(SEALED), nonce, cipher.getAuthTag(), sealed])
}

/** Stores a demo person's secret unencrypted: it is public, and must be readable in every data folder. */
export function leaveOpen(secret: Buffer): Buffer {
  return Buffer.concat([Buffer.of(OPEN), secret])
}

/** The secret; undefined if it was sealed with another key, or for another owner. */
export function unseal(key: Buffer, owner: string, stored: Buffer): Buffer | undefined {
  const rest = stored.subarray(1)
  if (stored[0] === OPEN) return rest
  const nonce = rest.subarray(0, NONCE_BYTES)
  const tag = rest.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  try {
    const decipher = createDecipheriv(ALGORITHM, sealingKey(key), nonce)
    decipher.setAAD(Buffer.from(owner))
    decipher.setAuthTag(tag)
    return Buffer.concat([
      decipher.update(rest.subarray(NONCE_BYTES + TAG_BYTES)),
      decipher.final(),
    ])
  } catch {
    return undefined
  }
}

function sealingKey(key: Buffer): Buffer {
  return Buffer.from(derive(key, 'seal', ALGORITHM), 'base64url')
}
