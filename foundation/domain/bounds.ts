// Limits for the length of texts and the size of numbers that callers send.
import { invalidInput, type Issue } from '#foundation/domain/errors.ts'

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

/**
 * A character that shows by itself. White space, controls, marks and what Unicode ignores by default
 * do not (joiners and variation selectors of emoji and of Arabic and Indic scripts are among these:
 * beside a letter they are welcome), nor do some that are letters in name alone: the Braille pattern,
 * the note head and the hieroglyphs that are blank.
 */
const VISIBLE =
  /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{M}\u2800\u{1D159}\u{13441}\u{13442}]/u

/** The same of a text that is read by people: blanks alone are not enough. */
export function visibleTextIssues(
  field: string,
  text: string | null | undefined,
  most: number,
): Issue[] {
  const isVisible = text === null || text === undefined || VISIBLE.test(text)
  if (isVisible && textIssues(field, text, most).length === 0) return []
  return [{ field, reason: `must have 1 to ${most} characters, and not blanks alone` }]
}

/** The same for a title; its length is checked like that of any text. */
export function titleIssues(field: string, text: string, most: number): Issue[] {
  const issues = textIssues(field, text, most)
  if (issues.length > 0 || VISIBLE.test(text)) return issues
  return [{ field, reason: 'must not be blanks alone' }]
}

/** What is wrong with a text that must be stored as it was sent: half of a surrogate pair cannot be. */
export function wellFormedIssues(field: string, text: string): Issue[] {
  return text.isWellFormed() ? [] : [{ field, reason: 'must be well-formed Unicode' }]
}

/**
 * Line ends and other controls, and what turns the direction of the text that follows: embeddings,
 * overrides and isolates. The marks of a direction (U+200E, U+200F, U+061C) turn nothing, and keyboards
 * of Hebrew and Arabic insert them.
 */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u

/** The same as `visibleTextIssues` for a name that appears within text of others. */
export function nameIssues(field: string, text: string, most: number): Issue[] {
  const issues = visibleTextIssues(field, text, most)
  if (issues.length > 0 || !CONTROL.test(text)) return issues
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
