// A database that test files use one after the other. Restoring its rows takes a tenth of the time that a new one takes.
import { Client } from 'pg'
import { expect, vi } from 'vitest'
import { cloneDatabase } from './database.ts'
import { TIMEOUT } from './process.ts'

export interface ReusedDatabase {
  url: string
  /**
   * Waits until no session works any more.
   * @throws if a transaction stays open, which the next test would end without a word
   */
  settle(): Promise<void>
  /** Whether the tables are those of the migrations: a test that fails may leave others. */
  hasItsTables(): Promise<boolean>
  /** Deletes every row that was added, and restores the others. */
  restore(): Promise<void>
  drop(): Promise<void>
}

export async function createReusedDatabase(): Promise<ReusedDatabase> {
  const { url, drop } = await cloneDatabase()
  const client = new Client({ connectionString: url })
  await client.connect()
  const restoring = await restoringStatements(client)
  const tables = await tablesOf(client)
  return {
    url,
    async settle() {
      await vi.waitFor(async () => expect(await workingSessions(client)).toEqual([]), TIMEOUT)
    },
    hasItsTables: async () => (await tablesOf(client)) === tables,
    async restore() {
      // Services that stay running read their event logs meanwhile, in another order.
      while (await isDeadlock(client.query(restoring)));
    },
    async drop() {
      await client.end()
      await drop()
    },
  }
}

/** Whether PostgreSQL ended the statements because of a deadlock. @throws any other failure */
async function isDeadlock(statements: Promise<unknown>): Promise<boolean> {
  try {
    await statements
    return false
  } catch (error) {
    if ((error as { code?: unknown }).code !== '40P01') throw error
    return true
  }
}

/** Names each other session that runs a statement or has a transaction open. */
async function workingSessions(client: Client): Promise<object[]> {
  const { rows } = await client.query<object>(`
    select application_name, state, query from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`)
  return rows
}

/** Changes with each table, index and constraint. */
async function tablesOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ all: string }>(`
    select md5(string_agg(name, ',' order by name)) as all from (
      select oid || relname as name from pg_class union all select oid || conname from pg_constraint
    ) as parts`)
  return rows[0]!.all
}

async function restoringStatements(client: Client): Promise<string> {
  const { rows: tables } = await client.query<{ name: string; columns: string }>(`
    select format('%I.%I', nspname, relname) as name,
      string_agg(quote_ident(attname), ', ') filter (where attgenerated = '') as columns
    from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relkind = 'r' and nspname !~ '^(pg_|information_schema)' and relname !~ '^kysely_'
    group by 1`)
  // Without triggers and foreign keys, because the tables are in no order.
  const statements = ['set session_replication_role = replica', `set lock_timeout = '20s'`]
  for (const { name, columns } of tables) {
    statements.push(`delete from ${name}`)
    const { rows } = await client.query<{ initial: string | null }>(
      `select json_agg(t)::text as initial from ${name} t`,
    )
    const initial = rows[0]!.initial
    if (initial === null) continue
    const values = `json_populate_recordset(null::${name}, ${client.escapeLiteral(initial)})`
    statements.push(`insert into ${name} (${columns}) select ${columns} from ${values}`)
  }
  return statements.join(';\n')
}
