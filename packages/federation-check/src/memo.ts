// Caches results that belong to an object.

/** Makes a function that keeps its result for as long as the object lives. */
export function memoized<Key extends object, Result>(
  compute: (key: Key) => Result,
): (key: Key) => Result {
  const known = new WeakMap<Key, { result: Result }>()
  return (key) => {
    const found = known.get(key) ?? { result: compute(key) }
    known.set(key, found)
    return found.result
  }
}

/** Makes a function that computes its result on the first call only. Either several steps need it, or none. */
export function once<T>(find: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined
  return () => (found ??= find())
}

/** True when the pair has been seen before. Records it. */
export function isMet<One, Other>(met: Map<One, Set<Other>>, one: One, other: Other): boolean {
  const known = met.get(one) ?? new Set()
  met.set(one, known)
  return known.size === known.add(other).size
}
