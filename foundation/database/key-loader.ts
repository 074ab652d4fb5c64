// Loads rows by keys of several columns: all keys of one request in one statement.
import DataLoader from 'dataloader'

/**
 * Loads the row of each key, identified by `columns`; undefined for a missing row. `read` takes the distinct
 * keys of one request, and returns at most one row for each, in any order.
 */
export function createKeyLoader<Key extends object, Row extends Key>(
  columns: readonly (keyof Key)[],
  read: (keys: readonly Key[]) => Promise<Row[]>,
): DataLoader<Key, Row | undefined, string> {
  const textOf = (key: Key) => JSON.stringify(columns.map((column) => key[column]))
  const load = async (keys: readonly Key[]) => {
    const rows = new Map((await read(keys)).map((row) => [textOf(row), row]))
    return keys.map((key) => rows.get(textOf(key)))
  }
  return new DataLoader(load, { cacheKeyFn: textOf })
}
