// Mutations of several subgraphs: each is complete before the next begins.
import { describe, expect, test } from 'vitest'
import { createInProcessPlanner } from '../../executor/test/in-process-planner.ts'
import { graphOf, type CreatePlanner } from '../../executor/test/graph.ts'

/** A counter in one subgraph, its value in another one, and mutations of both. */
function counters(createPlanner: CreatePlanner) {
  let value = 0
  const change = (next: number) => {
    value = next
    return { id: 'c' }
  }
  const subgraphs = {
    counters: {
      sdl: `type Query { counter: Counter }
        type Mutation {
          add(by: Int = 1): Counter count: Int
          place(x: Int, y: Int): Counter move(to: Place): Counter
        }
        input Place { x: Int y: Int }
        type Counter @key(fields: "id") { id: ID! place(x: Int, y: Int): ID }`,
      resolvers: {
        Query: { counter: () => ({ id: 'c' }) },
        Mutation: {
          add: (_: unknown, { by }: { by: number }) => change(value + by),
          place: (_: unknown, { x, y }: { x: number; y: number }) => ({ id: `${x} ${y}` }),
          count: () => (value += 1),
        },
        Counter: {
          place: ({ id }: { id: string }, { x, y }: { x: number; y: number }) => `${id} ${x} ${y}`,
        },
      },
    },
    values: {
      sdl: `type Mutation { double: Counter }
        type Counter @key(fields: "id") { id: ID! value: Int echo(text: String): String }`,
      resolvers: {
        Mutation: { double: () => change(value * 2) },
        Counter: { value: () => value, echo: (_: unknown, { text }: { text: string }) => text },
      },
    },
  }
  return graphOf(subgraphs, createPlanner)
}

const PLANNERS: [string, CreatePlanner][] = [
  ['Hive', (supergraph) => createInProcessPlanner(supergraph, 'native')],
  ['Apollo', (supergraph) => createInProcessPlanner(supergraph, 'apollo')],
]

describe.each(PLANNERS)('mutations planned by %s', (_name, createPlanner) => {
  test('A block string below a mutation is sent unchanged', async () => {
    const { run } = await counters(createPlanner)
    const { data } = await run(String.raw`mutation { add { echo(text: """C:\bin""") } }`)
    expect(data).toEqual({ add: { echo: String.raw`C:\bin` } })
  })

  test('Each mutation sees the values that earlier ones have set', async () => {
    const { run } = await counters(createPlanner)
    const { data, errors, sent } = await run(
      'mutation ($by: Int) { a: add { value } b: double { value } c: add(by: $by) { value } d: double { value } }',
      { by: 5 },
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({ a: { value: 1 }, b: { value: 2 }, c: { value: 7 }, d: { value: 14 } })
    expect(Object.keys(data!)).toEqual(['a', 'b', 'c', 'd'])
    expect(sent.map(({ subgraph, query }) => `${subgraph} ${/^\w+/.exec(query)![0]}`)).toEqual([
      'counters mutation',
      'values query',
      'values mutation',
      'counters mutation',
      'values query',
      'values mutation',
    ])
  })

  test('Consecutive mutations of one subgraph are one request', async () => {
    const { run } = await counters(createPlanner)
    const { data, errors, sent } = await run(
      'mutation { a: add { id } b: add { id } c: double { value } d: add { value } e: add { id } }',
    )
    expect(errors).toBeUndefined()
    expect(data).toMatchObject({ c: { value: 4 }, d: { value: 6 } })
    const changes = sent.filter(({ query }) => query.startsWith('mutation'))
    expect(changes.map(({ subgraph }) => subgraph)).toEqual(['counters', 'values', 'counters'])
  })

  test('Mutations in fragments run in the order of the document', async () => {
    const { run } = await counters(createPlanner)
    const { data, errors } = await run(
      `mutation { ...Two ... { x: add { ...V } } } fragment V on Counter { value }
      fragment Two on Mutation { ... on Mutation { y: add { value } } z: double { ...V } }`,
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({ y: { value: 1 }, z: { value: 2 }, x: { value: 3 } })
  })

  test('Mutations of one subgraph keep their order, also beside a fragment', async () => {
    const { run } = await counters(createPlanner)
    const { data, errors, sent } = await run(
      `mutation { a: count ...F c: count }
      fragment F on Mutation { b: count d: add { id } }`,
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({ a: 1, b: 2, d: { id: 'c' }, c: 4 })
    expect(sent).toHaveLength(1)
  })

  test('A mutation keeps its arguments beside those of a field with the same name', async () => {
    const { run } = await counters(createPlanner)
    const { data } = await run('mutation { place(y: 2, x: 1) { place(y: 4, x: 3) } }')
    expect(data).toEqual({ place: { place: '1 2 3 4' } })
  })

  test('A mutation with __typename sends one request', async () => {
    const { run } = await counters(createPlanner)
    const { data, sent } = await run('mutation { __typename double { id } name: __typename }')
    expect(data).toEqual({ __typename: 'Mutation', double: { id: 'c' }, name: 'Mutation' })
    expect(sent.map(({ subgraph }) => subgraph)).toEqual(['values'])
  })

  test('A mutation keeps the text that services compare', async () => {
    const { run } = await counters(createPlanner)
    const { sent } = await run(
      `mutation { a: double { id __typename } b: double { id __typename }
        move(to: { y: 1, x: 2 }) { id } }`,
    )
    expect(sent.map(({ query }) => query)).toEqual([
      'mutation{a:double{__typename id}b:double{__typename id}}',
      'mutation{move(to:{y:1 x:2}){id}}',
    ])
  })
})
