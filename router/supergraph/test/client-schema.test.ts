// What a router over a foreign supergraph advertises, and which inputs it checks.
import { composeServices } from '@apollo/composition'
import {
  introspectionFromSchema,
  parse,
  specifiedDirectives,
  validate,
  type GraphQLSchema,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { testLog } from '#test/caller.ts'
import { createGateway } from '../../gateway.ts'
import type { RouterEngine } from '../../settings.ts'

const LINK = `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@composeDirective", "@policy"])
  @link(url: "https://example.com/oneOf/v1.0", import: ["@oneOf"])
  @composeDirective(name: "@oneOf")
  directive @oneOf on INPUT_OBJECT`
const SUBGRAPH = `${LINK}
  type Query { find(by: By): Item subscribed: Tick @policy(policies: [["fan"]]) }
  type Subscription { tick: Tick item: Item }
  type Item { id: ID }
  type Tick { at: Int }
  input By @oneOf { id: ID name: String nested: [By!] }`

function composed(sdl = SUBGRAPH): string {
  const service = { name: 'items', url: 'http://items', typeDefs: parse(sdl) }
  const { supergraphSdl, errors } = composeServices([service])
  if (errors) throw new AggregateError(errors, errors.map(({ message }) => message).join('\n'))
  return supergraphSdl
}

const connect = () => () => Promise.resolve({})
const authorizedBy = () => Promise.reject(new Error('No token is sent.'))
async function schemaOf(supergraph: string, engine?: RouterEngine): Promise<GraphQLSchema> {
  const options = { supergraph, authorizedBy, connect, log: testLog }
  const gateway = await createGateway({ ...options, ...(engine && { engine }) })
  await gateway.close()
  return gateway.schema
}

describe('introspection', () => {
  test('Only what clients can use is advertised', async () => {
    const incremental = 'directive @defer(if: Boolean) on FRAGMENT_SPREAD | INLINE_FRAGMENT'
    const supergraph = `${composed()} ${incremental}`
    expect(supergraph).toContain('scalar policy__Policy')
    expect(supergraph).toContain('input join__ContextArgument')
    const { __schema } = introspectionFromSchema(await schemaOf(supergraph))
    expect(__schema.subscriptionType).toMatchObject({ name: 'Subscription' })
    const names = __schema.types.map(({ name }) => name).filter((name) => !name.startsWith('__'))
    const own = ['By', 'Item', 'Query', 'Subscription', 'Tick']
    expect(names.toSorted()).toEqual(['Boolean', 'ID', 'Int', 'String', ...own].toSorted())
    expect(__schema.directives.map(({ name }) => name).toSorted()).toEqual(
      specifiedDirectives.map(({ name }) => name).toSorted(),
    )
  })

  test("Apollo's gateway, which runs no subscriptions, advertises none", async () => {
    const sdl = 'type Query { a: Int } type Subscription { tick: Int }'
    const { __schema } = introspectionFromSchema(await schemaOf(composed(sdl), 'apollo'))
    expect(__schema.subscriptionType ?? null).toBeNull()
    expect(__schema.types.map(({ name }) => name)).not.toContain('Subscription')
  })

  test('A directive of clients that subgraphs share stays', async () => {
    const sdl = `${SUBGRAPH} directive @mine on FIELD`
    const { __schema } = introspectionFromSchema(await schemaOf(composed(sdl)))
    expect(__schema.directives.map(({ name }) => name)).toContain('mine')
  })

  test.each<[name: string, supergraph: string]>([
    ['@oneOf', composed()],
    ['@oneOf without a link', composed().replace(/\n *@link\(url: "https:\/\/example[^\n]*/, '')],
    [
      '@exactlyOne',
      composed()
        .replace('import: ["@oneOf"]', 'import: [{ name: "@oneOf", as: "@exactlyOne" }]')
        .replaceAll('@oneOf on', '@exactlyOne on')
        .replaceAll(/@oneOf$/gm, '@exactlyOne'),
    ],
  ])('An input that a supergraph marks with %s is reported as such', async (_name, supergraph) => {
    const schema = await schemaOf(supergraph)
    const { __schema } = introspectionFromSchema(schema, { oneOf: true })
    expect(__schema.types.find(({ name }) => name === 'By')).toMatchObject({ isOneOf: true })
    const errors = validate(schema, parse('{ find(by: { id: 1, name: "x" }) { id } }'))
    expect(errors.map(({ message }) => message)).toEqual([
      'OneOf Input Object "By" must specify exactly one key.',
    ])
  })
})

test('A @oneOf input with a required field is refused', async () => {
  const invalid = SUBGRAPH.replace('input By @oneOf { id: ID', 'input By @oneOf { id: ID!')
  await expect(schemaOf(composed(invalid))).rejects.toThrow(
    'By is @oneOf, so By.id must be nullable and have no default.',
  )
})
