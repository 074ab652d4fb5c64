// A subgraph with resolvers that nothing would call does not start.
import { GraphQLScalarType, isObjectType } from 'graphql'
import { describe, expect, test } from 'vitest'
import { schemaOf } from '#test/schema.ts'

const SDL = `
  type Query { quest: Quest @authenticated }
  interface Task { id: ID! }
  type Quest implements Task @key(fields: "id") { id: ID! title: String! type: QuestType! }
  union Found = Quest
  enum QuestType { daily weekly }
  input QuestFilter { type: QuestType }
  scalar Colour
`
const resolve = () => null

describe('a resolver is refused', () => {
  test.each([
    ['of a type that is not there', { Qest: { title: resolve } }, 'resolvers for Qest,'],
    ['of a field that is not there', { Quest: { titel: resolve } }, 'Quest.titel'],
    ['of a root field that is not there', { Query: { quests: resolve } }, 'Query.quests'],
    ['of an operation that is not there', { Mutation: { quest: resolve } }, 'for Mutation,'],
    ['of a field of an interface', { Task: { id: resolve } }, 'Task.id'],
    ['of a field of an input', { QuestFilter: { type: resolve } }, 'QuestFilter.type'],
    ['of an enum value', { QuestType: { daily: 1 } }, 'QuestType.daily'],
    ['that tells the type of an object', { Quest: { __resolveType: resolve } }, 'Quest.__resolveT'],
    ['for something inherited', { Quest: { constructor: resolve } }, 'Quest.constructor'],
  ])('a resolver %s is refused', (_what, resolvers, named) => {
    expect(() => schemaOf(SDL, resolvers)).toThrow(named)
    expect(() => schemaOf(SDL, resolvers)).toThrow(/which is not in the schema\.$/)
  })
})

describe('a resolver is accepted', () => {
  test.each([
    ['of a field', { Quest: { title: resolve }, Query: { quest: resolve } }],
    ['of a reference', { Quest: { __resolveReference: resolve } }],
    ['that tells the type behind an interface', { Task: { __resolveType: resolve } }],
    ['that tells the type behind a union', { Found: { __resolveType: resolve } }],
    ['of a scalar', { Colour: new GraphQLScalarType({ name: 'Colour' }) }],
  ])('a resolver %s is accepted', (_what, resolvers) => {
    expect(schemaOf(SDL, resolvers).getQueryType()?.name).toBe('Query')
  })

  test('an accepted resolver is called for its field', () => {
    const quest = schemaOf(SDL, { Quest: { title: resolve } }).getType('Quest')
    expect(isObjectType(quest) && quest.getFields().title?.resolve).toBe(resolve)
  })
})

test('every subgraph has the shared scalars and types', () => {
  const schema = schemaOf(SDL)
  for (const name of ['DateTimeISO', 'JSONObject', 'PageInfo']) {
    expect(schema.getType(name)?.description, name).toEqual(expect.any(String))
  }
})
