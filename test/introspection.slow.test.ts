// Introspection works as in graphql-js, at the router and at every service, alone and beside other fields.
import { readFileSync } from 'node:fs'
import { buildSchema, getIntrospectionQuery, graphql, type GraphQLSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildSchema as buildSubgraph } from '#foundation/service/subgraph-schema.ts'
import { startTestSystem, type TestSystem, type Topology } from '#test/system.ts'
import { subgraphs } from '../subgraphs/index.ts'

const API = buildSchema(readFileSync(new URL('../schema/api.graphql', import.meta.url), 'utf8'))
const ALL_OPTIONS = {
  descriptions: true,
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  experimentalDirectiveDeprecation: true,
  oneOf: true,
}
const QUERIES = {
  'all that can be asked for': getIntrospectionQuery(ALL_OPTIONS),
  'the usual query': getIntrospectionQuery(),
  'whether a type is one of several': '{ __type(name: "Query") { isOneOf } }',
  'deprecated directives': `{ __schema { directives(includeDeprecated: true) {
    name isRepeatable args(includeDeprecated: true) { name } } } }`,
  'an alias and a fragment': `{ a: __type(name: "Query") { ...T } ...R }
    fragment T on __Type { name isOneOf } fragment R on Query { b: __type(name: "ID") { ...T } }`,
  'a type that is not there': '{ __type(name: "Nope") { name } }',
}

/** Lists of named things have no order of their own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted).toSorted(byName)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, sorted(field)]))
}

function byName(a: unknown, b: unknown): number {
  return JSON.stringify(a).localeCompare(JSON.stringify(b))
}

async function ownResult(schema: GraphQLSchema, source: string): Promise<unknown> {
  return JSON.parse(JSON.stringify(await graphql({ schema, source }))) as unknown
}

describe.each<Topology>(['one process', 'over HTTP'])('%s', (topology) => {
  let system: TestSystem
  let token: string
  beforeAll(async () => {
    system = await startTestSystem({ topology })
    token = await (await system.join('ada')).token()
  })
  afterAll(() => system.stop())

  describe('at the router', () => {
    const ask = async (query: string, variables: object = {}) => {
      const { status, body } = await system.graphql(query, { token, variables })
      expect(status, JSON.stringify(body)).toBe(200)
      return body as { data: Record<string, unknown>; errors?: unknown }
    }

    test.each(Object.entries(QUERIES))(
      '%s has the same response as with graphql-js',
      async (_what, query) => {
        const response = await ask(query)
        expect(response.errors).toBeUndefined()
        expect(sorted(response)).toEqual(sorted(await ownResult(API, query)))
      },
    )

    test('introspection beside other fields keeps the order of all fields', async () => {
      const query = `query Both($name: String!, $yes: Boolean!, $no: Boolean!) {
        first: __typename
        s: __type(name: $name) { isOneOf }
        me { username ...Person }
        hidden: __type(name: "ID") @skip(if: $yes) { name }
        ...Root
        ... @include(if: $no) { never: me { id } unseen: __type(name: "ID") { name } }
        quests { totalCount }
      }
      fragment Person on Identity { __typename id }
      fragment Root on Query { ...Deeper me { displayName } t: __type(name: "Identity") { name } }
      fragment Deeper on Query {
        t: __type(name: "Identity") { kind }
        __schema { directives(includeDeprecated: true) { name } }
      }`
      const { data, errors } = await ask(query, { name: 'Query', yes: true, no: false })
      expect(errors).toBeUndefined()
      expect(Object.keys(data)).toEqual(['first', 's', 'me', 't', '__schema', 'quests'])
      expect(data).toEqual({
        first: 'Query',
        s: { isOneOf: null },
        me: {
          username: 'ada',
          __typename: 'Identity',
          id: expect.any(String) as string,
          displayName: expect.any(String) as string,
        },
        t: { kind: 'OBJECT', name: 'Identity' },
        __schema: { directives: expect.arrayContaining([{ name: 'skip' }]) as unknown },
        quests: { totalCount: expect.any(Number) as number },
      })
    })

    test('a refused field does not affect introspection beside it', async () => {
      const { data, errors } = await ask(
        '{ quest(id: "quest_none") { id } __type(name: "Query") { isOneOf } }',
      )
      expect(data).toEqual({ quest: null, __type: { isOneOf: null } })
      expect(errors).toMatchObject([{ path: ['quest'], extensions: { code: 'NOT_FOUND' } }])
    })

    test('the named operation of several is executed', async () => {
      const query = `query A { me { id } } query B { __type(name: "ID") { name } me { username } }`
      const response = await system.fetch(`${system.address('router')}/graphql`, {
        method: 'POST',
        token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, operationName: 'B' }),
      })
      expect(response.body).toEqual({ data: { __type: { name: 'ID' }, me: { username: 'ada' } } })
    })

    // Expanded one by one, 2^60 spreads would never end.
    test('fragments of introspection that multiply are refused', async () => {
      const levels = Array.from({ length: 60 }, (_value, n) => {
        const next = n === 59 ? '__type(name: "ID") { name }' : `...F${n + 1} ...F${n + 1}`
        return `fragment F${n} on Query { ${next} }`
      })
      const { body } = await system.graphql(`{ ...F0 me { id } } ${levels.join(' ')}`, { token })
      expect(body.errors).toMatchObject([{ extensions: { details: { reason: 'FIELD_LIMIT' } } }])
    })
  })

  describe.each(subgraphs.map((subgraph) => [subgraph.name, subgraph] as const))(
    'at %s',
    (at, subgraph) => {
      test.each(Object.entries(QUERIES))(
        '%s has the same response each time',
        async (_what, query) => {
          const expected = sorted(await ownResult(buildSubgraph(subgraph), query))
          // A repeated document is compiled where possible.
          for (const _time of [1, 2, 3]) {
            const { status, body } = await system.graphql(query, { at, token })
            expect(status).toBe(200)
            expect(sorted(body)).toEqual(expected)
          }
        },
      )
    },
  )
})
