// What /metrics says about the connections and the role of a database.
import { sql, type Kysely } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outboxBacklog } from '#foundation/database/outboxes/backlog.ts'
import { openDatabase } from '#foundation/database/database.ts'
import { NO_EVENTS } from '#foundation/events/event-feed.ts'
import { measureService } from '#foundation/service/service-metrics.ts'
import { testLog } from '#test/caller.ts'
import { requestOf } from '#test/current-caller.ts'
import { startDatabaseProxy } from '#test/database-proxy.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { readScrape } from '#test/scrape.ts'

interface Tables {
  rows: { id: string; n: number }
}

let database: TestDatabase
let db: Kysely<Tables>
let outside: Kysely<Tables>
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase(database.url, 'measured', testLog)
  outside = openDatabase(database.url, 'measured', testLog)
  await sql`create schema measured`.execute(db)
  await sql`create table rows (id text primary key, n integer, at timestamptz, next_attempt_at timestamptz)`.execute(
    db,
  )
  await sql`insert into rows values ('a', 0, '2026-03-04T11:59:00Z', '2026-03-04T12:00:00Z')`.execute(
    db,
  )
})
afterAll(async () => {
  await Promise.all([db.destroy(), outside.destroy()])
  await database.drop()
})

const backlogs = [outboxBacklog({ table: 'rows', since: sql.ref('at') })]
const now = () => new Date('2026-03-04T12:00:00Z')

function measured(of: Kysely<Tables>) {
  const registry = new Registry()
  measureService(
    { name: 'measured', db: of as Kysely<unknown>, feed: NO_EVENTS, backlogs, now },
    registry,
  )
  return async () => readScrape(await registry.metrics())
}

test('statements that wait for a connection are shown while they wait, and their time after it', async () => {
  const scrape = measured(db)
  const own = { connection: 'own' }
  const raise = () =>
    db
      .updateTable('rows')
      .set({ n: sql<number>`n + 1` })
      .where('id', '=', 'a')
  const before = (await scrape()).value('database_connection_wait_seconds_count', own)!
  const { writes } = await outside.transaction().execute(async (trx) => {
    await trx.selectFrom('rows').select('id').where('id', '=', 'a').forUpdate().execute()
    const writes = Array.from({ length: 5 }, () => requestOf('ada').run(() => raise().execute()))
    await expect
      .poll(async () => (await scrape()).value('database_connections', { state: 'busy' }))
      .toBe(3)
    expect((await scrape()).value('database_statements_waiting', own)).toBe(2)
    return { writes: Promise.all(writes) }
  })
  await writes
  const after = await scrape()
  expect(after.value('database_statements_waiting', own)).toBe(0)
  expect(after.value('database_connections', { state: 'busy' })).toBe(0)
  expect(after.value('database_connections_max')).toBe(6)
  // Two waited for the others, and up to three until a connection was open.
  expect(
    after.value('database_connection_wait_seconds_count', own)! - before,
  ).toBeGreaterThanOrEqual(2)
})

test('a database that is away is unavailable, and its outboxes are unknown', async () => {
  const proxy = await startDatabaseProxy(database.url)
  const away = openDatabase<Tables>(proxy.url, 'measured', testLog)
  try {
    const scrape = measured(away)
    const role = async () => {
      const { samples } = await scrape()
      const current = samples.filter(({ name, value }) => name === 'database_role' && value === 1)
      return current.map(({ labels }) => labels.role)
    }
    expect(await role()).toEqual(['primary'])
    const shown = await scrape()
    expect(shown.value('outbox_rows', { outbox: 'rows' })).toBe(1)
    expect(shown.value('outbox_oldest_age_seconds', { outbox: 'rows' })).toBe(60)
    proxy.stop()
    await expect.poll(role).toEqual(['unavailable'])
    expect((await scrape()).value('outbox_rows')).toBeUndefined()
    proxy.failOver()
    await expect.poll(role).toEqual(['primary'])
  } finally {
    await away.destroy()
    await proxy.close()
  }
})
