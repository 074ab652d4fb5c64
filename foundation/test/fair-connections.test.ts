// The connections of a service: one caller never blocks the others.
import { sql, type Kysely } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#foundation/database/database.ts'
import { checkDatabase } from '#foundation/database/connections/probe-pools.ts'
import { isReported } from '#foundation/domain/errors.ts'
import { statementsWithoutConnection } from '#foundation/telemetry/metrics.ts'
import { testLog } from '#test/caller.ts'
import { requestOf } from '#test/current-caller.ts'
import { cloneDatabase, sessionsWaiting, type TestDatabase } from '#test/database.ts'
import { sendersDuring } from '#test/sent-statements.ts'

interface Tables {
  rows: { id: string; n: number }
}

const lines: object[] = []
const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as object) })
let database: TestDatabase
let db: Kysely<Tables>
let outside: Kysely<Tables>
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase(database.url, 'fair', log)
  outside = openDatabase(database.url, 'fair', testLog)
  await sql`create schema fair`.execute(db)
  await sql`create table rows (id text primary key, n integer)`.execute(db)
  await sql`insert into rows values ('a', 0), ('b', 0)`.execute(db)
})
afterAll(async () => {
  await Promise.all([db.destroy(), outside.destroy()])
  await database.drop()
})

const raise = (id: string) =>
  db
    .updateTable('rows')
    .set({ n: sql<number>`n + 1` })
    .where('id', '=', id)
    .execute()

test('a caller whose writes wait for a lock has three of six connections, and others write', async () => {
  const waiting = () => sessionsWaiting(outside as unknown as Kysely<never>)
  const { writes } = await outside.transaction().execute(async (trx) => {
    await trx.selectFrom('rows').select('id').where('id', '=', 'a').forUpdate().execute()
    const writes = Array.from({ length: 20 }, () => requestOf('ada').run(() => raise('a')))
    await expect.poll(waiting).toBe(3)
    await Promise.all(Array.from({ length: 20 }, () => requestOf('grace').run(() => raise('b'))))
    expect(await waiting()).toBe(3)
    return { writes: Promise.all(writes) }
  })
  await writes
  const rows = await db.selectFrom('rows').select(['id', 'n']).orderBy('id').execute()
  expect(rows).toEqual([
    { id: 'a', n: 20 },
    { id: 'b', n: 20 },
  ])
})

test('statements that find the queue full are refused as busy, counted, and logged once', async () => {
  const refusals = async () => (await statementsWithoutConnection.get()).values[0]!.value
  const before = await refusals()
  const { settled } = await outside.transaction().execute(async (trx) => {
    await trx.selectFrom('rows').select('id').where('id', '=', 'a').forUpdate().execute()
    const writes = Array.from({ length: 513 }, () => requestOf('ada').run(() => raise('a')))
    const settled = Promise.allSettled(writes)
    await expect(writes.at(-1)).rejects.toMatchObject({
      extensions: { code: 'INTERNAL_ERROR', details: { service: 'fair', retry: true } },
      message: 'The fair service is busy.',
      cause: { message: expect.stringContaining('no connection within 5 s') as string },
    })
    return { settled }
  })
  const refused = (await settled).filter((one) => one.status === 'rejected')
  expect(refused.map(({ reason }) => isReported(reason))).toEqual(Array(10).fill(true))
  expect(await refusals()).toBe(before + 10)
  expect(lines).toMatchObject([{ level: 40, msg: 'no connection to a database is free' }])
})

test('a database check does not wait for callers’ statements', async () => {
  const waiting = () => sessionsWaiting(outside as unknown as Kysely<never>)
  const { writes } = await outside.transaction().execute(async (trx) => {
    await trx.selectFrom('rows').select('id').where('id', '=', 'a').forUpdate().execute()
    const writes = ['ada', 'grace'].flatMap((name) =>
      Array.from({ length: 5 }, () => requestOf(name).run(() => raise('a'))),
    )
    await expect.poll(waiting).toBe(6)
    await checkDatabase(db)
    expect(await waiting()).toBe(6)
    return { writes: Promise.all(writes) }
  })
  await writes
})

test('a read waits for few of the reads of another caller that has sent hundreds', async () => {
  // Each of one caller is another, because equal ones would be sent once. Grace's equals one of Ada's that waits.
  const read = (name: string, n: number) =>
    requestOf(name).run(() => db.selectFrom('rows').select('id').where('n', '<', n).execute())
  // The order of their results depends on which of two connections gets a processor.
  const order = await sendersDuring(async () => {
    const reads = Array.from({ length: 240 }, (_, n) => read('ada', n))
    await Promise.all([...reads, read('grace', 200)])
  })
  expect(order).toHaveLength(241)
  expect(order.slice(0, 120)).toContain('grace')
})
