// Whether two statements of one text have the same values.

/** Longer lists of values are hardly ever equal. */
const MAX_ITEMS = 20

/** True for the same values in the same order, in lists of up to twenty. */
export function areEqual(some: readonly unknown[], others: readonly unknown[]): boolean {
  if (some.length !== others.length || some.length > MAX_ITEMS) return false
  return some.every((value, at) => isEqual(value, others[at]))
}

function isEqual(value: unknown, other: unknown): boolean {
  if (value === other) return true
  if (value instanceof Date) return other instanceof Date && Number(value) === Number(other)
  return Array.isArray(value) && Array.isArray(other) && areEqual(value, other)
}
