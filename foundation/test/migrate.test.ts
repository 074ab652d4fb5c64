// A migration that waits for a lock logs the blocking session, and an interrupted one reports why.
import { sql } from 'kysely'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { migrate } from '#foundation/database/migrations/migrate.ts'
import { emptyDatabase, withParameters, type TestDatabase } from '#test/database.ts'
import { TIMEOUT } from '#test/process.ts'

let database: TestDatabase
let other: Client
beforeAll(async () => {
  database = await emptyDatabase()
  other = new Client({ connectionString: database.url, application_name: 'psql' })
  await other.connect()
  await other.query('create table public.books (title text)')
})
afterAll(async () => {
  await other.end()
  await database.drop()
})

const change = {
  '0001-books': {
    up: (db: never) => sql`alter table public.books add column isbn text`.execute(db),
  },
}
/** Uses no transaction, in which PostgreSQL would show the same sessions again and again. */
const END_WAITING = `select pg_terminate_backend(pid) from pg_stat_activity
  where wait_event_type = 'Lock' and datname = current_database()`
const READING = 'select title from public.books where title in'
const MIGRATION_LOCK = '3853314791062309107'

interface Line {
  msg: string
  sessions: { pid: number; application: string; state: string; query: string; since: string }[]
}

/** Runs the migration; returns its log and the reason of its failure. */
function run(parameters: Record<string, string> = {}) {
  const lines: Line[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Line) })
  const service = { name: 'library', migrations: change as never }
  const ended = migrate(withParameters(database, parameters), service, log).then(
    () => undefined,
    (error: Error) => error,
  )
  const waits = () => lines.filter(({ msg }) => msg.startsWith('a migration waits'))
  return { ended, waits }
}

test('an interrupted migration reports why, not that the service is down', async () => {
  await other.query('begin; lock table public.books')
  const timedOut = await run({ options: '-c lock_timeout=100ms' }).ended
  expect(timedOut).toMatchObject({
    message: 'The schema library could not be migrated.',
    cause: { message: 'canceling statement due to lock timeout' },
  })
  const { ended } = run()
  const killer = new Client({ connectionString: database.url })
  await killer.connect()
  await vi.waitUntil(async () => (await killer.query(END_WAITING)).rowCount === 1, {
    timeout: 20_000,
  })
  await killer.end()
  expect(await ended).toMatchObject({
    cause: { message: 'terminating connection due to administrator command' },
  })
  await other.query('rollback')
})

test('a migration that waits for a lock logs who holds it, and since when', async () => {
  await other.query('begin')
  await other.query(`${READING} (E'Anna\\'s diary', $x$Bea's$x$)`)
  const { ended, waits } = run()
  await vi.waitUntil(() => waits().length > 0, TIMEOUT)
  await other.query('rollback')
  expect(await ended).toBeUndefined()
  const [session] = waits()[0]!.sessions
  expect(session).toMatchObject({ application: 'psql', state: 'idle in transaction' })
  // Nothing of the value, although a backslash escapes its quotation mark.
  expect(session!.query).toBe(`${READING} (E…`)
  expect(Date.parse(session!.since)).toBeLessThan(Date.now())
})

test('a process that waits for the migrations of another one logs it', async () => {
  await other.query(`select pg_advisory_lock(${MIGRATION_LOCK})`)
  const { ended, waits } = run()
  await vi.waitUntil(() => waits().length > 0, TIMEOUT)
  await other.query(`select pg_advisory_unlock(${MIGRATION_LOCK})`)
  expect(await ended).toBeUndefined()
  expect(waits()[0]!.sessions).toMatchObject([{ application: 'psql', state: 'idle' }])
})
