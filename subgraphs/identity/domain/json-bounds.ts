// How large an object of free-form JSON may be that others send.
import type { Issue } from '#foundation/domain/errors.ts'

const MOST_LEVELS = 8
const MOST_BYTES = 8 * 1024

/** What is wrong with an object, if anything. */
export function jsonIssues(field: string, value: Record<string, unknown>): Issue[] {
  // Depth first: JSON nested too deep could not even be written out to be measured.
  if (!isShallow(value, MOST_LEVELS)) {
    return [{ field, reason: `must not be nested more than ${MOST_LEVELS} levels deep` }]
  }
  if (Buffer.byteLength(JSON.stringify(value)) <= MOST_BYTES) return []
  return [{ field, reason: `must not be larger than ${MOST_BYTES} bytes` }]
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1))
}
