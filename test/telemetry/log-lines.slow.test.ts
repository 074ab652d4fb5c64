// What the log says of requests and of slow statements.
import { readFileSync } from 'node:fs'
import { sql, type Kysely } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { setLogLevel } from '#foundation/telemetry/log.ts'
import { testSystem } from '#test/system.ts'

const file = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const DASHBOARD = file('schema/operations/dashboard.graphql')

interface Line {
  level: number
  msg: string
  path?: string
  fromService?: boolean
  service?: string
  statement?: string
  bytes?: number
  services?: Record<string, number>
}

const lines: Line[] = []
const log = pino(
  { level: 'info', base: { name: 'test' } },
  { write: (line: string) => void lines.push(JSON.parse(line) as Line) },
)
const linesOf = (msg: string) => lines.filter((line) => line.msg === msg)

const system = testSystem({ log, settings: { SLOW_STATEMENT_MS: '200' } })
let token: string
beforeAll(async () => {
  const ada = await system.join('ada', { xp: 200 })
  token = await ada.token()
})
afterEach(() => {
  lines.length = 0
})

/** The line of the only request to the router. */
const requestLine = async () => {
  // The process fetches the keys of its ID service meanwhile, and peers call each other.
  const find = () =>
    linesOf('request').filter((line) => line.path === '/graphql' && !line.fromService)
  await expect.poll(find).toHaveLength(1)
  return find()[0]!
}

test('the line of a request says what was asked for, by which client, and where the time went', async () => {
  const { headers } = await system.graphql(DASHBOARD, { token })
  const line = await requestLine()
  expect(line).toMatchObject({
    path: '/graphql',
    status: '200',
    client: 'test-client',
    operation: expect.stringMatching(/^[\da-f]{16}$/) as unknown,
    units: Number(headers.get('x-cost-estimated')),
    bytes: expect.any(Number) as unknown,
    planMs: expect.any(Number) as unknown,
  })
  expect(Object.keys(line.services!).toSorted()).toEqual(
    'governance guild identity learn market path realm scroll'.split(' '),
  )
  expect(line).not.toHaveProperty('traceId')
  expect(line).not.toHaveProperty('outcome')

  lines.length = 0
  await system.graphql(DASHBOARD, { token })
  expect(await requestLine()).not.toHaveProperty('planMs')
})

test('a registered operation has its name, and any other one a hash, whatever its own name', async () => {
  const { operations } = JSON.parse(file('schema/clients/typed-client.json')) as {
    operations: { body: string; name: string }[]
  }
  await system.graphql(operations.find(({ name }) => name === 'Me')!.body, { token })
  expect(await requestLine()).toMatchObject({ operation: 'Me' })

  lines.length = 0
  await system.graphql('query Hunter2 { me { id } }', { token })
  const line = await requestLine()
  expect(line).toHaveProperty('operation')
  expect(JSON.stringify(line)).not.toContain('Hunter2')
})

test('the bytes of a line are those of one response on a connection with several', async () => {
  const sizes: number[] = []
  for (let times = 0; times < 2; times += 1) {
    lines.length = 0
    await system.graphql('{ me { username } }', { token })
    sizes.push((await requestLine()).bytes!)
  }
  const [first, second] = sizes
  expect(second).toBeGreaterThan(100)
  expect(Math.abs(second! - first!)).toBeLessThan(50)
})

test('a refused request has a line without an operation', async () => {
  await system.graphql('{ me { id } }', { token: 'a token of nobody' })
  const line = await requestLine()
  expect(line).toMatchObject({ path: '/graphql', status: '401' })
  expect(line).not.toHaveProperty('operation')
  expect(JSON.stringify(line)).not.toContain('nobody')
})

test('the line of a response with errors says whose they are', async () => {
  await system.graphql('mutation { completeQuest(questId: "quest_0") { success } }', { token })
  expect(await requestLine()).toMatchObject({ outcome: 'refused' })

  lines.length = 0
  const path = system.tables('path')
  await sql`alter table path.quests rename to away`.execute(path)
  await system.graphql('{ quests { nodes { title } } me { username } }', { token })
  await sql`alter table path.away rename to quests`.execute(path)
  expect(await requestLine()).toMatchObject({ status: '200', outcome: 'failed' })
})

/** How many statements wait for a lock, and have taken long enough to be logged. */
async function slowSessions(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{ slow: number }>`
    select count(*)::integer as slow from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
      and clock_timestamp() - query_start > interval '0.2 s'`.execute(db)
  return rows[0]!.slow
}

test('a slow statement is logged once a minute by name, without values', async () => {
  // No other test reads places: a slow machine may have logged its statement less than a minute before.
  const queries = ['place_lantern', 'place_of_nobody'].map(
    (id) => `{ place(id: "${id}") { name } }`,
  )
  let asked: Promise<unknown> = Promise.resolve()
  const realm = system.tables('realm')
  await realm.transaction().execute(async (trx) => {
    await sql`lock table realm.places in access exclusive mode`.execute(trx)
    asked = Promise.all(queries.map((query) => system.graphql(query, { token })))
    await expect.poll(() => slowSessions(realm)).toBe(2)
  })
  await asked
  const find = () => linesOf('slow statement').filter((line) => line.statement === 'select places')
  await expect.poll(find).not.toEqual([])
  const slow = find()
  expect(slow).toHaveLength(1)
  expect(slow[0]).toMatchObject({ level: 40, service: 'realm' })
  expect(JSON.stringify(slow)).not.toContain('lantern')
})

test('a level that is changed counts for the services, too', async () => {
  const isOfPeer = ({ level, path }: Line) => level === 20 && path === '/graphql'
  setLogLevel(log, 'debug')
  // The process polls its ID service.
  await expect.poll(() => lines.some(isOfPeer)).toBe(true)
  setLogLevel(log, 'info')
})
