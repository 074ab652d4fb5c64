// The database handle: the settings of its connections.
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#foundation/database/database.ts'
import { checkDatabase } from '#foundation/database/connections/probe-pools.ts'
import { readsAlone } from '#foundation/database/reads/read-statement.ts'
import { statementsRefused } from '#foundation/telemetry/metrics.ts'
import { testLog } from '#test/caller.ts'
import { cloneDatabase, withParameters, type TestDatabase } from '#test/database.ts'
import { TIMEOUT } from '#test/process.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

async function settings(
  parameters: Record<string, string>,
  ...names: string[]
): Promise<(string | undefined)[]> {
  const db = openDatabase(withParameters(database, parameters), 'path', testLog)
  const rows = names.map((name) =>
    sql<{ value: string }>`select current_setting(${name}) as value`.execute(db),
  )
  const values = (await Promise.all(rows)).map(({ rows: [row] }) => row?.value)
  await db.destroy()
  return values
}

test('unqualified names resolve to the schema, and times are in UTC', async () => {
  expect(await settings({}, 'search_path', 'TimeZone')).toEqual(['path', 'UTC'])
})

test('options in the database URL are kept, but ours take precedence', async () => {
  const options = '-c geqo=off -c search_path=public'
  const parameters = { options, application_name: 'mine' }
  expect(await settings(parameters, 'geqo', 'search_path', 'TimeZone', 'application_name')).toEqual(
    ['off', 'path', 'UTC', 'mine'],
  )
})

test.each([
  ['40001', 'busy', 'a serialization failure'],
  ['40P01', 'busy', 'a deadlock'],
  ['55P03', 'busy', 'a lock that was not free in time'],
  ['57014', 'busy', 'a statement that took too long'],
  ['53300', 'away', 'no connection'],
  ['57P01', 'away', 'a server that goes down'],
  ['57P04', 'away', 'a database that is dropped'],
  ['25P03', 'away', 'a session that was idle for too long'],
  ['25006', 'away', 'a standby'],
  ['53000', 'away', 'no file handle'],
  ['53100', 'away', 'a full disk'],
  ['53200', 'away', 'no memory'],
  ['53400', 'away', 'a limit of the configuration'],
  ['58030', 'away', 'a disk that fails'],
])('SQLSTATE %s says that the database is %s, and asks for a retry: %s', async (state, how) => {
  const db = openDatabase(database.url, 'path', testLog)
  // In a transaction, because without one the outcome of a statement that ends its session is unknown.
  const raised = db.transaction().execute(async (trx) => {
    await sql`do ${sql.raw(`$$ begin raise sqlstate '${state}'; end $$`)}`.execute(trx)
  })
  const printed = how === 'busy' ? 'is busy' : 'does not answer'
  await expect(raised).rejects.toMatchObject({
    message: `The path service ${printed}.`,
    extensions: { code: 'INTERNAL_ERROR', details: { service: 'path', retry: true } },
  })
  await db.destroy()
})

test('a faulty statement throws its error unchanged', async () => {
  const db = openDatabase(database.url, 'path', testLog)
  const raised = sql`do ${sql.raw(`$$ begin raise sqlstate '22012'; end $$`)}`.execute(db)
  await expect(raised).rejects.toMatchObject({ code: '22012' })
  await db.destroy()
})

test('a full disk is logged once, counted for each statement, and leaves the service ready', async () => {
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line: string) => lines.push(line) })
  const db = openDatabase(database.url, 'path', log)
  const refusals = async () => (await statementsRefused.get()).values[0]!.value
  const before = await refusals()
  const full = sql.raw(`do $$ begin raise 'no room' using errcode = '53100'; end $$`)
  await Promise.allSettled(Array.from({ length: 20 }, () => full.execute(db)))
  await checkDatabase(db)
  expect((await refusals()) - before).toBe(20)
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ level: 50, msg: 'a database lacks resources', reason: 'no room' }),
  ])
  await db.destroy()
})

test.each([
  ['40P01', 'error'],
  ['40001', 'warn'],
  ['55P03', 'warn'],
  ['57014', 'warn'],
])('SQLSTATE %s is logged at the level %s', async (state, level) => {
  const db = openDatabase(database.url, 'path', testLog)
  const raised = sql`do ${sql.raw(`$$ begin raise sqlstate '${state}'; end $$`)}`.execute(db)
  await expect(raised).rejects.toMatchObject({ logged: { level } })
  await db.destroy()
})

test('after the server has closed a connection, no statement gets that connection', async () => {
  const db = openDatabase(database.url, 'path', testLog)
  const other = openDatabase(database.url, 'path', testLog)
  await other.transaction().execute(async (trx) => {
    const lock = readsAlone(sql`select pg_advisory_xact_lock(1)`)
    await lock.execute(trx)
    for (let times = 0; times < 20; times += 1) {
      const waiting = lock.execute(db)
      const end = sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event = 'advisory'`
      const isEnded = async () => (await end.execute(other)).rows.length === 1
      const ended = vi.waitUntil(isEnded, TIMEOUT)
      await expect(waiting).rejects.toMatchObject({ message: 'The path service does not answer.' })
      expect((await sql`select txid_current() as id`.execute(db)).rows).toHaveLength(1)
      await ended
    }
  })
  await Promise.all([db.destroy(), other.destroy()])
})
