// Usage counts of routers are summed by day, and exported with their window.
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testSubgraph } from '#test/subgraph.ts'
import { exportUsage } from '../domain/maintenance/field-usage.ts'
import type { IdentityTables } from '../tables.ts'

const RECORD = 'mutation ($input: RecordUsageInput!) { recordUsage(input: $input) }'
const NOON = new Date('2026-03-04T12:00:00.000Z')
const DAY_MS = 86_400_000

const identity = testSubgraph('identity')
beforeEach(async () => {
  identity.clock.now = NOON
  await tables().deleteFrom('fieldUsage').execute()
})

const tables = () => identity.tables<IdentityTables>('identity')
const counted = (change: object = {}) => ({
  at: NOON.toISOString(),
  clientId: 'web',
  clientName: '',
  coordinate: 'Quest.title',
  count: 1,
  ...change,
})
const asked = (...counts: object[]) => ({ service: 'router', variables: { input: { counts } } })
const record = (...counts: object[]) => identity.ask(RECORD, asked(...counts))
const exported = (days = 30) => exportUsage({ db: tables(), now: () => identity.clock.now }, days)

test('counts add up by day, client, name and coordinate', async () => {
  await record(counted(), counted({ count: 2 }), counted({ clientName: 'phone' }))
  await record(counted({ count: 4 }), counted({ at: '2026-03-03T23:59:59.999Z' }))
  expect((await exported()).coordinates).toEqual([
    { coordinate: 'Quest.title', client: 'web', name: null, count: 8, lastSeen: '2026-03-04' },
    { coordinate: 'Quest.title', client: 'web', name: 'phone', count: 1, lastSeen: '2026-03-04' },
  ])
})

test('counts that two routers deliver at once add up', async () => {
  const rows = Array.from({ length: 1_000 }, (_, index) => counted({ coordinate: `T.f${index}` }))
  const batches = Array.from({ length: 8 }, (_, index) =>
    record(...(index % 2 === 0 ? rows : rows.toReversed())),
  )
  await Promise.all(batches)
  const { coordinates } = await exported()
  expect(coordinates).toHaveLength(1_000)
  expect(new Set(coordinates.map(({ count }) => count))).toEqual(new Set([8]))
})

test('the window begins with the first day that was counted', async () => {
  await record(counted({ at: '2026-02-27T00:00:00.000Z' }), counted())
  expect(await exported()).toMatchObject({
    version: 1,
    generatedAt: '2026-03-04T12:00:00.000Z',
    from: '2026-02-27',
    to: '2026-03-04',
    uncounted: ['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03'],
    clients: [{ client: 'web', name: null, lastSeen: '2026-03-04' }],
  })
  expect(await exported(2)).toMatchObject({ from: '2026-03-04', to: '2026-03-04' })
})

test('An export without counts has no window', async () => {
  const { from, to, coordinates } = await exported()
  expect({ from, to, coordinates }).toEqual({
    from: '2026-03-04',
    to: '2026-03-04',
    coordinates: [],
  })
})

test.each([
  ['first', '00:00:00.000'],
  ['last', '23:59:59.999'],
])('in the %s millisecond of a day, an export of 90 days covers them', async (_title, time) => {
  const days = Array.from({ length: 100 }, (_, ago) => new Date(NOON.getTime() - ago * DAY_MS))
  await record(...days.map((at) => counted({ at: at.toISOString() })))
  identity.clock.now = new Date(`2026-03-04T${time}Z`)
  await identity.work()
  expect(await exported(90)).toMatchObject({ from: '2025-12-04', to: '2026-03-04', uncounted: [] })
  const { rows } = await sql<{ day: string }>`select min(day)::text as day from field_usage`
    // oxlint-disable-next-line typescript/no-unsafe-argument
    .execute(tables())
  expect(rows).toEqual([{ day: '2025-12-04' }])
})

test.each([
  ['more than a thousand', Array.from({ length: 1_001 }, () => counted()), 'input.counts'],
  ['of no client', [counted({ clientId: '' })], 'input.counts.0.clientId'],
  ['of a long name', [counted({ clientName: 'x'.repeat(101) })], 'input.counts.0.clientName'],
  ['of zero times', [counted({ count: 0 })], 'input.counts.0.count'],
])('counts %s are refused', async (_title, counts, field) => {
  const { code, details } = await identity.refusal(RECORD, asked(...counts))
  expect(code).toBe('VALIDATION_ERROR')
  expect(JSON.stringify(details)).toContain(field.split('.').at(-1))
})

test('Only services may record counts', async () => {
  const ada = await identity.join('ada')
  const { variables } = asked(counted())
  expect(await identity.refusal(RECORD, { as: ada, variables })).toMatchObject({
    details: { reason: 'service_token' },
  })
})
