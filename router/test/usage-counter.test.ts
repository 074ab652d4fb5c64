// What the router counts of each operation, and the bounds of the counts in memory.
import { queryObjects } from 'node:v8'
import { buildSchema, Kind, parse, type OperationDefinitionNode } from 'graphql'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { AdmittedOperation } from '#foundation/graphql/context.ts'
import { callerOf, testLog } from '#test/caller.ts'
import { createFindCoordinates } from '../usage/coordinates.ts'
import { createUsageCounter, OTHER_NAMES, OVERFLOW, type UsageCount } from '../usage/counter.ts'
import { createUsage } from '../usage/usage.ts'

const clock = { now: new Date('2026-03-04T23:59:00.000Z') }
const warn = vi.fn<(...args: unknown[]) => void>()
const log = Object.assign(Object.create(testLog) as typeof testLog, { warn })
const counting = () => createUsageCounter(() => clock.now, log)
beforeEach(() => void warn.mockClear())
const DROPPED = 'could not deliver the usage of a day for a week: its counts are lost'
const summed = (counts: readonly UsageCount[]) => counts.reduce((sum, { count }) => sum + count, 0)

describe('the coordinates of an operation', () => {
  const schema = buildSchema(`
    type Query { quest(id: ID, near: Near): Quest quests: [Quest] }
    type Subscription { quest(id: ID): Quest }
    type Quest { title: String type: Type }
    enum Type { daily weekly }
    input Near { x: Int }
  `)
  const find = createFindCoordinates()
  const found = (source: string, name?: string) => {
    const document = parse(source)
    const operation = document.definitions.find(
      (node) => node.kind === Kind.OPERATION_DEFINITION && (!name || node.name?.value === name),
    ) as OperationDefinitionNode
    return find(schema, document, operation)
  }

  test('Coordinates are types, fields, arguments, input fields and enum values', () => {
    const source =
      'query ($near: Near) { quest(near: $near) { type ...Title } } fragment Title on Quest { title __typename }'
    expect(found(source).toSorted()).toEqual([
      'Int',
      'Near',
      'Near.x',
      'Query',
      'Query.quest',
      'Query.quest.near',
      'Quest',
      'Quest.title',
      'Quest.type',
      'String',
      'Type',
      'Type.daily',
      'Type.weekly',
    ])
  })

  test('A subscription has the coordinates of its root', () => {
    expect(found('subscription { quest(id: 1) { title } }').toSorted()).toEqual([
      'ID',
      'Quest',
      'Quest.title',
      'String',
      'Subscription',
      'Subscription.quest',
      'Subscription.quest.id',
    ])
  })

  test('Only the executed operation has coordinates', () => {
    const source = 'query A { quests { title } } query B { quest { type } }'
    expect(found(source, 'A')).toContain('Quest.title')
    expect(found(source, 'B')).not.toContain('Quest.title')
  })

  test('Introspection has no coordinates', () => {
    expect(found('{ __typename __schema { types { name } } }')).toEqual([])
  })

  test('The coordinates of an operation are found once', () => {
    const document = parse('{ quests { title } }')
    const operation = document.definitions[0] as OperationDefinitionNode
    const coordinates = find(schema, document, operation)
    expect(find(schema, document, operation)).toBe(coordinates)
  })
})

