// The bounds of what callers write: texts that are not empty and end, numbers in their range.
import { invalidInput, type Issue } from '#foundation/errors.ts'

/** What gold is counted in: GraphQL's Int. */
export const MOST_GOLD = 2_147_483_647

/** Empty for a text of 1 to `most` characters. */
export function textIssues(field: string, text: string, most: number): Issue[] {
  if (text.length >= 1 && text.length <= most) return []
  return [{ field, reason: `must have 1 to ${most} characters` }]
}

/** Empty for a number from 1 to `most`. */
export function countIssues(field: string, count: number, most: number): Issue[] {
  if (count >= 1 && count <= most) return []
  return [{ field, reason: `must be from 1 to ${most}` }]
}

/** @throws VALIDATION_ERROR that names every issue, when there is one */
export function refuseIssues([first, ...rest]: readonly Issue[]): void {
  if (first) throw invalidInput([first, ...rest])
}
