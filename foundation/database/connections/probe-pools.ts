// Connections for readiness checks and metrics, which never wait behind requests.
import { CompiledQuery, type Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { SentStatement } from '#foundation/database/connections/service-client.ts'

/** The pools by their databases. */
export const probePools = new WeakMap<object, Pool>()

/** One for readiness checks, and one for a statement of metrics, which may be slow. */
export const PROBE_CONNECTIONS = 2

/** Checks that the database responds. @throws if not */
export async function checkDatabase<Tables>(db: Kysely<Tables>): Promise<void> {
  await readByProbe(db, CompiledQuery.raw('select 1'))
}

/** The rows of a statement. @throws if it fails, or the database does not respond */
export async function readByProbe<Row extends object>(
  db: object,
  { sql: text, parameters }: CompiledQuery,
): Promise<Row[]> {
  const statement: SentStatement = { text, isChange: false, isPrepared: true }
  const client = await probePools.get(db)!.connect()
  try {
    return (await client.query<Row>(statement, [...parameters])).rows
  } finally {
    client.release()
  }
}
