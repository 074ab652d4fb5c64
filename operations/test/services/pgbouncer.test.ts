// The system migrates, serves and changes data behind PgBouncer.
import { sql, type Kysely } from 'kysely'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#foundation/database/migrations/migrate.ts'
import { emptyDatabase, type TestDatabase } from '#test/database.ts'
import { install, type Installation } from '#test/installation.ts'
import { startPgBouncer, type PgBouncer } from '../support/pgbouncer.ts'
import { stableId } from '#foundation/domain/ids.ts'

const QUERY = `{
  me { displayName votes { nodes { vote } } completedQuests { nodes { title } } }
  quests(first: 5) { nodes { title } totalCount }
  proposals { nodes { title status } totalCount }
  scrolls { nodes { title } }
}`
/** Fewer connections than simultaneous requests, so that transactions of several requests share a session. */
const CONNECTIONS = 3
const HERE = 'database = (select oid from pg_database where datname = current_database())'

let database: TestDatabase
let bouncer: PgBouncer
let home: Installation
let token: string

beforeAll(async () => {
  database = await emptyDatabase()
  bouncer = await startPgBouncer(database.url, CONNECTIONS)
  home = await install({ LOG_LEVEL: 'warn', DEMO: '1', RATE_LIMIT_AUTHENTICATED: 'off' })
  await home.start(['main.ts'], { DATABASE_URL: `${bouncer.url}?pgbouncer=true` })
  token = await home.token(stableId('identity', 'ada'))
})
afterAll(async () => {
  await home.remove()
  await bouncer.stop()
  await database.drop()
})

async function responseOf() {
  const { body } = await home.ask('router', '/graphql', {
    method: 'POST',
    token,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: QUERY }),
  })
  expect(body.errors).toBeUndefined()
  return body.data
}

test('many requests at once get the same response as one', async () => {
  const expected = await responseOf()
  expect(expected.quests.nodes.length).toBeGreaterThan(0)
  const responses = await Promise.all(Array.from({ length: 20 }, () => responseOf()))
  for (const data of responses) expect(data).toEqual(expected)
})

test('a quest is completed once by many requests at once', async () => {
  const { body } = await home.ask('path', '/api/quests', { token })
  const paths = body.quests.map(
    ({ id }: { id: string }) => `/api/quests/${id}/complete`,
  ) as string[]
  const complete = (path: string) => home.ask('path', path, { method: 'POST', token })
  const responses = await Promise.all([...paths, ...paths].map(complete))
  const successes = responses.filter(({ status }) => status === 200)
  expect(successes.length).toBeGreaterThan(0)
  expect(successes.length).toBeLessThanOrEqual(paths.length)
  for (const { status } of responses) expect([200, 400]).toContain(status)
})

test('identical requests with one idempotency key get one response, and so does a repetition', async () => {
  const { body: assets } = await home.ask('market', '/api/assets', { token })
  const listings = assets.assets.flatMap(({ listing = [] }: { listing?: object }) => listing)
  const { id } = listings[0] as { id: string }
  const headers = { 'idempotency-key': 'one purchase' }
  const purchase = () =>
    home.ask('market', `/api/listings/${id}/purchase`, { method: 'POST', token, headers })
  const responses = await Promise.all(Array.from({ length: 10 }, purchase))
  responses.push(await purchase())
  for (const { status, body } of responses) {
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toEqual(responses[0]!.body)
  }
})

test('the sessions keep no settings, prepared statements or locks', async () => {
  const client = new Client({ connectionString: bouncer.url })
  await client.connect()
  const { rows } = await client.query(
    `select current_setting('search_path') as path,
       (select count(*) from pg_prepared_statements) as prepared,
       (select count(*) from pg_locks where locktype = 'advisory' and ${HERE}) as locks`,
  )
  await client.end()
  expect(rows).toEqual([{ path: '"$user", public', prepared: 0, locks: 0 }])
})

test('a migration leaves no lock behind if another client gets its session', async () => {
  const pair = await startPgBouncer(database.url, 2)
  const [first, second, observer] = [pair, pair, database].map(({ url }) => new Client(url)) as [
    Client,
    Client,
    Client,
  ]
  await Promise.all([first, second, observer].map((client) => client.connect()))
  // Only one session is left for the migration, and the second client waits for it.
  await first.query('begin')
  const passed = Promise.withResolvers<unknown>()
  const up = async () => {
    passed.resolve(second.query('begin').then(() => first.query('commit')))
    await pair.untilSomebodyWaits()
  }
  const log = pino({ level: 'silent' })
  await migrate(
    `${pair.url}?pgbouncer=true`,
    { name: 'atlas', migrations: { '0001-rest': { up } } },
    log,
  )
  await passed.promise
  const locks = async () =>
    (await observer.query(`select from pg_locks where locktype = 'advisory' and ${HERE}`)).rowCount
  await expect.poll(locks).toBe(0)
  await Promise.all([first, second, observer].map((client) => client.end()))
  await pair.stop()
})

test('without the setting, the start is refused with its name', async () => {
  const elsewhere = await install({ DATABASE_URL: bouncer.url })
  const program = elsewhere.run(['main.ts'])
  const { code } = await program.ended()
  expect(code).toBe(1)
  expect(program.output()).toMatch(/^DATABASE_URL: .* add pgbouncer=true to the URL\.$/m)
  await elsewhere.remove()
})

test('a migration that has waited ends at once, even if no session is free for its watch', async () => {
  const single = await startPgBouncer(database.url, 1, 'session')
  const other = new Client({ connectionString: database.url })
  await other.connect()
  await other.query('create table public.books (title text)')
  await other.query('begin; lock table public.books')
  const change = async (db: Kysely<unknown>) =>
    void (await sql`alter table public.books add column isbn text`.execute(db))
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const library = { name: 'library', migrations: { '0001-books': { up: change } } }
  const migrated = migrate(single.url, library, log)
  await single.untilSomebodyWaits()
  await other.query('commit')
  await migrated
  // Otherwise the watch has given up, and the migration has waited for it.
  expect(lines).toEqual([])
  await other.end()
  await single.stop()
})
