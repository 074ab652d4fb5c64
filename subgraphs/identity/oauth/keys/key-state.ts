// The state of a signing key at a given time, in words.
import { publishedUntil, signingKeyAt, type SigningKey, type SigningKeys } from './signing-keys.ts'

const asIso = (time: Date): string => time.toISOString()

export function keyState(key: SigningKey, keys: SigningKeys, now: Date, timeWords = asIso): string {
  if (key === signingKeyAt(keys, now)) return `signs since ${timeWords(key.signsFrom)}`
  if (key.signsFrom > now) return `next, signs from ${timeWords(key.signsFrom)}`
  // Another key follows, so there is an end.
  return `replaced, published until ${timeWords(publishedUntil(keys, key)!)}`
}
