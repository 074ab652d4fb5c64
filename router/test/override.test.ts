// Override over two planners: who gets a field from which subgraph.
import { composeServices } from '@apollo/composition'
import { parse } from 'graphql'
import { expect, onTestFinished, test } from 'vitest'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import { callerOf, testLog } from '#test/caller.ts'
import { createGateway } from '../gateway.ts'
import { requestOf } from './requests.ts'

const FEDERATION = `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.7", import: ["@key", "@override"])`

function supergraphOf(label: string | undefined): string {
  const books = `${FEDERATION} type Query { book: Book }
    type Book @key(fields: "id") { id: ID! title: String }`
  const share = label === undefined ? '' : `, label: "${label}"`
  const press = `${FEDERATION} type Book @key(fields: "id") {
    id: ID! title: String @override(from: "books"${share}) }`
  const { supergraphSdl, errors } = composeServices([
    { name: 'books', url: 'http://books', typeDefs: parse(books) },
    { name: 'press', url: 'http://press', typeDefs: parse(press) },
  ])
  if (errors) throw new AggregateError(errors)
  return supergraphSdl
}

/** The subgraph that a person gets the title from. */
async function sourceFor(
  label: string | undefined,
  engine: 'native' | 'worker',
  active: string[] = [],
) {
  const { execute, close } = await createGateway({
    supergraph: supergraphOf(label),
    overrideLabels: active,
    connect:
      ({ name }) =>
      () => {
        const book = { __typename: 'Book', id: '1', title: name }
        return Promise.resolve({ data: name === 'books' ? { book } : { _entities: [book] } })
      },
    log: testLog,
    engine,
  })
  onTestFinished(close)
  return async (person: string) => {
    const request = requestOf({ parse }, '{ book { title } }')
    const context = { caller: callerOf({ as: { id: person } }) } as GraphQLContext
    const { data } = await execute({ ...request, context })
    return (data as { book: { title: string } }).book.title
  }
}

const people = Array.from({ length: 200 }, (_, at) => `identity_${at}`)

test.each(['native', 'worker'] as const)(
  'A share of the people gets a field from its new subgraph, by the planner %s',
  async (engine) => {
    const sourceOf = await sourceFor('percent(30)', engine)
    const sources = await Promise.all(people.map(sourceOf))
    const moved = sources.filter((source) => source === 'press').length
    expect(moved).toBeGreaterThan(30)
    expect(moved).toBeLessThan(90)
    expect(await Promise.all(people.map(sourceOf))).toEqual(sources)
  },
)

test.each(['native', 'worker'] as const)(
  'Without a label, everybody gets a field from its new subgraph, by the planner %s',
  async (engine) => {
    expect(await (await sourceFor(undefined, engine))('anybody')).toBe('press')
  },
)

test.each(['native', 'worker'] as const)(
  'A label of the settings moves a field for everybody, by the planner %s',
  async (engine) => {
    expect(await (await sourceFor('beta', engine))('anybody')).toBe('books')
    expect(await (await sourceFor('beta', engine, ['beta']))('anybody')).toBe('press')
    await expect(sourceFor('beta', engine, ['gamma'])).rejects.toThrow(
      'ROUTER_OVERRIDE_LABELS contains "gamma", but the supergraph has only the labels beta.',
    )
  },
)
