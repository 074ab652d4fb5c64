// What a signing key is used for at a given time, in words.
import { publishedUntil, signingKeyAt, type SigningKey, type SigningKeys } from './signing-keys.ts'

const asIso = (time: Date): string => time.toISOString()

export function keyState(key: SigningKey, keys: SigningKeys, now: Date, timeWords = asIso): string {
  if (key === signingKeyAt(keys, now)) return `signs since ${timeWords(key.signsFrom)}`
  if (key.signsFrom > now) return `next, signs from ${timeWords(key.signsFrom)}`
  // Another one follows it.
  return `replaced, published until ${timeWords(publishedUntil(keys, key)!)}`
}
