// Background work that fails is counted as failed, also when it logs its failure itself and goes on.
import { sql, type Kysely } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#foundation/database/database.ts'
import { sweepOutbox } from '#foundation/database/outboxes/outbox.ts'
import { asReported, forbidden, serviceUnavailable } from '#foundation/domain/errors.ts'
import { createOutage } from '#foundation/process/outage.ts'
import { startWorkers } from '#foundation/process/workers.ts'
import { createBackgroundWork } from '#foundation/service/background-work.ts'
import { createMetrics } from '#foundation/telemetry/metrics.ts'
import { measureSteps } from '#foundation/telemetry/metrics/step-metrics.ts'
import { runStep, workSteps } from '#foundation/telemetry/steps.ts'
import { testLog } from '#test/caller.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { readScrape } from '#test/scrape.ts'

const { registry } = createMetrics('tested')
measureSteps('tested', registry)

/** How many of these ended, and how many failed. */
async function counts(kind: string, name: string): Promise<[ended: number, failed: number]> {
  const { value } = readScrape(await registry.metrics())
  const countOf = (metric: string) => value(metric, { kind, name }) ?? 0
  return [
    countOf('background_work_duration_seconds_count'),
    countOf('background_work_errors_total'),
  ]
}

let lines: object[]
const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line) as object) })
beforeEach(() => void (lines = []))

let database: TestDatabase
let db: Kysely<unknown>
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase(database.url, 'swept', testLog)
  await sql`create schema swept`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const now = () => new Date('2026-03-04T12:00:00Z')
const stopping = new AbortController().signal

/** Fills the outbox with three rows, and delivers them. The second fails with this error. */
async function sweep(table: string, failure: Error): Promise<string[]> {
  await sql`create table ${sql.table(table)}
    (id text primary key, attempts integer default 0, next_attempt_at timestamptz)`.execute(db)
  await sql`insert into ${sql.table(table)}
    select id, 0, ${now()}::timestamptz + place * interval '1 ms' - interval '1 s'
    from unnest(array['a', 'b', 'c']) with ordinality as row (id, place)`.execute(db)
  const delivered: string[] = []
  const settle = ({ id }: { id: string }) => {
    if (id === 'b') return Promise.reject(failure)
    delivered.push(id)
    return Promise.resolve()
  }
  await sweepOutbox({ db, now }, { table, key: 'id', settle }, stopping)
  return delivered.toSorted()
}

test('a delivery that fails is counted, and the others are delivered', async () => {
  expect(await sweep('letters', asReported(new Error('No such house.')))).toEqual(['a', 'c'])
  expect(await counts('delivery', 'letters')).toEqual([3, 1])
})

test('a failure that nobody has logged ends the round', async () => {
  await expect(sweep('parcels', new Error('A defect.'))).rejects.toThrow('A defect.')
  expect((await counts('delivery', 'parcels'))[1]).toBe(1)
})

test('a round that fails is counted, and has the log line of its worker alone', async () => {
  const outage = createOutage('cannot ask Identity')
  const run = () => outage.report({ log }, () => Promise.reject(serviceUnavailable('identity')))
  const workers = startWorkers([{ name: 'ask', everyMs: 1, run }], () => undefined, log)
  await expect.poll(async () => (await counts('round', 'ask'))[1]).toBeGreaterThan(2)
  await workers.stop()
  const [ended, failed] = await counts('round', 'ask')
  expect(failed).toBe(ended)
  expect(lines).toMatchObject([{ msg: 'cannot ask Identity' }])
})

test('an event whose execution has an internal error has failed; a refused one has not', async () => {
  const describe = () => ({ kind: 'event' as const, name: 'tested' })
  for (const error of [forbidden('No.', {}), serviceUnavailable('identity')]) {
    const { extensions } = error
    await runStep(workSteps, describe, () => Promise.resolve({ errors: [{ extensions }] }))
  }
  expect(await counts('event', 'tested')).toEqual([2, 1])
})

test('a service without mutations sweeps no idempotency keys, for which it has no table', async () => {
  const createContext = () => ({ db, now }) as never
  const options = { env: {}, services: [], hasIdentity: true, createContext, log }
  const work = createBackgroundWork({ name: 'swept', migrations: {} } as never, options)
  work.start([])
  await work.stop()
  expect(lines).toEqual([])
})
