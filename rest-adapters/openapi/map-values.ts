// Changes the values of a record, and keeps its keys.

/** Returns the same keys with changed values. */
export function mapValues<T, U>(
  values: Readonly<Record<string, T>>,
  change: (value: T) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]))
}
