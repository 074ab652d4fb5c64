// The router refuses supergraphs with directives that it does not support.
import { composeServices } from '@apollo/composition'
import { parse } from 'graphql'
import { expect, test } from 'vitest'
import { testLog } from '#test/caller.ts'
import { createGateway } from '../gateway.ts'
import { readSupergraph } from '../supergraph.ts'
import { requestOf } from './requests.ts'

const FEDERATION = `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.7", import: ["@key", "@override"])`

const connect = () => () => Promise.resolve({})
const gatewayOver = (supergraph: string) => createGateway({ supergraph, connect, log: testLog })

function supergraphOf(override: string): string {
  const books = `${FEDERATION} type Query { books: [Book] }
    type Book @key(fields: "id") { id: ID! title: String }`
  const press = `${FEDERATION} type Book @key(fields: "id") { id: ID! title: String ${override} }`
  const { supergraphSdl, errors } = composeServices([
    { name: 'old-books', url: 'http://books', typeDefs: parse(books) },
    { name: 'press', url: 'http://press', typeDefs: parse(press) },
  ])
  if (errors) throw new AggregateError(errors)
  return supergraphSdl
}

test.each(['percent(20)', 'percent(0)', 'percent(100)', 'us-east'])(
  'The error names a field that is overridden with the label %s',
  async (label) => {
    const supergraph = supergraphOf(`@override(from: "old-books", label: "${label}")`)
    await expect(gatewayOver(supergraph)).rejects.toThrow(
      `Book.title has @override(from: "old-books", label: "${label}"), and this router does not support labels. ` +
        'Remove the label, or the whole directive.',
    )
  },
)

test('An operation of __typename alone calls no subgraph', async () => {
  const { execute } = await createGateway({
    supergraph: readSupergraph(),
    authorizedBy: 'subgraphs',
    connect: () => () => Promise.reject(new Error('called')),
    log: testLog,
  })
  const source = '{ ...F a: __typename } fragment F on Query { b: __typename ... { __typename } }'
  const response = await execute(requestOf({ parse }, source))
  expect(response).toEqual({ data: { a: 'Query', b: 'Query', __typename: 'Query' } })
})

test('A completely overridden field and our own supergraph are served', async () => {
  expect(await gatewayOver(supergraphOf('@override(from: "old-books")'))).toBeDefined()
  const own = { supergraph: readSupergraph(), authorizedBy: 'subgraphs' } as const
  expect(await createGateway({ ...own, connect, log: testLog })).toBeDefined()
})
