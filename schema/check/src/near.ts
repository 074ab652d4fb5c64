// The names that a mistyped one may mean.

/** A sentence that names them, with a space before it; empty where none is near. */
export function didYouMean(name: string, names: readonly string[]): string {
  const near = nearNames(name, names)
  return near.length > 0 ? ` Did you mean ${near.join(', ')}?` : ''
}

/** The names that differ in the fewest letters, and those that have all words of the name in them. */
function nearNames(name: string, names: readonly string[]): string[] {
  const words = name.toLowerCase().split(/\W+/)
  const rated = names
    .map((one) => ({ one, distance: distanceOf(name.toLowerCase(), one.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance)
  const least = Math.min(rated[0]?.distance ?? 0, name.length / 3)
  const near = rated.filter(
    ({ one, distance }) => distance <= least || words.every((word) => one.includes(word)),
  )
  return near.slice(0, 5).map(({ one }) => one)
}

/** How many letters must be added, removed or replaced (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let index = 0; index < one.length; index += 1) {
    const next = [index + 1]
    for (let at = 0; at < other.length; at += 1) {
      const replaced = row[at]! + (one[index] === other[at] ? 0 : 1)
      next.push(Math.min(replaced, row[at + 1]! + 1, next[at]! + 1))
    }
    row = next
  }
  return row.at(-1)!
}
