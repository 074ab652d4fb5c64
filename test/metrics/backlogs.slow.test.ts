// What waits in the tables of services, and what their databases are, as /metrics shows it.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { MAX_COUNTED } from '#foundation/database/outboxes/backlog.ts'
import { scrape } from '#test/scrape.ts'
import { testSystem } from '#test/system.ts'
import { subgraphs } from '../../subgraphs/index.ts'

const NOW = new Date('2026-03-04T12:00:00Z')

const system = testSystem()
beforeAll(async () => {
  system.clock.now = NOW
})

const scrapeService = (name: string) => scrape(system.address(name))

/** Of these, /metrics shows the tasks. */
const SHOWN_BY_TASKS = ['departures', 'personal_data_tasks']

test.each(subgraphs.map(({ name }) => name))('every outbox of %s is measured', async (name) => {
  const { rows } = await sql<{ table: string }>`
    select table_name as table from information_schema.columns
    where table_schema = ${name} and column_name = 'next_attempt_at' order by 1`.execute(
    system.tables(name),
  )
  const tables = rows.map(({ table }) => table).filter((table) => !SHOWN_BY_TASKS.includes(table))
  const { samples } = await scrapeService(name)
  for (const metric of ['outbox_rows', 'outbox_oldest_age_seconds']) {
    const shown = samples.filter((one) => one.name === metric)
    expect(new Set(shown.map(({ labels }) => labels.outbox))).toEqual(new Set(tables))
    expect(shown.map(({ value }) => value)).toEqual(tables.map(() => 0))
  }
})

/** The audit trail gets these rows in an hour. */
const waitingRows = (count: number) => sql`
  insert into audit_outbox (id, at, kind, address, request_id, details, next_attempt_at)
  select 'waiting_' || n, ${NOW}::timestamptz - interval '90 minutes' + n * interval '1 second',
    'content_hidden', '', '', '{}', ${NOW}::timestamptz + interval '1 hour' + n * interval '1 second'
  from generate_series(1, ${count}) as n`

test('rows that wait are counted up to a limit, with the age of the oldest', async () => {
  await waitingRows(3).execute(system.tables('realm'))
  await waitingRows(100_000).execute(system.tables('guild'))
  await sql`analyze audit_outbox`.execute(system.tables('guild'))
  const shown = async (name: string) => {
    const { value } = await scrapeService(name)
    const labels = { outbox: 'audit_outbox', service: name }
    return [value('outbox_rows', labels), value('outbox_oldest_age_seconds', labels)]
  }
  await expect.poll(() => shown('realm')).toEqual([3, 90 * 60 - 1])
  await expect.poll(() => shown('guild')).toEqual([MAX_COUNTED, 90 * 60 - 1])
})

test('each service with a task about personal data has a number of its own', async () => {
  const identity = system.tables('identity')
  const { id } = await system.join('ada')
  await sql`
    insert into exports (id, identity_id, asked_at, expires_at)
    values ('export_1', ${id}, ${NOW}::timestamptz - interval '10 minutes',
      ${NOW}::timestamptz + interval '1 hour')`.execute(identity)
  await sql`
    insert into personal_data_tasks (id, service, export_id, next_attempt_at)
    values ('task_1', 'path', 'export_1', ${NOW}::timestamptz + interval '1 hour')`.execute(
    identity,
  )
  const shown = async (peer: string) => {
    const { value } = await scrapeService('identity')
    return [
      value('personal_data_tasks', { peer }),
      value('personal_data_tasks_oldest_age_seconds', { peer }),
    ]
  }
  await expect.poll(() => shown('path')).toEqual([1, 600])
  expect(await shown('guild')).toEqual([0, 0])
})
