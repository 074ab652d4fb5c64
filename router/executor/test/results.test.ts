// The requests of the executor to subgraphs, and the responses that it makes of their results.
import { describe, expect, test } from 'vitest'
import type { SubgraphFetch } from '../subgraph-result.ts'
import { testLog } from '#test/caller.ts'
import { startPlanner } from '../../plan/start-planner.ts'
import { graphOf } from './graph.ts'
import { library } from './library.ts'

describe('an entity', () => {
  test('An entity at several paths is requested once, and returned at each', async () => {
    const { data, sent } = await (await library()).run('{ books { id copies } first { copies } }')
    expect(data).toEqual({
      books: [
        { id: '1', copies: 3 },
        { id: '2', copies: 3 },
        { id: '1', copies: 3 },
      ],
      first: { copies: 3 },
    })
    expect(sent.map(({ subgraph }) => subgraph)).toEqual(['books', 'lending'])
    expect(Object.values(sent[1]!.variables)).toContainEqual([
      { __typename: 'Book', id: '1' },
      { __typename: 'Book', id: '2' },
    ])
  })

  test('An entity below entities at several paths is requested once', async () => {
    const { data, sent } = await (
      await library()
    ).run('{ books { lentTo { name home { town } } } }')
    const lentTo = [
      { name: 'Author a2', home: { town: 'Alexandria' } },
      { name: 'Author a1', home: { town: 'Alexandria' } },
    ]
    expect(data).toEqual({ books: [{ lentTo }, { lentTo }, { lentTo }] })
    expect(sent.at(-1)!.variables.representations).toEqual([
      { __typename: 'Author', id: 'a2' },
      { __typename: 'Author', id: 'a1' },
    ])
  })

  test('An entity with only known fields is not fetched', async () => {
    const graph = await library({ Book: { lentTo: () => [] } })
    const { data, sent } = await graph.run('{ first { lentTo { name } } }')
    expect(data).toEqual({ first: { lentTo: [] } })
    expect(sent.map(({ subgraph }) => subgraph)).toEqual(['books', 'lending'])
  })

  test('An entity of an abstract type is fetched by its own type', async () => {
    const { data, sent } = await (await library()).run('{ shelf { ... on Book { copies } } }')
    expect(data).toEqual({ shelf: [{}, { copies: 3 }] })
    expect(sent[1]!.variables.representations).toEqual([{ __typename: 'Book', id: '2' }])
  })
})

test('An object that two fetches write into is copied for each path', async () => {
  const graph = await graphOf({
    shop: {
      sdl: `type Query { offers: [Offer] } type Offer @key(fields: "id") { id: ID! day: Int }`,
      // One offer, whose day depends on its index.
      resolvers: { Query: { offers: () => [1, 2].map((day) => ({ id: 'o', day })) } },
    },
    sizes: {
      sdl: `type Offer @key(fields: "id") { id: ID! box: Box @shareable } type Box { width: Int }`,
      resolvers: { Offer: { box: () => ({ width: 1 }) } },
    },
    prices: {
      sdl: `type Offer @key(fields: "id") {
          id: ID! day: Int @external box: Box @shareable @requires(fields: "day")
        } type Box { height: Int }`,
      resolvers: { Offer: { box: ({ day }: { day: number }) => ({ height: day }) } },
    },
  })
  const pricesLast: SubgraphFetch = async (subgraph, request, signal) => {
    const response = await graph.fetch(subgraph, request, signal)
    if (subgraph === 'prices') await new Promise(setImmediate)
    return response
  }
  const { data } = await graph.run('{ offers { box { width height } } }', {}, pricesLast)
  expect(data).toEqual({
    offers: [{ box: { width: 1, height: 1 } }, { box: { width: 1, height: 2 } }],
  })
})

describe('names', () => {
  test('Names that every JavaScript object has may be aliases', async () => {
    const graph = await library()
    const { data } = await graph.run(
      '{ toString: first { constructor: title } first { __proto__: copies } }',
    )
    expect(JSON.stringify(data)).toBe(
      '{"toString":{"constructor":"Book 1"},"first":{"__proto__":3}}',
    )
  })
})

describe('a condition', () => {
  const query =
    'query ($yes: Boolean = false) { first { id copies @include(if: $yes) author @skip(if: $yes) { name } } }'

  test('A condition removes fields, and the fetches that only they need', async () => {
    const left = await (await library()).run(query)
    expect(left.data).toEqual({ first: { id: '1', author: { name: 'Author a1' } } })
    expect(left.sent.map(({ subgraph }) => subgraph)).toEqual(['books', 'authors'])
    const kept = await (await library()).run(query, { yes: true })
    expect(kept.data).toEqual({ first: { id: '1', copies: 3 } })
    expect(kept.sent.map(({ subgraph }) => subgraph)).toEqual(['books', 'lending'])
  })
})

