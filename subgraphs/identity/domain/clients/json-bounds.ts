// Limits the size of free-form JSON objects in requests.
import type { Issue } from '#foundation/domain/errors.ts'

const MAX_LEVELS = 8
const MAX_BYTES = 8 * 1024

export function jsonIssues(field: string, value: Record<string, unknown>): Issue[] {
  // Depth is checked first, because JSON nested too deeply cannot be serialized to measure its size.
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
