// Two processes deliver the rows of an outbox.
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#foundation/database/database.ts'
import { sweepOutbox } from '#foundation/database/outboxes/outbox.ts'
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
