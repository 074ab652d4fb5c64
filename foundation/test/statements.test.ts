// Where statements run: reads share two connections without affecting each other.
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { executeWith } from '#foundation/database/built-once.ts'
import { openDatabase, type Kysely } from '#foundation/database/database.ts'
import { reads, readsAlone } from '#foundation/database/reads/read-statement.ts'
import { testLog } from '#test/caller.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'

interface Tables {
  notes: { id: number; text: string }
  others: { id: number }
}

let database: TestDatabase
let db: Kysely<Tables>
/** Two other sessions: one holds locks, and one looks at the sessions of `db`. */
let holder: Client
let observer: Client

beforeAll(async () => {
  database = await cloneDatabase()
  holder = new Client({ connectionString: database.url })
  observer = new Client({ connectionString: database.url })
  await Promise.all([holder.connect(), observer.connect()])
  await holder.query(`
    create schema reading;
    create table reading.notes (id int primary key, text text);
    create table reading.others (id int primary key);
    insert into reading.notes select n, 'note ' || n from generate_series(1, 100) as n;
    insert into reading.others values (1);
    create function reading.parent(text) returns text language sql volatile as
      $$insert into reading.others values (2) returning current_setting('statement_timeout')$$;
    create function reading.upper(int) returns text language sql stable as
      $$select current_setting('statement_timeout')$$`)
})
afterAll(async () => {
  await Promise.all([holder.end(), observer.end()])
  await database.drop()
})
beforeEach(() => void (db = openDatabase<Tables>(database.url, 'reading', testLog)))
afterEach(async () => {
  await holder.query('rollback')
  await db.destroy()
})

const noteOf = (id: number) => db.selectFrom('notes').select('text').where('id', '=', id)
const othersOf = (id: number) => db.selectFrom('others').select('id').where('id', '=', id)

async function sessions(condition = 'true'): Promise<number> {
  const { rowCount } = await observer.query(
    `select from pg_stat_activity where application_name = 'reading' and ${condition}`,
  )
  return rowCount!
}

test('a hundred reads at once take two connections', async () => {
  const ids = Array.from({ length: 100 }, (_none, at) => at + 1)
  const notes = await Promise.all(ids.map((id) => noteOf(id).executeTakeFirstOrThrow()))
  expect(notes.map(({ text }) => text)).toEqual(ids.map((id) => `note ${id}`))
  expect(await sessions()).toBe(2)
})

test('a database that has only read leaves no connection open', async () => {
  const other = openDatabase<Tables>(database.url, 'reading', testLog)
  const statement = other.selectFrom('notes').select('text').where('id', '=', 1).compile()
  expect(await executeWith(other, statement, {})).toEqual([{ text: 'note 1' }])
  await other.destroy()
  await expect.poll(() => sessions()).toBe(0)
})

test('a long read, a write and a query that locks take connections of their own', async () => {
  const own = [
    readsAlone(db.selectFrom('notes').select(sql`count(*)`.as('total'))),
    db.updateTable('notes').set({ text: 'note 1' }).where('id', '=', 1),
    noteOf(2).forShare(),
  ]
  for (const statement of own) {
    await noteOf(1).execute()
    await statement.execute()
    for (const { sql: text } of [noteOf(1).compile(), statement.compile()]) {
      expect(await sessions(`query = '${text.replaceAll("'", "''")}'`), text).toBe(1)
    }
  }
})

test('a failing read does not affect those sent with it', async () => {
  const failing = () => reads(sql`select 1 / ${0}::int`).execute(db)
  const sent = Array.from({ length: 20 }, (_none, at) =>
    at % 2 === 0 ? noteOf(at + 1).executeTakeFirstOrThrow() : failing(),
  )
  const responses = await Promise.allSettled(sent)
  for (const [at, response] of responses.entries()) {
    if (at % 2 === 0) expect(response).toMatchObject({ value: { text: `note ${at + 1}` } })
    else expect(response).toMatchObject({ reason: { code: '22012' } })
  }
})

test('a raw statement of unknown kind is not sent on a shared connection, and is sent once', async () => {
  const write = sql<{ parent: string }>`select parent(${'a function that writes'})`
  expect((await write.execute(db)).rows).toEqual([{ parent: '10s' }])
  expect(await othersOf(2).execute()).toHaveLength(1)
})

test('shared connections keep our statement timeout when the URL has another one', async () => {
  const url = new URL(database.url)
  url.searchParams.set('statement_timeout', '5000')
  const other = openDatabase<Tables>(url.href, 'reading', testLog)
  const { rows } = await reads(sql`select upper(${1}::int) as limit`).execute(other)
  await other.destroy()
  expect(rows).toEqual([{ limit: '1s' }])
})

test('reads that wait for a lock do not block others, and return once it is released', async () => {
  await noteOf(1).execute()
  await holder.query('begin; lock table reading.others in access exclusive mode')
  const waiting = Promise.all(Array.from({ length: 6 }, () => othersOf(1).execute()))
  const notes = Array.from({ length: 30 }, () => noteOf(3).executeTakeFirstOrThrow())
  expect(await Promise.all(notes)).toHaveLength(30)
  await expect.poll(() => sessions(`wait_event_type = 'Lock'`)).toBe(6)
  await holder.query('rollback')
  expect(await waiting).toEqual(Array.from({ length: 6 }, () => [{ id: 1 }]))
})

describe('a statement whose table has changed since it was prepared', () => {
  const all = (handle: Kysely<Tables>) =>
    handle.selectFrom('notes').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
  const add = (column: string) =>
    holder.query(`alter table reading.notes add column ${column} text`)

  test('a statement returns the new column after its table has changed', async () => {
    expect(Object.keys(await all(db))).toEqual(['id', 'text'])
    await add('added')
    for (let round = 0; round < 4; round += 1) {
      expect(Object.keys(await all(db))).toEqual(['id', 'text', 'added'])
    }
  })

  test('a changed table does not end a transaction', async () => {
    const within = () => db.transaction().execute((trx) => all(trx))
    await within()
    await add('more')
    expect(Object.keys(await within())).toContain('more')
  })
})

test('a connection keeps the statements used last, and no more than two hundred', async () => {
  const one = openDatabase<Tables>(database.url, 'reading', testLog, {
    connections: 1,
    statementTimeoutMs: 10_000,
  })
  for (let n = 0; n < 450; n += 1) await sql`select ${n}::int + ${sql.lit(n)} as sum`.execute(one)
  const { rows } = await reads(sql<{ statement: string }>`
    select statement from pg_prepared_statements order by prepare_time`).execute(one)
  await one.destroy()
  expect(rows).toHaveLength(200)
  expect(rows[0]!.statement).toContain('+ 251 as sum')
})

test('reads on a lost connection fail with retry, and the next ones open another', async () => {
  await noteOf(1).execute()
  await holder.query('begin; lock table reading.notes in access exclusive mode')
  const reads = Promise.allSettled(Array.from({ length: 8 }, () => noteOf(1).execute()))
  await expect.poll(() => sessions(`wait_event_type = 'Lock'`)).toBeGreaterThan(1)
  await observer.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'reading'`,
  )
  for (const response of await reads) {
    expect(response).toMatchObject({ reason: { extensions: { details: { retry: true } } } })
  }
  await holder.query('rollback')
  // Another statement: on a busy machine the first one may have been cut off, and then waits for the pool.
  expect(await noteOf(1).select('id').execute()).toHaveLength(1)
})
