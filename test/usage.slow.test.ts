// Usage at the router, counted by client and day, in one process and in a router process.
import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestSystem, type Person, type TestSystem, type Topology } from '#test/system.ts'
import { isUnused } from '../packages/federation-check/src/field-usage/unused.ts'
import { readFieldUsage } from '../packages/federation-check/src/field-usage/usage-file.ts'
import { exportUsage } from '../subgraphs/identity/domain/maintenance/field-usage.ts'
import type { IdentityTables } from '../subgraphs/identity/tables.ts'

let system: TestSystem
let ada: Person
const start = (topology: Topology) => async () => {
  system = await startTestSystem({ topology, usageEveryMs: 20 })
  // No day ends in the middle of a test.
  system.clock.now = new Date()
  ada = await system.join('ada')
}

const ask = async (query: string, clientId: string, headers: object = {}, variables = {}) => {
  const token = await ada.token({ clientId })
  const { body } = await system.graphql(query, { token, headers, variables })
  return body
}

/** The counts of a client, by `name: coordinate`. */
async function countsOf(clientId: string): Promise<Record<string, number>> {
  const rows = await system
    .tables<IdentityTables>('identity')
    .selectFrom('fieldUsage')
    .select(['clientName', 'coordinate', 'count'])
    .where('clientId', '=', clientId)
    .execute()
  return Object.fromEntries(
    rows.map(({ clientName, coordinate, count }) => [`${clientName}: ${coordinate}`, count]),
  )
}

describe.each(['one process', 'over HTTP'] as const)('%s', (topology) => {
  beforeAll(start(topology))
  afterAll(() => system.stop())

  test('every request counts, with the name that its client gives itself', async () => {
    const query = '{ me { username } }'
    const names = [
      {},
      {},
      { 'apollographql-client-name': 'phone' },
      { 'graphql-client-name': 'tv' },
    ]
    for (const headers of names) await ask(query, 'web', headers)
    await expect
      .poll(() => countsOf('web'))
      .toMatchObject({
        ': Query.me': 2,
        ': Identity.username': 2,
        'phone: Identity.username': 1,
        'tv: Identity.username': 1,
      })
  })

  test('requested arguments, input fields and enum values count, and others do not', async () => {
    await ask('{ quests(first: 1) { nodes { title } } }', 'lists')
    await expect
      .poll(() => countsOf('lists'))
      .toMatchObject({
        ': Query.quests': 1,
        ': Query.quests.first': 1,
        ': Quest.title': 1,
      })
    expect(Object.keys(await countsOf('lists'))).not.toContain(': Query.quests.after')
  })

  test('neither a refused operation nor introspection counts', async () => {
    expect(await ask('{ me { nothing } }', 'refused')).toHaveProperty('errors')
    expect(await ask('{ __schema { queryType { name } } }', 'refused')).toHaveProperty('data')
    await ask('{ me { id } }', 'refused')
    await expect.poll(() => countsOf('refused')).toHaveProperty([': Identity.id'], 1)
    expect(Object.keys(await countsOf('refused')).toSorted()).toEqual([
      ': ID',
      ': Identity',
      ': Identity.id',
      ': Node',
      ': Node.id',
      ': Query',
      ': Query.me',
    ])
  })

  test('a name of 10 kB is cut, and a client has rows for ten names', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `${index} ${'x'.repeat(10_000)}`)
    for (const name of names) await ask('{ me { id } }', 'loud', { 'graphql-client-name': name })
    const rows = async () => {
      const counts = Object.entries(await countsOf('loud'))
      return counts.filter(([key]) => key.endsWith(': Identity.id'))
    }
    await expect
      .poll(async () => (await rows()).reduce((sum, [, count]) => sum + count, 0))
      .toBe(50)
    expect(await rows()).toHaveLength(11)
    expect(await rows()).toContainEqual([`9 ${'x'.repeat(98)}: Identity.id`, 1])
    expect(await rows()).toContainEqual(['(other names): Identity.id', 40])
  })

  test('a large document counts once for each coordinate', async () => {
    const things = (alias: number) =>
      `q${alias}: quests(first: 1) { nodes { ${'title '.repeat(50)}} }`
    const query = `{ ${Array.from({ length: 15 }, (_, alias) => things(alias)).join(' ')} }`
    expect(await ask(query, 'large')).toHaveProperty('data')
    await expect.poll(() => countsOf('large')).toHaveProperty([': Quest.title'], 1)
    expect(Object.values(await countsOf('large'))).toEqual(Array(9).fill(1))
  })

  test('a name is stored without control characters, in at most 100 characters', async () => {
    await ask('{ me { id } }', 'long', { 'graphql-client-name': `\u00a0a\u00ad${'x'.repeat(200)}` })
    await expect.poll(() => countsOf('long')).toHaveProperty([`a${'x'.repeat(99)}: Identity.id`], 1)
  })
})

describe('the export', () => {
  beforeAll(start('one process'))
  afterAll(() => system.stop())

  const counted = (days: number[]) =>
    days.map((ago) => ({
      day: new Date(system.clock.now!.getTime() - ago * 86_400_000).toISOString().slice(0, 10),
      clientId: 'web',
      clientName: '',
      coordinate: 'Query.guilds',
      count: 1,
    }))

  async function exported() {
    const db = system.tables<IdentityTables>('identity')
    const text = JSON.stringify(await exportUsage({ db, now: () => system.clock.now! }, 30))
    return readFieldUsage({ file: 'usage.json', text })
  }

  test('the check reads the export, which covers the counted days', async () => {
    const days = Array.from({ length: 31 }, (_, ago) => ago).filter((ago) => ago !== 9)
    const db = system.tables<IdentityTables>('identity')
    await db.insertInto('fieldUsage').values(counted(days)).execute()
    await ask('{ me { username } }', 'web')
    await expect.poll(async () => (await exported()).used).toContain('Identity.username')
    expect((await exported()).window).toMatchObject({ days: 29 })
    await db
      .insertInto('fieldUsage')
      .values(counted([9]))
      .execute()
    const usage = await exported()
    expect(usage.window).toMatchObject({ days: 30 })
    const schema = buildSchema(readFileSync('schema/api.graphql', 'utf8'))
    expect(isUnused(schema, usage, 'Identity.username')).toBe(false)
    expect(isUnused(schema, usage, 'Quest.title')).toBe(true)
  })
})

describe('while Identity is away', () => {
  beforeAll(start('over HTTP'))
  afterAll(() => system.stop())

  test('requests while Identity is away succeed, and count once it is back', async () => {
    const query = '{ realms(first: 1) { nodes { name } } }'
    await ask(query, 'patient')
    await expect.poll(() => countsOf('patient')).toHaveProperty([': Realm.name'], 1)
    await system.stopService('identity')
    expect(await ask(query, 'patient')).toHaveProperty('data')
    await system.startService('identity')
    await expect.poll(() => countsOf('patient')).toHaveProperty([': Realm.name'], 2)
  })
})
