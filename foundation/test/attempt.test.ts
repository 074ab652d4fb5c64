// An attempt at a request with an idempotency key: where its statements run, and what is committed.
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#foundation/database/database.ts'
import { reads } from '#foundation/database/reads/read-statement.ts'
import { Attempt } from '#foundation/idempotency/attempt.ts'
import { findKey, type KeyedRequest } from '#foundation/idempotency/keys.ts'
import { testLog } from '#test/caller.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
let db: Kysely<unknown>
let request: KeyedRequest
let attempt: Attempt
const now = () => new Date('2026-03-04T12:00:00.000Z')

beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase(database.url, 'market', testLog)
  await sql`create table notes (text text primary key)`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
beforeEach(async () => {
  await sql`delete from notes`.execute(db)
  const scope = { identityId: 'ada', clientId: 'app', field: 'note', key: crypto.randomUUID() }
  request = { ...scope, fingerprint: 'print', holder: 'one' }
  attempt = attemptAt()
})

const attemptAt = (outcomes?: readonly unknown[], holder = 'one') =>
  new Attempt({ db, request: { ...request, holder }, now, outcomes })
const write = (text: string, on: Kysely<unknown> = attempt.db) =>
  sql`insert into notes values (${text})`.execute(on)
const notes = async () => {
  const { rows } = await sql<{ text: string }>`select text from notes order by text`.execute(db)
  return rows.map(({ text }) => text)
}
const kept = async () => (await findKey(db, request, now()))?.answer
const openTransactions = async () => {
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(db)
  return rows[0]!.open
}

test('a read opens no transaction, and the first write does', async () => {
  await reads(sql`select text from notes`).execute(attempt.db)
  expect(await openTransactions()).toBe(0)
  await write('a')
  expect(await openTransactions()).toBe(1)
  const { rows } = await reads(sql`select text from notes`).execute(attempt.db)
  expect(rows).toEqual([{ text: 'a' }])
  expect(await notes()).toEqual([])
  await attempt.keep('answer')
  expect([await notes(), await kept()]).toEqual([['a'], 'answer'])
  expect(await openTransactions()).toBe(0)
})

test('undone changes are not committed with the response', async () => {
  await write('a')
  await attempt.undo()
  await attempt.keep('refused')
  expect([await notes(), await kept()]).toEqual([[], 'refused'])
})

test('the response can be stored after a failed statement', async () => {
  await write('a')
  await expect(write('a')).rejects.toThrow('duplicate key')
  await attempt.undo()
  await attempt.keep('refused')
  expect([await notes(), await kept()]).toEqual([[], 'refused'])
})

test('a transaction within an attempt is a savepoint', async () => {
  await attempt.db.transaction().execute((trx) => write('a', trx))
  const failing = attempt.db.transaction().execute(async (trx) => {
    await write('b', trx)
    await write('b', trx)
  })
  await expect(failing).rejects.toThrow('duplicate key')
  await write('c')
  expect(await notes()).toEqual([])
  await attempt.keep('answer')
  expect(await notes()).toEqual(['a', 'c'])
})

test('an abandoned attempt leaves nothing, not even the key', async () => {
  await write('a')
  await attempt.abandon()
  expect([await notes(), await kept()]).toEqual([[], undefined])
  expect(await openTransactions()).toBe(0)
})

describe('after a phase', () => {
  const phase = (text: string) => ({
    run: async (on: Kysely<unknown>) => {
      await write(text, on)
      return text
    },
    keep: (value: string) => [value],
    again: ([value]: string[]) => Promise.resolve(`${value} again`),
  })

  test('a finished phase is committed, and no transaction is open', async () => {
    expect(await attempt.commitPhase(phase('a'))).toBe('a')
    expect([await notes(), await openTransactions()]).toEqual([['a'], 0])
    await write('b')
    expect(await notes()).toEqual(['a', 'b'])
    await attempt.undo()
    await attempt.abandon()
    expect(await notes()).toEqual(['a', 'b'])
  })

  test('another attempt does not run a finished phase again', async () => {
    await attempt.commitPhase(phase('a'))
    const { outcomes } = (await findKey(db, request, now()))!
    const second = attemptAt(outcomes)
    expect(await second.commitPhase(phase('a'))).toBe('a again')
    expect(await second.commitPhase(phase('b'))).toBe('b')
    await second.keep('answer')
    expect([await notes(), await kept()]).toEqual([['a', 'b'], 'answer'])
  })

  test('an attempt that was taken over commits nothing more', async () => {
    await attempt.commitPhase(phase('a'))
    await sql`update idempotency_keys set holder = 'two' where key = ${request.key}`.execute(db)
    // It would be a refusal, because the other attempt has written this.
    await expect(attempt.commitPhase(phase('a'))).rejects.toThrow('has come first')
    await expect(attempt.keep('answer')).rejects.toThrow('has come first')
    expect(attempt.isOvertaken).toBe(true)
    expect([await notes(), await kept()]).toEqual([['a'], null])
  })
})

test('of two concurrent attempts, one waits for the other and changes nothing', async () => {
  await write('a')
  const second = attemptAt(undefined, 'two')
  const late = write('b', second.db)
  await attempt.keep('answer')
  await expect(late).rejects.toThrow('has come first')
  expect(second.isOvertaken).toBe(true)
  await second.abandon()
  expect([await notes(), await kept()]).toEqual([['a'], 'answer'])
})