describe('a required field with arguments', async () => {
  const graph = await graphOf({
    goods: {
      sdl: `type Query { goods: [Good] } type Good @key(fields: "id") { id: ID! price(currency: String!): Int weight: Int }`,
      resolvers: {
        Query: { goods: () => [{ id: 'g', weight: 2 }] },
        Good: {
          price: (_: unknown, { currency }: { currency: string }) => (currency === 'EUR' ? 9 : 10),
        },
      },
    },
    shipping: {
      sdl: `type Good @key(fields: "id") { id: ID! weight: Int @external price(currency: String!): Int @external
        euros: Int @requires(fields: "weight price(currency: \\"EUR\\")")
        dollars: Int @requires(fields: "price(currency: \\"USD\\") weight")
        plain(add: Int): Int }`,
      resolvers: {
        Good: {
          euros: ({ price, weight }: Record<string, number>) => price! * weight!,
          dollars: ({ price, weight }: Record<string, number>) => price! * weight!,
          plain: (_: unknown, { add }: { add: number }) => add,
        },
      },
    },
  })

  test('A required field with arguments differs from that of the client, and of another requirement', async () => {
    const query =
      'query ($n: Int) { goods { price(currency: "USD") euros dollars plain(add: $n) } }'
    const { data, sent } = await graph.run(query, { n: 5 })
    expect(data).toEqual({ goods: [{ price: 10, euros: 18, dollars: 20, plain: 5 }] })
    expect(sent.filter(({ subgraph }) => subgraph === 'shipping')).toHaveLength(2)
  })

  test('Clients cannot select the synthetic field of a requirement', async () => {
    expect(JSON.stringify(graph.schema.getType('Good')!.toConfig())).not.toContain('required')
    await expect(graph.run('{ goods { price_required_0 } }')).rejects.toThrow('Cannot query field')
  })
})

test('An entity is sent back to its subgraph by a resolvable key', async () => {
  const graph = await graphOf({
    boxes: {
      sdl: `type Query { box: Box } type Box @key(fields: "place { row }", resolvable: false) @key(fields: "id") {
          id: ID! place: Place name: String @external label: String @requires(fields: "name")
        } type Place { row: Int @shareable }`,
      resolvers: {
        Query: { box: () => ({ id: 'b', place: { row: 1 } }) },
        Box: { label: ({ id, name }: { id?: string; name: string }) => `${id} ${name}` },
      },
    },
    names: {
      sdl: `type Box @key(fields: "id") { id: ID! name: String }`,
      resolvers: { Box: { name: () => 'Pandora' } },
    },
  })
  expect((await graph.run('{ box { label } }')).data).toEqual({ box: { label: 'b Pandora' } })
})

test('An object that another subgraph knows only as an interface has the fields of its type', async () => {
  const found = ({ id }: { id: string }) => {
    return { __typename: id.startsWith('boat') ? 'Boat' : 'Bike', id, wheels: 2 }
  }
  const resolvers = {
    __resolveType: ({ __typename }: { __typename: string }) => __typename,
    __resolveReference: found,
  }
  const graph = await graphOf(
    {
      owners: {
        sdl: `type Query { mine: [Vehicle]! }
          type Vehicle @key(fields: "id", resolvable: false) @interfaceObject { id: ID! }
          type Land @key(fields: "id", resolvable: false) @interfaceObject { id: ID! }`,
        resolvers: { Query: { mine: () => [{ id: 'bike1' }, { id: 'boat1' }] } },
      },
      vehicles: {
        sdl: `interface Vehicle @key(fields: "id") { id: ID! }
          interface Land implements Vehicle @key(fields: "id") { id: ID! wheels: Int! }
          type Bike implements Land & Vehicle @key(fields: "id") { id: ID! wheels: Int! }
          type Boat implements Vehicle @key(fields: "id") { id: ID! }`,
        resolvers: { Vehicle: resolvers, Land: resolvers },
      },
    },
    (sdl) => startPlanner(sdl, { log: testLog }),
  )
  const { data, errors } = await graph.run('{ mine { id ... on Land { wheels } } }')
  expect(errors).toBeUndefined()
  expect(data).toEqual({ mine: [{ id: 'bike1', wheels: 2 }, { id: 'boat1' }] })
})
