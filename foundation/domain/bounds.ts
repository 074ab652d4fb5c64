// Limits for strings and numbers, and the issues of values in requests that exceed them.
import { invalidInput, type DomainError, type Issue } from '#foundation/domain/errors.ts'

/**
 * The issues of a string of 1 to `max` characters; an absent one has none. Characters are code
 * points, as PostgreSQL counts them: an emoji is two units of a JavaScript string.
 */
export function textIssues(field: string, text: string | null | undefined, max: number): Issue[] {
  if (text === null || text === undefined) return []
  const { length } = Array.from(text)
  if (length >= 1 && length <= max) return []
  return [{ field, reason: `must have 1 to ${max} characters` }]
}

/**
 * A character that is visible on its own. White space, controls, marks and default-ignorable
 * characters are not (these include the joiners and variation selectors of emoji and of Arabic and
 * Indic scripts, which are fine beside a letter). Nor are the blank Braille pattern, note head and
 * hieroglyphs, which Unicode classes as letters or symbols.
 */
const VISIBLE =
  /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{M}\u2800\u{1D159}\u{13441}\u{13442}]/u

/** Like `textIssues`, for a string that people read: it must contain a visible character. */
export function visibleTextIssues(
  field: string,
  text: string | null | undefined,
  max: number,
): Issue[] {
  const isVisible = text === null || text === undefined || VISIBLE.test(text)
  if (isVisible && textIssues(field, text, max).length === 0) return []
  return [{ field, reason: `must have 1 to ${max} characters, and not blanks alone` }]
}

/** Like `visibleTextIssues`, but a wrong length has the reason of `textIssues`. */
export function titleIssues(field: string, text: string, max: number): Issue[] {
  const issues = textIssues(field, text, max)
  if (issues.length > 0 || VISIBLE.test(text)) return issues
  return [{ field, reason: 'must not be blanks alone' }]
}

/**
 * Line ends and other controls, and characters that change the direction of following text:
 * embeddings, overrides and isolates. Direction marks (U+200E, U+200F, U+061C) are allowed: they
 * change nothing, and Hebrew and Arabic keyboards insert them.
 */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u

/** Like `visibleTextIssues`, for a name that appears within other people's text. */
export function nameIssues(field: string, text: string, max: number): Issue[] {
  const issues = visibleTextIssues(field, text, max)
  if (issues.length > 0 || !CONTROL.test(text)) return issues
  return [{ field, reason: 'must not hold control characters' }]
}

/** The issues of a number from `min` to `max`, inclusive. */
export function numberIssues(field: string, value: number, min: number, max: number): Issue[] {
  if (value >= min && value <= max) return []
  return [{ field, reason: `must be from ${min} to ${max}` }]
}

/** The largest Int of GraphQL and integer of PostgreSQL, and the maximum of every balance. */
export const MAX_INT = 2_147_483_647

/** The error for an amount that raises a balance above the maximum. */
export function balanceTooHigh(balance: string): DomainError {
  const reason = `would raise the recipient's ${balance} above ${MAX_INT}`
  return invalidInput([{ field: 'amount', reason }])
}

/** @throws VALIDATION_ERROR with every issue, if there are any */
export function refuseIssues([first, ...rest]: readonly Issue[]): void {
  if (first) throw invalidInput([first, ...rest])
}

/** The issue of a value that is not in a list. */
export function oneOfIssues(field: string, value: string, allowed: readonly string[]): Issue[] {
  return allowed.includes(value) ? [] : [{ field, reason: `must be one of ${allowed.join(', ')}` }]
}
