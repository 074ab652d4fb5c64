// The event log of a service: positions after commit, and readers that miss nothing.
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deleteEventsOf } from '#foundation/events/erased-events.ts'
import { cursorAt, readEvents, readLogState } from '#foundation/events/event-log.ts'
import { numberEvents } from '#foundation/events/numberer.ts'
import { sweepEvents } from '#foundation/events/retention.ts'
import { listen, statementSteps } from '#foundation/telemetry/steps.ts'
import { copyOf, emptyDatabase, sessionsWaiting, type TestDatabase } from '#test/database.ts'
import {
  addBook,
  addBooks,
  booksAfter,
  hasGap,
  lastCursor,
  openLibrary,
  type Library,
} from './event-library.ts'

let database: TestDatabase
let db: Library
let resources: AsyncDisposableStack
beforeEach(async () => {
  resources = new AsyncDisposableStack()
  database = await emptyDatabase()
  resources.defer(() => database.drop())
  db = await open(database.url)
})
afterEach(() => resources.disposeAsync())

async function open(url: string): Promise<Library> {
  const library = await openLibrary(url)
  resources.defer(() => library.destroy())
  return library
}

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: database.url })
  client.on('error', () => undefined)
  await client.connect()
  resources.defer(() => client.end())
  return client
}

const now = () => new Date()
const positions = async () =>
  (await readEvents(db, { after: 0, limit: 10_000 })).map((e) => e.position)
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('a reader with a cursor sees every transaction, however they are held open across each other', async () => {
  const writers = await Promise.all(upTo(4).map(connect))
  const seen: string[] = []
  let cursor: string | undefined
  const readOn = async () => {
    await numberEvents(db, now)
    seen.push(...(await booksAfter(db, cursor)))
    cursor = await lastCursor(db)
  }
  // The first to begin commits last, twice; the reader reads on between all steps.
  for (const round of [1, 2]) {
    for (const [index, writer] of writers.entries()) {
      await writer.query(`begin; insert into library.books values ('${round}-${index}')`)
      await readOn()
    }
    for (const [index, writer] of [...writers.entries()].toReversed()) {
      await writer.query(index === 1 ? 'rollback' : 'commit')
      await readOn()
    }
  }
  expect(seen).toEqual(['1-3', '1-2', '1-0', '2-3', '2-2', '2-0'])
  expect(await positions()).toEqual(upTo(6))
})

test('numberers of several processes give each event one position, without holes', async () => {
  const others = await Promise.all(upTo(3).map(() => open(database.url)))
  const ids = upTo(300).map(String)
  const written = new AbortController()
  const number = async (library: Library) => {
    while (!written.signal.aborted) await numberEvents(library, now)
    await numberEvents(library, now)
  }
  const numbering = others.map(number)
  // Few enough at once for the connections, however busy the machine is.
  for (let first = 0; first < ids.length; first += 20) {
    await Promise.all(ids.slice(first, first + 20).map((id) => addBook(db, id)))
  }
  written.abort()
  await Promise.all(numbering)
  expect(await positions()).toEqual(upTo(300))
  expect((await booksAfter(db)).toSorted()).toEqual(ids.toSorted())
})

test('changes of a row keep their order when the first one commits after a thousand later events', async () => {
  await addBook(db, 'moved')
  const first = await connect()
  const next = await connect()
  const move = `update library.books set shelf = $1 where id = 'moved'`
  await first.query('begin')
  await first.query(move, ['first'])
  await sql`insert into books select 'book-' || n from generate_series(1, 2500) n`.execute(db)
  while ((await numberEvents(db, now)) > 0);
  const moving = next.query(move, ['next'])
  await expect.poll(() => sessionsWaiting(db)).toBe(1)
  await first.query('commit')
  await moving
  await numberEvents(db, now)
  const events = await readEvents(db, { after: 0, limit: 10_000 })
  const moves = events.filter(({ subjectId }) => subjectId === 'moved')
  expect(moves.map(({ related }) => related)).toEqual([['north'], ['first'], ['next']])
})

