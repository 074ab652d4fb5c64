// The schema as a document: by the conventions, composed of every subgraph.
import { readFileSync } from 'node:fs'
import { definitionsIn } from 'federation-check'
import {
  assertValidSchema,
  buildSchema,
  GraphQLSchema,
  isInterfaceType,
  isTypeDefinitionNode,
  parse,
  type GraphQLObjectType,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { serviceFacts } from '#foundation/process/config.ts'
import { subgraphSdl } from '#foundation/service/sdl.ts'
import { readSupergraph } from '../../router/supergraph/committed-source.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import { services } from '../../subgraphs/services.ts'
import { checkPeerOperations } from '../generate.ts'
import { brokenConventions } from './broken-conventions.ts'

const api = readFileSync(new URL('../api.graphql', import.meta.url), 'utf8')

const definitionsOf = (sdl: string) => definitionsIn(parse(sdl))
const apiPaths = new Set(definitionsOf(api).map(({ path }) => path))

test('processes that do not load a subgraph know the same facts about it', () => {
  expect(serviceFacts(services)).toEqual(serviceFacts(subgraphs))
})

test('no convention is broken', () => {
  const texts = subgraphs.map((subgraph) => [subgraph.name, subgraphSdl(subgraph)] as const)
  expect(brokenConventions(Object.fromEntries(texts))).toEqual([])
})

describe.each(subgraphs)('the subgraph $name', (subgraph) => {
  const definitions = definitionsOf(subgraphSdl(subgraph))
  const hidden = definitions.filter(({ inaccessible }) => inaccessible).map(({ path }) => path)
  const isHidden = (path: string) => hidden.some((at) => `${path}.`.startsWith(`${at}.`))

  test('is in the supergraph, with the address it has by default', () => {
    const { name, port } = subgraph
    expect(readSupergraph()).toContain(
      `${name.toUpperCase()} @join__graph(name: "${name}", url: "http://localhost:${port}/graphql")`,
    )
  })

  test('is in the schema of clients with all but what is inaccessible', () => {
    const own = definitions.filter(({ path }) => !path.startsWith('@')).map(({ path }) => path)
    expect(own.length).toBeGreaterThan(20)
    expect(own.filter((path) => !isHidden(path) && !apiPaths.has(path))).toEqual([])
    expect([...apiPaths].filter(isHidden)).toEqual([])
  })
})

test('no two migrations of a service have the same number', () => {
  const numbers = subgraphs.flatMap(({ name, migrations }) =>
    Object.keys(migrations).map((migration) => `${name} ${migration.slice(0, 4)}`),
  )
  expect(numbers).toEqual([...new Set(numbers)])
})

test('grants of services are among what is inaccessible', () => {
  const everywhere = subgraphs.flatMap((subgraph) => definitionsOf(subgraphSdl(subgraph)))
  const hidden = everywhere.filter(({ inaccessible }) => inaccessible).map(({ path }) => path)
  expect(hidden).toContain('Mutation.grantXp')
})

test('the schema of clients has no type that none of their operations reaches', () => {
  const reached = reachedIn(buildSchema(api))
  const written = parse(api).definitions.filter(isTypeDefinitionNode)
  expect(written.map(({ name }) => name.value).filter((name) => !reached.has(name))).toEqual([])
})

/** Names of the types that operations reach: from the roots, and as implementations of reached interfaces. */
function reachedIn(schema: GraphQLSchema, types: readonly GraphQLObjectType[] = []): Set<string> {
  const roots = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  }
  const reached = new GraphQLSchema({ ...roots, types }).getTypeMap()
  const interfaces = Object.values(reached).filter(isInterfaceType)
  const found = new Set(interfaces.flatMap((type) => schema.getPossibleTypes(type)))
  return found.size > types.length ? reachedIn(schema, [...found]) : new Set(Object.keys(reached))
}

test('the supergraph is made of the subgraphs, and of nothing else', () => {
  const named = [...readSupergraph().matchAll(/@join__graph\(name: "(\w+)"/g)]
  expect(new Set(named.map(([, name]) => name))).toEqual(new Set(subgraphs.map(({ name }) => name)))
})

test('the schema of clients is a valid schema that speaks of no federation', () => {
  expect(() => assertValidSchema(buildSchema(api))).not.toThrow()
  expect(api).not.toMatch(/join__|link__|_entities|_service/)
})

test('whatever subgraphs send to each other is valid where it is sent', () => {
  expect(checkPeerOperations()).toEqual([])
})
