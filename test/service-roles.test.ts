// Each service logs in with a role of its own, which owns the service's schema and can read no other one.
import { Client, DatabaseError } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#foundation/database/database.ts'
import { migrate } from '#foundation/database/migrations/migrate.ts'
import { giveSchemas, serviceUrl } from '#foundation/postgres/service-roles.ts'
import { subgraphs } from '../subgraphs/index.ts'
import { testLog } from '#test/caller.ts'
import { cloneDatabase, emptyDatabase, sessionsWaiting, type TestDatabase } from '#test/database.ts'
import { foreignOwners, rolesAtWork } from '#test/owners.ts'
import { startTestSystem } from '#test/system.ts'

const names = subgraphs.map(({ name }) => name)
/** SQLSTATE insufficient_privilege. */
const DENIED = '42501'

let resources: AsyncDisposableStack
let database: TestDatabase
let admin: Client

beforeAll(async () => {
  resources = new AsyncDisposableStack()
  database = await cloneDatabase()
  resources.defer(() => database.drop())
  admin = await connect(database.url)
  // A clone has none of the rights that belong to its template as a whole.
  await giveSchemas(database.url, subgraphs)
})

afterAll(() => resources.disposeAsync())

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  resources.defer(() => client.end())
  return client
}

/** The SQLSTATE of a statement that fails; undefined for one that does not. */
async function failureOf(client: Client, statement: string): Promise<string | undefined> {
  try {
    await client.query(statement)
    return undefined
  } catch (error) {
    if (error instanceof DatabaseError) return error.code
    throw error
  }
}

async function tables(): Promise<{ schema: string; table: string }[]> {
  const { rows } = await admin.query<{ schema: string; table: string }>(
    `select nspname as schema, relname as table from pg_class
     join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'r' and nspname = any($1)`,
    [names],
  )
  return rows
}

describe.each(names)('the role of %s', (name) => {
  let client: Client
  beforeAll(async () => {
    client = await connect(serviceUrl(database.url, name))
  })

  test(`${name}'s role has no right over the server`, async () => {
    const { rows } = await client.query(
      `select rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
         rolconnlimit between 1 and current_setting('max_connections')::integer / 2 as is_bounded
       from pg_roles where pg_has_role(current_user, oid, 'member')`,
    )
    expect(rows).toEqual([
      {
        rolname: `ecosystem_${name}`,
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        rolbypassrls: false,
        is_bounded: true,
      },
    ])
  })

  test(`${name}'s role reads every table of its schema, and none of another`, async () => {
    const readable: string[] = []
    const all = await tables()
    for (const { schema, table } of all) {
      const failure = await failureOf(client, `select from ${schema}.${table} limit 1`)
      if (failure === undefined) readable.push(`${schema}.${table}`)
      else expect(failure).toBe(DENIED)
    }
    const own = all.filter(({ schema }) => schema === name)
    expect(new Set(own.map(({ schema }) => schema))).toEqual(new Set([name]))
    expect(readable.sort()).toEqual(own.map(({ schema, table }) => `${schema}.${table}`).sort())
  })

  test.each([
    'create role stranger',
    'create database strange',
    'create schema strange',
    'create table public.strange ()',
    'create temporary table strange ()',
    'create extension hstore',
    'set role ecosystem',
    `copy (select 1) to program 'true'`,
  ])(`${name}'s role may not run: %s`, async (statement) => {
    expect(await failureOf(client, statement)).toBe(DENIED)
  })
})

test('no schema contains what its service does not own', async () => {
  expect(await foreignOwners(database.url, names)).toEqual([])
})

test('a database that the superuser migrated changes its owners, and keeps its rows', async () => {
  const earlier = await emptyDatabase()
  resources.defer(() => earlier.drop())
  for (const subgraph of subgraphs) await migrate(earlier.url, subgraph, testLog)
  const superuser = await connect(earlier.url)
  await superuser.query(`
    create table learn.notes (id int generated always as identity, number serial, text text);
    insert into learn.notes (text) values ('kept')`)
  expect(await foreignOwners(earlier.url, names)).toContain('relation learn.notes of ecosystem')
  await giveSchemas(earlier.url, subgraphs)
  expect(await foreignOwners(earlier.url, names)).toEqual([])

  // As a process that still logs in as the superuser does.
  await superuser.query(`
    insert into learn.notes (text) values ('added');
    create sequence learn.numbers; create type learn.mood as enum ('glad'); create type learn.pair as (a int, b int);
    create domain learn.page as int; create view learn.titles as select title from learn.courses;
    create function learn.double(a int, b learn.mood[]) returns int language sql as 'select 2 * a'`)
  expect(await foreignOwners(earlier.url, names)).toEqual(
    [
      'relation learn.numbers',
      'relation learn.titles',
      'routine learn.double',
      'type learn.mood',
      'type learn.page',
      'type learn.pair',
      'type learn.titles',
    ].map((object) => `${object} of ecosystem`),
  )
  await giveSchemas(earlier.url, subgraphs)
  expect(await foreignOwners(earlier.url, names)).toEqual([])
  const learn = await connect(serviceUrl(earlier.url, 'learn'))
  const { rows } = await learn.query('select text from learn.notes order by id')
  expect(rows).toEqual([{ text: 'kept' }, { text: 'added' }])
  for (const subgraph of subgraphs) {
    await migrate(serviceUrl(earlier.url, subgraph.name), subgraph, testLog)
  }
})

test('owners change beside a session that locks the tables in another order', async () => {
  const earlier = await emptyDatabase()
  resources.defer(() => earlier.drop())
  const learn = subgraphs.find(({ name }) => name === 'learn')!
  await migrate(earlier.url, learn, testLog)
  const session = await connect(earlier.url)
  const { rows } = await session.query<{ table: string }>(
    `select oid::regclass::text as table from pg_class
     where relkind = 'r' and relnamespace = 'learn'::regnamespace order by oid desc`,
  )
  await session.query('begin')
  const [last, ...others] = rows.map(({ table }) => `lock table ${table} in access share mode`)
  await session.query(last!)
  const giving = giveSchemas(earlier.url, subgraphs)
  const db = openDatabase<never>(earlier.url, 'learn', testLog)
  resources.defer(() => db.destroy())
  await expect.poll(() => sessionsWaiting(db)).toBe(1)
  for (const lock of others) await session.query(lock)
  await session.query('commit')
  await giving
  expect(await foreignOwners(earlier.url, names)).toEqual([])
})

test('a running system logs in with the roles alone, and listens for hints once', async () => {
  const system = await startTestSystem()
  resources.defer(() => system.stop())
  const services = Object.fromEntries(names.map((name) => [name, [`ecosystem_${name}`]]))
  // The start does not wait for all connections.
  await expect
    .poll(() => rolesAtWork(system.databaseUrl))
    .toEqual({ ...services, events: [expect.any(String)] })
})