test('a numberer that finds nothing returns no row, so that no trace takes it for a change', async () => {
  await addBook(db, 'first')
  const rows: number[] = []
  resources.defer(listen(statementSteps, (step) => void rows.push(step.rows)))
  expect(await numberEvents(db, now)).toBe(1)
  expect(await numberEvents(db, now)).toBe(0)
  await sweepEvents({ retentionDays: 1 }).run({ db, now }, AbortSignal.timeout(60_000))
  expect(rows).toEqual([1, 0, 0])
})

test('events stay in the log when the session of a numberer is killed, and others number them', async () => {
  await addBooks(db, 'first')
  await addBook(db, 'second')
  const holder = await connect()
  await holder.query(`begin; select from library.events where position is null for update`)
  const numbering = expect(numberEvents(db, now)).rejects.toThrow()
  await expect.poll(() => sessionsWaiting(db)).toBe(1)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  await numbering
  expect(await positions()).toEqual([1])
  await holder.query('commit')
  await addBooks(db, 'third')
  expect(await booksAfter(db)).toEqual(['first', 'second', 'third'])
  expect(await positions()).toEqual(upTo(3))
})

test('a change by a program that knows neither events nor the schema is in the log', async () => {
  const program = await connect()
  await program.query(`insert into library.books values ('raw')`)
  await numberEvents(db, now)
  expect(await booksAfter(db)).toEqual(['raw'])
})

test('numbering reads no more blocks in a long log', async () => {
  await addBooks(db, 'first')
  await sql`insert into books select 'book-' || n from generate_series(1, 20000) n`.execute(db)
  while ((await numberEvents(db, now)) > 0);
  await addBook(db, 'last')
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>`
    explain (analyze, buffers, format json) select number_events(now())`.execute(db)
  const [row] = rows as unknown as [Record<string, [{ Plan: Record<string, number> }]>]
  const [{ Plan: plan }] = Object.values(row)[0]!
  expect(plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!).toBeLessThan(100)
  expect(await booksAfter(db, cursorAt(await readLogState(db), 20_001))).toEqual(['last'])
})

/** What a dump holds. */
async function dump(library: Library) {
  const tables = ['books', 'events', 'event_log', 'event_eras']
  const rows = new Map<string, string>()
  for (const table of tables) {
    const { rows: all } = await sql<{ all: string }>`
      select coalesce(json_agg(t), '[]')::text as all from ${sql.table(table)} t`.execute(library)
    rows.set(table, all[0]!.all)
  }
  return rows
}

/** Puts a dump back, as `pg_restore` does: rows first, triggers later. */
async function restore(library: Library, rows: ReadonlyMap<string, string>): Promise<void> {
  await library.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    for (const [table, all] of rows) {
      await sql`truncate ${sql.table(table)}`.execute(trx)
      await sql`
        insert into ${sql.table(table)} overriding system value
        select * from json_populate_recordset(null::${sql.table(table)}, ${all}::json)`.execute(trx)
    }
  })
}

test('a restored dump is recognised: cursors up to the dump continue, later ones have a gap', async () => {
  await addBooks(db, 'a', 'b')
  const before = await lastCursor(db)
  await addBooks(db, 'c')
  const dumped = await dump(db)
  const atDump = await lastCursor(db)
  await addBooks(db, 'lost', 'lost too')
  const lost = await lastCursor(db)
  await restore(db, dumped)
  expect(await hasGap(db, lost)).toBe(true)
  await addBooks(db, 'd', 'e', 'f')
  expect(await hasGap(db, lost)).toBe(true)
  expect(await booksAfter(db, lost)).toEqual(['d', 'e', 'f'])
  expect(await hasGap(db, before)).toBe(false)
  expect(await booksAfter(db, before)).toEqual(['c', 'd', 'e', 'f'])
  expect(await booksAfter(db, atDump)).toEqual(['d', 'e', 'f'])
  expect(await booksAfter(db, await lastCursor(db))).toEqual([])
})

