// The engine `apollo`: Apollo's gateway plans and executes, by its public interface.
import { composeServices } from '@apollo/composition'
import { getOperationAST, GraphQLError, parse } from 'graphql'
import { expect, onTestFinished, test } from 'vitest'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import { serviceUnavailable } from '#foundation/domain/errors.ts'
import { testLog } from '#test/caller.ts'
import { library } from '../executor/test/library.ts'
import { createGateway } from '../gateway.ts'
import { readSupergraph } from '../supergraph/committed-source.ts'
import { executorOver, requestOf } from './requests.ts'

const FEDERATION = `extend schema @link(
  url: "https://specs.apollo.dev/federation/v2.8",
  import: ["@key", "@override", "@context", "@fromContext"]
)`

async function gatewayOver(supergraph: string) {
  const connect = () => () => Promise.resolve({})
  const options = { supergraph, authorizedBy: 'subgraphs', connect, log: testLog } as const
  const gateway = await createGateway({ ...options, engine: 'apollo' })
  onTestFinished(() => gateway.close())
  return gateway
}

/** Two subgraphs, of which the second has a title with a directive. */
function supergraphOf(directive: string): string {
  const books = `type Query { books: [Book] } type Book @key(fields: "id") { id: ID! title: String }`
  const press = `type Book @key(fields: "id") { id: ID! title: String ${directive} }`
  return compose(FEDERATION + books, FEDERATION + press)
}

function compose(books: string, press: string): string {
  const { supergraphSdl, errors } = composeServices([
    { name: 'old-books', url: 'http://books', typeDefs: parse(books) },
    { name: 'press', url: 'http://press', typeDefs: parse(press) },
  ])
  if (errors) throw new AggregateError(errors)
  return supergraphSdl
}

test.each(['percent(20)', 'percent(0)', 'percent(100)', 'us-east'])(
  'A field that is overridden with the label %s is refused by its name',
  async (label) => {
    const supergraph = supergraphOf(`@override(from: "old-books", label: "${label}")`)
    await expect(gatewayOver(supergraph)).rejects.toThrow(
      `Book.title has @override with the label "${label}", and ROUTER_ENGINE=apollo does not support labels. ` +
        'Remove the label or the directive, or use another engine.',
    )
  },
)

test("A supergraph that Apollo's gateway refuses is refused with its reason", async () => {
  const books = `type Query { shelf: Shelf } type Shelf @key(fields: "id") @context(name: "shelf") {
    id: ID! room: String book: Book
  } type Book @key(fields: "id") { id: ID! place(room: String @fromContext(field: "$shelf { room }")): String }`
  const inContext = compose(
    FEDERATION + books,
    `${FEDERATION} type Book @key(fields: "id") { id: ID! }`,
  )
  await expect(gatewayOver(inContext)).rejects.toThrow(/context.*SECURITY/s)
})

test('A completely overridden field and our own supergraph are served', async () => {
  expect(await gatewayOver(supergraphOf('@override(from: "old-books")'))).toBeDefined()
  expect(await gatewayOver(readSupergraph())).toBeDefined()
})

test('Fields of several subgraphs and introspection have one response', async () => {
  const graph = await library()
  const execute = await executorOver(graph, { engine: 'apollo' })
  const query = `query ($id: Boolean!) {
    first { id @include(if: $id) title copies author { name } }
    __type(name: "Book") { name }
  }`
  const { data, errors } = await execute(requestOf(graph, query, { id: true }))
  expect(errors).toBeUndefined()
  expect(data).toEqual({
    first: { id: '1', title: 'Book 1', copies: 3, author: { name: 'Author a1' } },
    __type: { name: 'Book' },
  })
})

test('The operation that is named in a document is executed', async () => {
  const graph = await library()
  const execute = await executorOver(graph, { engine: 'apollo' })
  const document = graph.parse('query A { first { title } } query B { first { copies } }')
  const [data] = await Promise.all(
    ['A', 'B'].map(async (name) => {
      const operation = getOperationAST(document, name)!
      const context = {} as GraphQLContext
      return (await execute({ document, operation, variables: {}, context })).data
    }),
  )
  expect(data).toEqual({ first: { title: 'Book 1' } })
})

test('Without a service, its fields alone are missing', async () => {
  const graph = await library()
  const fetch: typeof graph.fetch = (name, ...rest) =>
    name === 'lending' ? Promise.reject(serviceUnavailable(name)) : graph.fetch(name, ...rest)
  const execute = await executorOver({ ...graph, fetch }, { engine: 'apollo' })
  const { data, errors } = await execute(requestOf(graph, '{ first { title copies } }'))
  expect(data).toEqual({ first: null })
  // Apollo Server masks errors of any other class.
  expect(errors).toEqual([expect.any(GraphQLError)])
  expect(errors).toMatchObject([
    { extensions: { code: 'INTERNAL_ERROR', details: { service: 'lending', retry: true } } },
  ])
})
