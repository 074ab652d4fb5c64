// The sweep of an outbox: one process delivers a row, and tries less and less often if that fails.
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#foundation/database/database.ts'
import { sweepOutbox } from '#foundation/database/outboxes/outbox.ts'
import { asReported } from '#foundation/domain/errors.ts'
import { testLog } from '#test/caller.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
let db: Kysely<unknown>
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase(database.url, 'market', testLog)
  await sql`create table letters
    (id text primary key, attempts integer default 0, next_attempt_at timestamptz)`.execute(db)
})
beforeEach(() => sql`truncate letters`.execute(db))
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

test('A slow process does not deliver what another one has taken over from it', async () => {
  await sql`insert into letters select id, 0, '2026-03-04T12:00:00Z'
    from unnest(array['a', 'b', 'c']) as id`.execute(db)
  const delivered: string[] = []
  const sweep = (process: string, at: string, meanwhile?: () => Promise<void>) => {
    const settle = async ({ id }: { id: string }) => {
      delivered.push(process)
      await meanwhile?.()
      await sql`delete from letters where id = ${id}`.execute(db)
    }
    const outbox = { table: 'letters', key: 'id', settle }
    return sweepOutbox({ db, now: () => new Date(at) }, outbox, new AbortController().signal)
  }
  await sweep('slow', '2026-03-04T12:00:00Z', () => sweep('fast', '2026-03-04T13:00:00Z'))
  expect(delivered).toEqual(['slow', 'fast', 'fast', 'fast'])
})

test('The sweep waits longer after each failure, up to five minutes', async () => {
  let at = Date.UTC(2026, 2, 4, 12)
  await sql`insert into letters values ('a', 0, ${new Date(at)})`.execute(db)
  let tried = 0
  const settle = () => {
    tried += 1
    return Promise.reject(asReported(new Error('away')))
  }
  const sweep = async (now: number) => {
    const outbox = { table: 'letters', key: 'id', settle }
    await sweepOutbox({ db, now: () => new Date(now) }, outbox, new AbortController().signal)
    return tried
  }
  for (const [index, seconds] of [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300].entries()) {
    at += seconds * 1_000
    expect(await sweep(at - 1)).toBe(index)
    expect(await sweep(at)).toBe(index + 1)
  }
})