test('a copy of the database that takes its place is recognised', async () => {
  const original = await emptyDatabase()
  resources.defer(() => original.drop())
  const early = await openLibrary(original.url)
  await addBooks(early, 'a', 'b')
  const shared = await lastCursor(early)
  await early.destroy()
  const copied = await copyOf(original)
  resources.defer(() => copied.drop())
  const late = await open(original.url)
  await addBooks(late, 'lost')
  const lost = await lastCursor(late)
  const copy = await open(copied.url)
  await addBooks(copy, 'c', 'd')
  expect(await hasGap(copy, lost)).toBe(true)
  expect(await booksAfter(copy, lost)).toEqual(['c', 'd'])
  expect(await booksAfter(copy, shared)).toEqual(['c', 'd'])
})

test('every cursor of a log has a gap in the log of another database, even that of an empty log', async () => {
  const other = await emptyDatabase()
  resources.defer(() => other.drop())
  const empty = await lastCursor(db)
  await addBooks(db, 'a')
  const full = await lastCursor(db)
  const replaced = await open(other.url)
  expect(await hasGap(replaced, empty)).toBe(true)
  expect(await hasGap(replaced, full)).toBe(true)
  await addBooks(replaced, 'x', 'y')
  expect(await booksAfter(replaced, full)).toEqual(['x', 'y'])
  expect(await hasGap(db, empty)).toBe(false)
})

test('a log keeps the last hundred eras', async () => {
  for (const n of upTo(105)) {
    await sql`update event_eras set database = 'elsewhere'`.execute(db)
    await addBooks(db, String(n))
  }
  const state = await readLogState(db)
  expect(state.eras).toHaveLength(100)
  expect(await hasGap(db, cursorAt(state, 3))).toBe(false)
  expect(await booksAfter(db, cursorAt(state, 103))).toEqual(['104', '105'])
})

const DAY_MS = 24 * 3_600_000
const sweep = (at: number, stopping = new AbortController().signal) =>
  sweepEvents({ retentionDays: 7 }).run({ db, now: () => new Date(at) }, stopping)

test('events of seven days ago are swept in batches, and only older cursors have a gap', async () => {
  const at = Date.now()
  const old = at - 7 * DAY_MS - 1_000
  await addBooks(db, 'a')
  await sql`insert into books select 'old-' || n from generate_series(1, 2500) n`.execute(db)
  while ((await numberEvents(db, now)) > 0);
  await sql`update events set numbered_at = ${new Date(old)}`.execute(db)
  const early = cursorAt(await readLogState(db), 2_500)
  const swept = await lastCursor(db)
  await addBooks(db, 'b')
  await sweep(at - 2_000)
  expect(await booksAfter(db)).toHaveLength(2_502)
  await Promise.all([sweep(at), sweep(at)])
  expect(await booksAfter(db)).toEqual(['b'])
  expect(await hasGap(db, early)).toBe(true)
  expect(await hasGap(db, swept)).toBe(false)
  expect(await booksAfter(db, early)).toEqual(['b'])
})

test('a sweep stops between two batches when the service stops', async () => {
  await sql`insert into books select 'old-' || n from generate_series(1, 1500) n`.execute(db)
  while ((await numberEvents(db, now)) > 0);
  await sweep(Date.now() + 8 * DAY_MS, AbortSignal.abort())
  expect(await booksAfter(db)).toHaveLength(1_500)
})

test('a sweep and erasures lock in one order', async () => {
  for (const round of upTo(5)) {
    const id = (place: string) => sql`'${sql.raw(String(round))}_' || n || ${place}`
    await sql`insert into books select ${id('_ada_grace')} from generate_series(1, 1000) n`.execute(
      db,
    )
    while ((await numberEvents(db, now)) > 0);
    // In the table, they are in the other order.
    await sql`
      with moved as (delete from events returning *)
      insert into events (position, kind, subject_type, subject_id, audience, numbered_at)
      select position, kind, subject_type, subject_id, audience, numbered_at
      from moved order by position desc`.execute(db)
    await sql`analyze events`.execute(db)
    await Promise.all([
      deleteEventsOf(db, 'identity_ada'),
      sweep(Date.now() + 8 * DAY_MS),
      deleteEventsOf(db, 'identity_grace'),
    ])
    expect(await booksAfter(db)).toEqual([])
  }
})
