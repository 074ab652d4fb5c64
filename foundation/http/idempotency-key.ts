// The header Idempotency-Key (draft-ietf-httpapi-idempotency-key-header).
import type { Caller } from '#foundation/auth/caller.ts'
import { invalidInput } from '#foundation/domain/errors.ts'

export const IDEMPOTENCY_KEY = 'Idempotency-Key'
export const MAX_KEY_CHARACTERS = 200

/** A string of RFC 8941: printable ASCII in quotation marks, with `"` and `\` escaped by `\`. */
const QUOTED = /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])+"$/
/** A key without quotation marks, as most clients send it. */
const BARE = /^[\x21\x23-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

/**
 * The key that a caller sent, without its quotation marks; undefined without one.
 * @throws VALIDATION_ERROR for one that is empty, too long or not printable ASCII
 */
export function idempotencyKeyOf({ idempotencyKey: sent }: Caller): string | undefined {
  if (sent === undefined) return undefined
  const isQuoted = QUOTED.test(sent)
  const key = isQuoted ? sent.slice(1, -1).replaceAll(/\\(.)/g, '$1') : sent
  if ((isQuoted || BARE.test(sent)) && key.length <= MAX_KEY_CHARACTERS) return key
  const reason = `must be 1 to ${MAX_KEY_CHARACTERS} printable ASCII characters`
  throw invalidInput([{ field: IDEMPOTENCY_KEY, reason }])
}
