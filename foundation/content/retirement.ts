// Retires items that are missing from content files.
import { sql } from 'kysely'
import type { Transaction } from '#foundation/database/database.ts'
import type { StoredItem } from './kind.ts'

interface Retirable {
  id: string
  retiredAt: Date | null
}

/** The names of the tables whose rows can be retired. */
export type RetirableTable<Tables> = {
  [Name in keyof Tables]: 'retiredAt' extends keyof Tables[Name] ? Name : never
}[keyof Tables] &
  string

/** Retires the rows of these items in their table; rows already retired stay as they are. */
export async function retireRows<Tables>(
  trx: Transaction<Tables>,
  table: RetirableTable<Tables>,
  items: readonly Pick<StoredItem, 'id'>[],
  retiredAt: Date,
): Promise<void> {
  const name: string = table
  await (trx as unknown as Transaction<Record<string, Retirable>>)
    .updateTable(name)
    .set({ retiredAt })
    .where('id', '=', sql<string>`any(${items.map(({ id }) => id)})`)
    .where('retiredAt', 'is', null)
    .execute()
}
