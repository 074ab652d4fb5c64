// A database for each test file, cloned from the migrated template.
import { sql } from 'kysely'
import { Client, Pool, type PoolConfig } from 'pg'
import { inject } from 'vitest'
import { openDatabase, type Kysely } from '#foundation/database/database.ts'
import { giveSchemas } from '#foundation/postgres/service-roles.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import { testLog } from './caller.ts'
import { TEMPLATE } from './global-setup.ts'

export interface TestDatabase {
  /** With the role of a superuser. */
  url: string
  /** The databases of services that have one of their own, by service. */
  urls?: Readonly<Record<string, string>>
  drop(): Promise<void>
}

/** Clones the template. */
export function cloneDatabase(): Promise<TestDatabase> {
  return createDatabase(TEMPLATE)
}

/** Creates an empty database, for programs that migrate it themselves. */
export function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template1')
}

/** Creates a database as an operator prepares it, before the services migrate it. */
export async function preparedDatabase(): Promise<TestDatabase> {
  const database = await emptyDatabase()
  await giveSchemas(database.url, subgraphs)
  return database
}

/** Copies a database to which nobody is connected. */
export function copyOf({ url }: Pick<TestDatabase, 'url'>): Promise<TestDatabase> {
  return createDatabase(new URL(url).pathname.slice(1))
}

/** The URL with parameters of the connection. */
export function withParameters({ url }: TestDatabase, parameters: Record<string, string>): string {
  const address = new URL(url)
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return address.href
}

/** Opens connections to a test database. Dropping the database terminates connections that are about to end. */
export function poolOf({ url }: Pick<TestDatabase, 'url'>, config: PoolConfig = {}): Pool {
  const pool = new Pool({ ...config, connectionString: url })
  pool.on('error', () => undefined)
  return pool
}

/**
 * A test's own handle on the tables of a service. It reads on the connection on which it writes, because
 * each connection costs PostgreSQL a process. Its transactions may wait for programs that start on a slow machine.
 */
export function openTables<Tables>({ url }: { url: string }, service: string): Kysely<Tables> {
  return openDatabase<Tables>(url, service, testLog, { connections: 6, statementTimeoutMs: 60_000 })
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  // Only one session at a time may copy a template, so clones wait for each other. Copying its files
  // takes less than half of the processor time that logging each of their pages does.
  await administer(
    'select pg_advisory_lock(1)',
    `create database ${name} template ${template} strategy file_copy`,
  )
  const url = new URL(inject('nearestPostgresUrl'))
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administer(`drop database ${name} with (force)`) }
}

async function administer(...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: inject('nearestPostgresUrl') })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The number of sessions of a database that wait for a lock of another one. */
export async function sessionsWaiting<DB>(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]!.waiting
}
