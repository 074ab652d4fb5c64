// Whether two statements of one text have the same values.

/** Longer lists of values are hardly ever equal. */
const MAX_ITEMS = 20

/** True for the same values in the same order. Lists are compared by their items, up to twenty. */
export function areEqual(some: readonly unknown[], others: readonly unknown[]): boolean {
  if (some.length !== others.length || some.length > MAX_ITEMS) return false
  return some.every((value, at) => {
    const other = others[at]
    return (
      value === other || (Array.isArray(value) && Array.isArray(other) && areEqual(value, other))
    )
  })
}
