// Codes, tokens and cookies: long random values, stored only as SHA-256.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Random bytes as base64url. Use 32 for a secret. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** The stored hash of a random value. The value is long, so a slow hash would add nothing. */
export function sha256(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

/** A value that only the holder of the key can derive from the text, as base64url. */
export function derive(key: Buffer, purpose: string, text: string): string {
  return createHmac('sha256', key).update(`${purpose}\0${text}`).digest('base64url')
}

/** Compares in constant time; false for undefined. */
export function sameHash(left: Buffer | null | undefined, right: Buffer): boolean {
  return left?.length === right.length && timingSafeEqual(left, right)
}
