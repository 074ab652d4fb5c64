// Limits for the size of free-form JSON objects in requests.
import type { Issue } from '#foundation/domain/errors.ts'

const MAX_LEVELS = 8
const MAX_BYTES = 8 * 1024

/** The issues of an object, if any. */
export function jsonIssues(field: string, value: Record<string, unknown>): Issue[] {
  // Checks the depth first, because JSON nested too deep cannot be serialized to measure it.
  if (!isShallow(value, MAX_LEVELS)) {
    return [{ field, reason: `must not be nested more than ${MAX_LEVELS} levels deep` }]
  }
  if (Buffer.byteLength(JSON.stringify(value)) <= MAX_BYTES) return []
  return [{ field, reason: `must not be larger than ${MAX_BYTES} bytes` }]
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1))
}
