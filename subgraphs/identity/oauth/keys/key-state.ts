// What a signing key is used for at a given time, in words.
import { publishedUntil, signingKeyAt, type SigningKey, type SigningKeys } from './signing-keys.ts'

export function keyState(key: SigningKey, keys: SigningKeys, now: Date): string {
  const signsFrom = key.signsFrom.toISOString()
  if (key === signingKeyAt(keys, now)) return `signs since ${signsFrom}`
  if (key.signsFrom > now) return `next, signs from ${signsFrom}`
  return `replaced, published until ${publishedUntil(keys, key)?.toISOString()}`
}
