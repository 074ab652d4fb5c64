// The gateway over whole supergraphs.
import { composeServices } from '@apollo/composition'
import { parse } from 'graphql'
import { expect, onTestFinished, test } from 'vitest'
import { testLog } from '#test/caller.ts'
import { createGateway } from '../gateway.ts'
import { readSupergraph } from '../supergraph/committed-source.ts'
import { requestOf } from './requests.ts'

const FEDERATION = `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.7", import: ["@key", "@override"])`

const noSubgraph = () => () => Promise.reject(new Error('called'))

async function gatewayOver(supergraph: string) {
  const gateway = await createGateway({
    supergraph,
    authorizedBy: 'subgraphs',
    connect: noSubgraph,
    log: testLog,
  })
  onTestFinished(() => gateway.close())
  return gateway
}

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

test('An operation of __typename alone calls no subgraph', async () => {
  const { execute } = await gatewayOver(readSupergraph())
  const source = '{ ...F a: __typename } fragment F on Query { b: __typename ... { __typename } }'
  const response = await execute(requestOf({ parse }, source))
  expect(response).toEqual({ data: { a: 'Query', b: 'Query', __typename: 'Query' } })
})

test('A completely overridden field and our own supergraph are served', async () => {
  expect(await gatewayOver(supergraphOf('@override(from: "old-books")'))).toBeDefined()
  expect(await gatewayOver(readSupergraph())).toBeDefined()
})
