// Usage files: what each format says, what nobody asked for, and what a report says of it.
import { buildSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { isUnused } from '../../src/field-usage/unused.ts'
import { readFieldUsage } from '../../src/field-usage/usage-file.ts'
import { checkPair, pairsOf } from './pair.ts'

const read = (given: unknown) => readFieldUsage({ file: 'usage.json', text: JSON.stringify(given) })

const schema = buildSchema(`
  type Query { quest(id: ID, type: Type): Quest node: Node found: Found near(at: Near): Int }
  interface Node { id: ID }
  type Quest implements Node { id: ID title: String at: Moment }
  type Badge { code: String }
  union Found = Quest | Badge
  enum Type { daily weekly }
  scalar Moment
  input Near { x: Int y: Int }
`)

describe('the own format', () => {
  const window = { version: 1, from: '2026-10-23', to: '2026-11-22' }
  const own = (...coordinates: string[]) =>
    read({ ...window, coordinates: coordinates.map((coordinate) => ({ coordinate, count: 3 })) })

  test('has the window it says', () => {
    expect(own('Query').window).toEqual({ from: '2026-10-23', to: '2026-11-22', days: 30 })
  })

  test('does not count a coordinate that was counted zero times', () => {
    const { used } = read({ ...window, coordinates: [{ coordinate: 'Quest.title', count: 0 }] })
    expect(used.size).toBe(0)
  })

  test.each([
    ['a day that no calendar has', { from: '2026-99-99' }],
    ['a number of days', { from: -30, to: null }],
    ['no end', { to: undefined }],
    ['an end before its beginning', { from: '2026-11-22', to: '2026-10-23' }],
  ])('has no window with %s', (_title, change) => {
    expect(read({ ...window, ...change, coordinates: [] }).window).toBeUndefined()
  })

  test.each([
    ['Quest.title', ['Quest.id'], true],
    ['Quest.title', ['Quest.title'], false],
    ['Quest.id', ['Node.id'], false],
    ['Node.id', ['Quest.id'], false],
    ['Quest', ['Node.id'], false],
    ['Quest', ['Quest'], false],
    ['Badge', ['Quest.title'], true],
    ['Query.quest.id', ['Query.quest'], false],
    ['Query.quest.id', ['Query.quest', 'Query.quest.type'], true],
    ['Query.quest.id', ['Query.quest', 'Query.quest.id'], false],
    ['Type.daily', ['Type.weekly'], true],
    ['Type', ['Type.weekly'], false],
    ['Near.x', ['Near.y'], true],
    ['Type.daily', ['Quest.title', 'Near.x', 'Query.quest.id'], false],
    ['Type', ['Quest.title'], false],
    ['Near.x', ['Quest.title', 'Type.daily'], false],
    ['Found', ['Quest.title'], false],
    ['Found', ['Query'], true],
    ['Found', ['Found'], false],
    ['Moment', ['Moment'], false],
    ['Nowhere.x', [], false],
  ])('of %s, where %j was asked for: unused %s', (coordinate, asked, unused) => {
    expect(isUnused(schema, own(...asked), coordinate)).toBe(unused)
  })
})

describe('usage reports of Hive', () => {
  const report = {
    size: 2,
    map: {
      a: { operation: '{ quest { title } }', fields: ['Query', 'Query.quest', 'Quest.title'] },
      b: { operation: '{ quest(id: 1) { id } }', fields: ['Query.quest.id', 'Query.quest.id!'] },
    },
    operations: [
      { operationMapKey: 'a', timestamp: Date.parse('2026-11-21T23:59:00Z'), execution: {} },
      { operationMapKey: 'b', timestamp: Date.parse('2026-10-20T00:00:00Z'), execution: {} },
    ],
  }

  test('cover the days from the first operation to the last that have an operation', () => {
    const timestamps = [20, 21, 23].map((day) => Date.parse(`2026-10-${day}T12:00:00Z`))
    const more = { map: {}, operations: timestamps.map((timestamp) => ({ timestamp })) }
    expect(read([report, { size: 0, map: {} }, more]).window).toEqual({
      from: '2026-10-20',
      to: '2026-11-21',
      days: 3,
    })
  })

  test('say which coordinates were asked for', () => {
    const usage = read(report)
    expect(isUnused(schema, usage, 'Query.quest.id')).toBe(false)
    expect(isUnused(schema, usage, 'Query.quest.type')).toBe(true)
    expect(isUnused(schema, usage, 'Quest.at')).toBe(true)
  })

  test('have no window without operations', () => {
    expect(read({ ...report, operations: [] }).window).toBeUndefined()
  })
})

describe('a statsWindow of GraphOS', () => {
  const record = (parentType: string, fieldName: string, count: unknown = 7) => ({
    groupBy: { parentType, fieldName, clientName: 'web' },
    metrics: { referencingOperationCount: count },
  })
  const response = (stats: object) => ({
    data: {
      graph: {
        statsWindow: {
          roundedDownFrom: '2026-10-22T00:00:00Z',
          roundedUpTo: '2026-11-22T00:00:00Z',
          ...stats,
        },
      },
    },
  })

  test('has a window and fields', () => {
    const usage = read(
      response({ fieldUsage: [record('Quest', 'title'), record('Quest', 'at', '0')] }),
    )
    expect(usage.window).toEqual({ from: '2026-10-22', to: '2026-11-22', days: 31 })
    expect([...usage.used]).toEqual(['Quest.title'])
    expect(isUnused(schema, usage, 'Quest.at')).toBe(true)
    expect(isUnused(schema, usage, 'Quest.title')).toBe(false)
  })

  test('says nothing of what it does not count', () => {
    const usage = read(response({ fieldUsage: [record('Query', 'quest')] }))
    for (const coordinate of [
      'Query.quest.id',
      'Type.daily',
      'Near.x',
      'Near',
      'Found',
      'Moment',
    ]) {
      expect(isUnused(schema, usage, coordinate), coordinate).toBe(false)
    }
    expect(isUnused(schema, usage, 'Query.near.at')).toBe(true)
  })

  test('counts input fields and enum values among coordinates', () => {
    const field = {
      groupBy: { namedType: 'Near', namedAttribute: 'x', kind: 'INPUT_OBJECT_FIELD' },
    }
    const value = { groupBy: { namedType: 'Type', namedAttribute: 'weekly', kind: 'ENUM_VALUE' } }
    const usage = read(response({ coordinateUsage: [field, value] }))
    expect(isUnused(schema, usage, 'Near.x')).toBe(false)
    expect(isUnused(schema, usage, 'Near.y')).toBe(true)
    expect(isUnused(schema, usage, 'Type.daily')).toBe(true)
    const withoutValues = read(response({ coordinateUsage: [field] }))
    expect(isUnused(schema, withoutValues, 'Type.daily')).toBe(false)
  })

  test.each([
    ['it is not selected', { roundedDownFrom: undefined }],
    ['records do not name their field', { fieldUsage: [{ groupBy: { clientName: 'web' } }] }],
    ['the list may be cut', { fieldUsage: Array.from({ length: 10_000 }, () => record('A', 'b')) }],
  ])('has no window if %s', (_title, change) => {
    const usage = read(response({ fieldUsage: [record('Quest', 'title')], ...change }))
    expect(usage.window).toBeUndefined()
  })
})

test.each(['', ' \n', '{}', '[]', 'null'])('a file with %j counts nothing', (text) => {
  const { used, window } = readFieldUsage({ file: 'usage.json', text })
  expect({ size: used.size, window }).toEqual({ size: 0, window: undefined })
})

test.each([
  ['{', /^usage\.json: /],
  ['{"a": 1}', /^usage\.json counts no usage in a known format/],
  ['7', /counts no usage in a known format/],
  ['[7]', /counts no usage in a known format/],
  ['{"version": 2, "coordinates": []}', /counts no usage in a known format/],
  ['{"version": 1, "coordinates": [null]}', /counts no usage in a known format/],
  ['{"version": 1, "uncounted": null, "coordinates": []}', /counts no usage in a known format/],
  ['{"map": {"a": null}}', /counts no usage in a known format/],
  ['{"map": {"a": {"fields": [1]}}}', /counts no usage in a known format/],
])('a file with %s is refused', (text, sentence) => {
  expect(() => readFieldUsage({ file: 'usage.json', text })).toThrow(sentence)
})

test('a note about an unused field says in which days nobody asked for it', async () => {
  const pair = pairsOf('usage').find(({ title }) => title.includes('nobody asked for in 30 days'))!
  const { findings } = await checkPair(pair)
  expect(findings).toMatchObject([
    {
      message:
        "Field 'note' was removed from object type 'Quest'; unused for 30 days: 2026-05-16 to 2026-06-15.",
      unused: { days: 30, from: '2026-05-16', to: '2026-06-15' },
      fails: false,
    },
  ])
})
