// How long a text and how large a number of a caller may be.
import { invalidInput, type Issue } from '#foundation/errors.ts'

/**
 * What is wrong with a text of 1 to `most` characters, if anything; one that is absent is fine.
 * Characters are code points, as PostgreSQL counts them: an emoji is two units of a JavaScript string.
 */
export function textIssues(field: string, text: string | null | undefined, most: number): Issue[] {
  if (text === null || text === undefined) return []
  const { length } = Array.from(text)
  if (length >= 1 && length <= most) return []
  return [{ field, reason: `must have 1 to ${most} characters` }]
}

/** The same of a text that is read by people: blanks alone are not enough. */
export function visibleTextIssues(
  field: string,
  text: string | null | undefined,
  most: number,
): Issue[] {
  if (text?.trim() !== '' && textIssues(field, text, most).length === 0) return []
  return [{ field, reason: `must have 1 to ${most} characters, and not blanks alone` }]
}

/** Line ends and other controls, and what turns the direction of the text that follows. */
const UNSEEN = /[\p{Cc}\u2028-\u202E\u2066-\u2069]/u

/** The same of a name that stands within what others have written. */
export function nameIssues(field: string, text: string, most: number): Issue[] {
  const issues = visibleTextIssues(field, text, most)
  if (issues.length > 0 || !UNSEEN.test(text)) return issues
  return [{ field, reason: 'must not hold control characters' }]
}

/** What is wrong with a number from `least` to `most`, both included, if anything. */
export function numberIssues(field: string, value: number, least: number, most: number): Issue[] {
  if (value >= least && value <= most) return []
  return [{ field, reason: `must be from ${least} to ${most}` }]
}

/** @throws VALIDATION_ERROR that names every issue; nothing when there are none */
export function refuseIssues([first, ...rest]: readonly Issue[]): void {
  if (first) throw invalidInput([first, ...rest])
}