describe('counts', () => {
  test('Counts add up by client, name and coordinate until they are taken', () => {
    const counter = counting()
    const [one, other] = [['Query.a', 'Query.b'], ['Query.b']]
    counter.count('web', '', one)
    counter.count('web', '', one)
    counter.count('web', '', other)
    counter.count('web', 'phone', other)
    const common = { day: '2026-03-04', clientId: 'web' }
    expect(counter.take()).toEqual([
      { ...common, clientName: '', coordinate: 'Query.a', count: 2 },
      { ...common, clientName: '', coordinate: 'Query.b', count: 3 },
      { ...common, clientName: 'phone', coordinate: 'Query.b', count: 1 },
    ])
    expect(counter.take()).toEqual([])
  })

  test('Counts that could not be delivered are added to the next ones', () => {
    const counter = counting()
    counter.count('web', '', ['Query.a'])
    const taken = counter.take()
    counter.count('web', '', ['Query.a'])
    counter.add(taken)
    expect(counter.take()).toMatchObject([{ coordinate: 'Query.a', count: 2 }])
  })

  test('Counts belong to the day of the request', () => {
    const counter = counting()
    counter.count('web', '', ['Query.a'])
    clock.now = new Date('2026-03-05T00:00:00.000Z')
    counter.count('web', '', ['Query.a'])
    expect(counter.take().map(({ day }) => day)).toEqual(['2026-03-04', '2026-03-05'])
  })

  test('Counts of many operations are complete', () => {
    const counter = counting()
    for (let index = 0; index < 5_000; index += 1)
      counter.count('web', '', ['Query', `Query.f${index % 7}`])
    const taken = counter.take()
    expect(taken).toHaveLength(8)
    expect(taken[0]).toMatchObject({ coordinate: 'Query', count: 5_000 })
    expect(summed(taken)).toBe(10_000)
  })

  test('Too many clients are counted together', () => {
    const counter = counting()
    for (let index = 0; index < 1_000; index += 1) counter.count(`client_${index}`, '', ['Query.a'])
    const taken = counter.take()
    expect(taken).toHaveLength(201)
    expect(taken.at(-1)).toMatchObject({ clientId: OVERFLOW, count: 800 })
    // Taking the counts must not raise the limit, because the limit is per day.
    for (let index = 0; index < 1_000; index += 1) counter.count(`other_${index}`, '', ['Query.a'])
    expect(counter.take()).toMatchObject([{ clientId: OVERFLOW, count: 1_000 }])
  })

  test('Too many names of one client leave room for other clients', () => {
    const counter = counting()
    for (let index = 0; index < 1_000; index += 1)
      counter.count('loud', `name ${index}`, ['Query.a'])
    counter.count('web', '', ['Query.a'])
    const taken = counter.take()
    expect(taken).toHaveLength(12)
    expect(taken.find(({ clientName }) => clientName === OTHER_NAMES)).toMatchObject({ count: 990 })
    expect(taken.at(-1)).toMatchObject({ clientId: 'web' })
  })

  test('Of 3,000 names, each with a different document, 201 names and 1,000 documents are kept', () => {
    class Document extends Array<string> {}
    const fields = Document.from({ length: 1_000 }, (_, index) => `Query.f${index}`)
    const counter = counting()
    for (let index = 0; index < 3_000; index += 1) {
      const document = fields.slice(index % 900, (index % 900) + 100)
      counter.count(index % 2 ? `client ${index}` : 'one', `name ${index}`, document)
    }
    // Collects garbage before it counts.
    expect(queryObjects(Document, { format: 'count' })).toBeLessThanOrEqual(1_001)
    const taken = counter.take()
    const pairs = new Set(taken.map(({ clientId, clientName }) => `${clientId}: ${clientName}`))
    expect(pairs.size).toBe(201)
    expect(taken.length).toBeLessThanOrEqual(201 * fields.length)
    expect(summed(taken)).toBe(3_000 * 100)
  })

  test('Counts that nobody took for a week are dropped, each day with one warning', () => {
    const counter = counting()
    for (let day = 10; day < 20; day += 1) {
      clock.now = new Date(`2026-03-${day}T12:00:00.000Z`)
      counter.count('web', '', ['Query.a', 'Query.b'])
    }
    expect(warn.mock.calls).toEqual(
      [10, 11, 12].map((day) => [{ day: `2026-03-${day}`, counts: 2 }, DROPPED]),
    )
    expect([...new Set(counter.take().map(({ day }) => day))]).toEqual(
      [13, 14, 15, 16, 17, 18, 19].map((day) => `2026-03-${day}`),
    )
  })

  test('Counts that come back from a failed delivery after a week are dropped with one warning', () => {
    const counter = counting()
    clock.now = new Date('2026-03-10T12:00:00.000Z')
    for (let index = 0; index < 50; index += 1) counter.count('web', '', [`Query.f${index}`])
    for (let day = 11; day < 18; day += 1) {
      const taken = counter.take()
      clock.now = new Date(`2026-03-${day}T12:00:00.000Z`)
      counter.count('web', '', ['Query.a'])
      counter.add(taken)
    }
    expect(warn.mock.calls).toEqual([[{ day: '2026-03-10', counts: 50 }, DROPPED]])
    expect(counter.take()).toHaveLength(7)
  })
})

describe('the name of a client', () => {
  /** The name under which a request with these headers is delivered. */
  async function nameFrom(headers: Record<string, string>): Promise<string | undefined> {
    let sent: { clientName: string }[] = []
    const usage = createUsage({
      now: () => clock.now,
      log,
      connect: (_source, variables) => {
        sent = (variables as { input: { counts: typeof sent } }).input.counts
        return Promise.resolve({ recordUsage: true })
      },
    })
    const document = parse('{ me }')
    usage.count({
      schema: buildSchema('type Query { me: Int }'),
      document,
      operation: document.definitions[0],
      caller: callerOf(),
      req: { get: (header: string) => headers[header] },
    } as unknown as AdmittedOperation)
    await usage.stop()
    return sent[0]?.clientName
  }

  test('A client names itself in the header of Apollo or of Hive', async () => {
    expect(await nameFrom({})).toBe('')
    expect(await nameFrom({ 'apollographql-client-name': 'phone' })).toBe('phone')
    expect(await nameFrom({ 'graphql-client-name': 'tv' })).toBe('tv')
  })

  test('A name is stored without control characters, in at most 100 characters', async () => {
    const name = `\u00a0a\u00ad${'x'.repeat(200)}`
    expect(await nameFrom({ 'graphql-client-name': name })).toBe(`a${'x'.repeat(99)}`)
  })
})
