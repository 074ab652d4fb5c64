// `@private`: only the owner sees the field, however the object was reached.
import { isObjectType } from 'graphql'
import { beforeEach, describe, expect, test } from 'vitest'
import { createOperationCache } from '#foundation/graphql/operation.ts'
import { callerOf, type CallerOptions } from '#test/caller.ts'
import { schemaOf } from '#test/schema.ts'

describe('a subgraph does not start when a private field', () => {
  const personWith =
    (fields: string, resolvers = {}, key = '') =>
    () =>
      schemaOf(
        `type Query { me: Person @authenticated } type Person ${key} { id: ID! ${fields} }`,
        resolvers,
      )

  test.each([
    ['may not be null', 'gold: Int! @authenticated @private(owner: "id")'],
    ['is a list that may not be null', 'gold: [Int]! @authenticated @private(owner: "id")'],
  ])('%s', (_what, field) => {
    expect(personWith(field)).toThrow('Person.gold is @private and must be nullable.')
  })

  test('does not say who may use it', () => {
    const field = 'gold: Int @private(owner: "id")'
    expect(personWith(field)).toThrow('Person.gold does not say who may use it.')
  })

  test.each([
    ['that its object does not have', 'nobody', ''],
    ['that is another object', 'friend', 'friend: Person'],
    ['that is a list', 'friends', 'friends: [ID!]'],
    ['that is resolved', 'boss', 'boss: ID'],
  ])('has an owner %s', (_what, owner, more) => {
    const field = `gold: Int @authenticated @private(owner: "${owner}") ${more}`
    const resolvers = { Person: { boss: () => 'ada' } }
    expect(personWith(field, more.startsWith('boss') ? resolvers : {})).toThrow(
      `Person.gold is @private, and Person has no field ${owner} of its own.`,
    )
  })

  test('stands on an entity that callers describe themselves', () => {
    const start = personWith(
      'keeper: ID gold: Int @authenticated @private(owner: "keeper")',
      {},
      '@key(fields: "id")',
    )
    expect(start).toThrow('Person.gold is @private, and Person has no __resolveReference.')
  })

  test.each([
    ['of an interface', 'interface Purse { id: ID gold: Int @private(owner: "id") }'],
    ['of an input', 'input Purse { gold: Int @private(owner: "id") }'],
    ['without an owner', 'type Purse { id: ID gold: Int @authenticated @private }'],
  ])('is one %s', (_what, sdl) => {
    expect(() => schemaOf(`type Query { me: String @authenticated } ${sdl}`)).toThrow(/@private/)
  })
})

const SDL = `
  type Query { me: Person @authenticated  people: [Person] @authenticated  found: Found @authenticated }
  union Found = Person
  type Person @key(fields: "id") {
    id: ID
    friend: Person
    "What they have." gold(first: Int): Int @requiresScopes(scopes: [["identity"]]) @private(owner: "id")
    letters: [String!] @authenticated @private(owner: "keeper")
    "The id of their secretary." keeper: ID
  }
`
const ada = { id: 'ada', keeper: 'grace', letters: ['to Ada'] }
const grace = { id: 'grace', friend: ada, letters: ['to Grace'] }

describe.each(['compiled', 'interpreted'] as const)('a private field, %s,', (execution) => {
  let resolved: string[] = []
  beforeEach(() => {
    resolved = []
  })
  const people = [ada, grace, { id: null }, {}]
  const schema = schemaOf(SDL, {
    Query: { me: () => grace, people: () => people, found: () => ada },
    Found: { __resolveType: () => 'Person' },
    Person: {
      __resolveReference: ({ id }: { id: string }) => ({ id }),
      gold: ({ id }: { id: string }) => {
        resolved.push(id)
        return 7
      },
    },
  })
  const operations = createOperationCache(schema, { execution })
  const ask = async (
    source: string,
    asking: CallerOptions,
    variables?: Record<string, unknown>,
  ) => {
    const { data, errors = [] } = await operations
      .prepare(source)
      .execute(callerOf(asking), variables)
    return { data, errors: errors.map(({ extensions }) => extensions.code) }
  }
  const GOLD = [{ gold: 7 }, { gold: null }, { gold: null }, { gold: null }]

  test('a private field is shown to its owner, and not resolved for others', async () => {
    const response = await ask('{ people { gold } }', { as: { id: 'ada' } })
    expect(response).toEqual({ data: { people: GOLD }, errors: [] })
    expect(resolved).toEqual(['ada'])
  })

  test('any field of the object may hold the owner’s id', async () => {
    const { data } = await ask('{ people { letters } }', { as: { id: 'grace' } })
    const [first, ...others] = data!.people as { letters: unknown }[]
    expect(first).toEqual({ letters: ['to Ada'] })
    expect(others.map(({ letters }) => letters)).toEqual([null, null, null])
  })

  test.each([
    ['an alias and a fragment', '{ me { ...Purse friend { ...Purse } } }', {}],
    ['a union', '{ found { ... on Person { ...Purse } } }', {}],
    [
      'a representation',
      'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Person { ...Purse } } }',
      { of: [{ __typename: 'Person', id: 'ada', keeper: 'barbara', gold: 9 }] },
    ],
  ])('a private field is null for others through %s', async (_path, query, variables) => {
    const source = `${query} fragment Purse on Person { coins: gold letters }`
    const { data, errors } = await ask(source, { as: { id: 'barbara' } }, variables)
    expect(errors).toEqual([])
    expect(JSON.stringify(data)).toContain('"coins":null')
    expect(JSON.stringify(data)).not.toMatch(/"(coins|letters)":[^n]/)
    expect(resolved).toEqual([])
  })

  test('a private field is shown to its owner through a representation', async () => {
    const source =
      'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Person { gold } } }'
    const of = ['ada', 'grace'].map((id) => ({ __typename: 'Person', id }))
    const { data } = await ask(source, { as: { id: 'ada' } }, { of })
    expect(data).toEqual({ _entities: [{ gold: 7 }, { gold: null }] })
  })

  test('the guard of a private field refuses first', async () => {
    const nobody = await ask('{ people { gold } }', { as: { id: 'ada' }, scopes: ['wallet'] })
    expect(nobody.errors).toEqual(people.map(() => 'INSUFFICIENT_PERMISSIONS'))
    expect(resolved).toEqual([])
  })
})

test('the description of a private field says who sees it, after the SDL’s own text', () => {
  const person = schemaOf(SDL, { Person: { __resolveReference: () => null } }).getType('Person')
  const fields = isObjectType(person) ? person.getFields() : {}
  expect(fields.gold?.description).toBe('What they have. Null for anybody but the caller.')
  expect(fields.letters?.description).toBe('Null for anybody but the caller.')
  expect(fields.keeper?.description).toBe('The id of their secretary.')
})

test('a field without the directive keeps its own resolver', () => {
  const friend = () => grace
  const person = schemaOf(SDL, {
    Person: { __resolveReference: () => null, friend },
  }).getType('Person')
  expect(isObjectType(person) && person.getFields().friend?.resolve).toBe(friend)
})
