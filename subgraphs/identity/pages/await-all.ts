// Waits for the members of an object together.

/** `Promise.all` for named values. */
export async function awaitAll<T extends object>(promises: {
  [Name in keyof T]: Promise<T[Name]>
}): Promise<T> {
  const entries = Object.entries(promises).map(async ([name, value]) => [name, await value])
  return Object.fromEntries((await Promise.all(entries)) as [string, unknown][]) as T
}
