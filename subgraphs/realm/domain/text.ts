// How long a text may be.
import { invalidInput, type Issue } from '#foundation/errors.ts'

/** What is wrong with the length of a text, if anything. */
export function wrongLength(field: string, text: string, most: number): Issue[] {
  const { length } = Array.from(text)
  if (text.trim() !== '' && length <= most) return []
  return [{ field, reason: `must have 1 to ${most} characters, and not blanks alone` }]
}

/** @throws VALIDATION_ERROR that names all of them; nothing when there are none */
export function refuseIssues([first, ...rest]: Issue[]): void {
  if (first) throw invalidInput([first, ...rest])
}
