// Loads rows by keys of several columns: all keys of one request in one statement.
import DataLoader from 'dataloader'
import type { CompiledQuery, Kysely } from 'kysely'
import type { Values } from '#foundation/database/built-once.ts'
import { textOfKey } from '#foundation/database/reads/gathered-keys.ts'
import { rowsByKeys } from '#foundation/database/reads/rows-by-key.ts'

/**
 * Loads the row of each key, identified by `columns`; undefined for a missing row. The statement selects by placeholders
 * that are called like the columns with an `s`, and has `values` for its others.
 */
export function createKeyLoader<Tables, Key extends object, Row extends Key>(
  db: Kysely<Tables>,
  statement: CompiledQuery<Row>,
  columns: readonly (keyof Key & string)[],
  values?: Values,
): DataLoader<Key, Row | undefined, string> {
  const load = async (keys: readonly Key[]) => {
    const rows = await rowsByKeys(db, statement, keys, columns, { values })
    return rows.map(([row]) => row)
  }
  return new DataLoader(load, { cacheKeyFn: (key) => textOfKey(key, columns) })
}
