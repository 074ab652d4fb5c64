// The router over foreign subgraphs: their numbers keep all digits, and what is not GraphQL becomes an error.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { composeServices } from '@apollo/composition'
import { parse } from 'graphql'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#foundation/process/config.ts'
import { fixedSource } from './supergraph-host.ts'
import { freePorts } from '#test/ports.ts'
import { subgraphs as services } from '../../subgraphs/index.ts'
import { startRouterAlone } from '../alone.ts'

const FEDERATION = `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.7", import: ["@key"])
  scalar Long
  scalar Any
`
const THINGS = `${FEDERATION}
  type Query {
    long: Long any: Any id: ID int: Int float: Float text: String flag: Boolean entity: Entity entities: [Entity]
    take(long: Long, any: Any, id: ID, int: Int, float: Float, input: Options): Int
  }
  type Mutation { change: Int }
  input Options { note: String }
  type Entity @key(fields: "id") { id: ID key: Long }`
const PARTS = `${FEDERATION}
  type Entity @key(fields: "id") { id: ID parts: Int }
  type Query { part(key: Long): Int }`
const KEYED = `${FEDERATION}
  type Query { keyed: [Keyed] }
  type Keyed @key(fields: "key") { key: Long }`
const SIZES = `${FEDERATION}
  type Keyed @key(fields: "key") { key: Long size: Int }`

const BIG = '9007199254740993'

interface Failed {
  data?: unknown
  errors: { message: string; extensions: Record<string, unknown> }[]
}

/** The requests to subgraphs, as text. */
const sent: { subgraph: string; body: string }[] = []
/** What each subgraph responds with. */
const replies = new Map<string, string>()
const servers: Server[] = []
let lines: Record<string, unknown>[] = []
let router: AsyncDisposable
let url: string

beforeAll(async () => {
  const composed = await Promise.all(
    Object.entries({ things: THINGS, parts: PARTS, keyed: KEYED, sizes: SIZES }).map(
      async ([name, sdl]) => ({ name, url: await listen(name), typeDefs: parse(sdl) }),
    ),
  )
  const { supergraphSdl, errors } = composeServices(composed)
  if (errors) throw new AggregateError(errors, 'The subgraphs of this test do not compose.')
  const [port] = await freePorts(1)
  router = await startRouterAlone({
    config: readConfig({ ROUTER_PORT: String(port) }, services),
    supergraph: fixedSource(supergraphSdl),
    log: pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line) as never) }),
    now: () => new Date(),
  })
  url = `http://localhost:${port}/graphql`
})

afterAll(async () => {
  await router[Symbol.asyncDispose]()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

beforeEach(() => {
  sent.length = 0
  replies.clear()
  lines = []
})

describe('A number of a foreign subgraph', () => {
  test.each<[field: string, from: string, to: string]>([
    ['long', BIG, BIG],
    ['long', '-9223372036854775809', '-9223372036854775809'],
    ['long', '0.1000000000000000055', '0.1000000000000000055'],
    ['long', '12345678901234567.5e-3', '12345678901234567.5e-3'],
    ['long', '1e400', '1e400'],
    ['long', '-1E-400', '-1E-400'],
    ['long', '1.50', '1.5'],
    ['long', '-0', '0'],
    ['long', '0.30000000000000004', '0.30000000000000004'],
    ['long', '100000000000000000000', '100000000000000000000'],
    ['long', `"${BIG}"`, `"${BIG}"`],
    ['any', `{"a":[ ${BIG},{"b":1e999 }],"c":"${BIG}"}`, `{"a":[${BIG},{"b":1e999}],"c":"${BIG}"}`],
    ['any', `[[${BIG}]]`, `[[${BIG}]]`],
    ['float', '0.1000000000000000055', '0.1000000000000000055'],
    ['float', BIG, BIG],
    ['float', '3', '3'],
    ['id', '17', '"17"'],
    ['id', BIG, `"${BIG}"`],
    ['id', '-123456789012345678901234567890', '"-123456789012345678901234567890"'],
    ['id', '"x"', '"x"'],
    ['int', '-2147483648', '-2147483648'],
    ['int', '5.0', '5'],
  ])('The field %s with the number %s reaches the client as %s', async (field, from, to) => {
    replies.set('things', `{"data":{"${field}":${from}}}`)
    expect(await ask(`{ ${field} }`)).toBe(`{"data":{"${field}":${to}}}`)
  })

  test.each([
    ['int', '2147483648'],
    ['int', BIG],
    ['int', '1.5'],
    ['int', '5.00000000000000001'],
    ['int', '"5"'],
    ['float', '1e400'],
    ['float', '"1"'],
    ['id', '1.5'],
    ['id', '12345678901234567.5'],
    ['id', '1e400'],
    ['id', 'true'],
    ['id', '{}'],
    ['text', '1'],
    ['text', BIG],
    ['flag', '1'],
    ['flag', BIG],
    ['entity', BIG],
  ])(
    'The field %s with the value %s is null with an error, because of its type',
    async (field, value) => {
      replies.set('things', `{"data":{"${field}":${value}}}`)
      const selection = field === 'entity' ? 'entity { id }' : field
      expect(JSON.parse(await ask(`{ ${selection} }`))).toMatchObject({
        data: { [field]: null },
        errors: [{ path: [field], extensions: { code: 'INTERNAL_ERROR' } }],
      })
    },
  )

  test('A number keeps its digits as the key of an entity, and equal keys are sent once', async () => {
    const keyed = ['9007199254740993', '9007199254740992', '9007199254740993', '1e400', '17']
    replies.set('keyed', `{"data":{"keyed":[${keyed.map(keyedBy).join()}]}}`)
    replies.set('sizes', '{"data":{"_entities":[{"size":1},{"size":2},{"size":3},{"size":4}]}}')
    expect(await ask('{ keyed { key size } }')).toBe(
      `{"data":{"keyed":[${keyed.map((key, at) => `{"key":${key},"size":${[1, 2, 1, 3, 4][at]}}`).join()}]}}`,
    )
    expect(sent.at(-1)!.body).toContain(
      `"representations":[${[...new Set(keyed)].map(keyedBy).join()}]`,
    )
  })

  test('A number for an ID is sent to another subgraph unchanged', async () => {
    replies.set('things', `{"data":{"entity":{"__typename":"Entity","id":17}}}`)
    replies.set('parts', '{"data":{"_entities":[{"parts":2}]}}')
    expect(await ask('{ entity { id parts } }')).toBe('{"data":{"entity":{"id":"17","parts":2}}}')
    expect(sent.at(-1)!.body).toContain('"representations":[{"__typename":"Entity","id":17}]')
  })

  test('A number at several paths of merged results stays a number', async () => {
    replies.set('things', `{"data":{"any":{"x":[${BIG}]},"long":${BIG}}}`)
    const query = '{ a: any ...F b: long } fragment F on Query { a: any }'
    expect(await ask(query)).toBe(`{"data":{"a":{"x":[${BIG}]},"b":${BIG}}}`)
  })

  test('A number in the extensions of an error keeps its digits', async () => {
    const error = `"message":"No.","path":["long"],"extensions":{"id":${BIG}}`
    replies.set('things', `{"data":{"long":null},"errors":[{${error}}]}`)
    expect(await ask('{ long }')).toBe(`{"errors":[{${error}}],"data":{"long":null}}`)
  })

  function keyedBy(key: string): string {
    return `{"__typename":"Keyed","key":${key}}`
  }
})

describe('A number of a client', () => {
  const TAKE = 'query ($v: %) { take(@: $v) }'
  const takes = (type: string, argument: string) => TAKE.replace('%', type).replace('@', argument)

  test.each<[type: string, argument: string, value: string]>([
    ['Long', 'long', BIG],
    ['Long', 'long', '1e400'],
    ['Long', 'long', '0.1000000000000000055'],
    ['Any', 'any', `{"a":[${BIG}]}`],
    ['ID', 'id', BIG],
    ['Float', 'float', '0.1000000000000000055'],
    ['Float', 'float', '123456789012345678901234567890'],
  ])('as the variable %s %s: %s is sent on with all digits', async (type, argument, value) => {
    replies.set('things', '{"data":{"take":1}}')
    const query = takes(type, argument)
    const body = `{"query":${JSON.stringify(query)},"variables":{"v":${value}}}`
    const search = new URLSearchParams({ query, variables: `{"v":${value}}` })
    for (const [to, init] of [
      [url, { method: 'POST', body }],
      [`${url}?${search.toString()}`, { headers: { 'apollo-require-preflight': '1' } }],
    ] as const) {
      expect(await fetchText(to, init)).toBe('{"data":{"take":1}}')
      expect(sent.splice(0)[0]!.body).toContain(`"variables":{"v":${value}}`)
    }
  })

  test.each<[type: string, argument: string, value: string, reason: string]>([
    ['Int', 'int', BIG, 'must be between -2147483648 and 2147483647'],
    ['Float', 'float', '1e400', 'must be a number'],
    ['Options', 'input', BIG, 'must be an object'],
  ])('as the variable %s %s: %s is refused', async (type, argument, value, reason) => {
    const query = JSON.stringify(takes(type, argument))
    const body = `{"query":${query},"variables":{"v":${value}}}`
    const { errors } = JSON.parse(await fetchText(url, { method: 'POST', body })) as Failed
    expect(errors[0]!.extensions).toMatchObject({ code: 'VALIDATION_ERROR', details: { reason } })
    expect(sent).toEqual([])
  })

  test.each([
    [`{"query":"{ long }","variables":${BIG}}`, 'variables'],
    [`{"query":"{ long }","extensions":${BIG}}`, 'extensions'],
    [`{"query":"{ long }","operationName":${BIG}}`, 'operationName'],
    [`{"query":${BIG}}`, 'query'],
    [BIG, 'body'],
    [`{"query":"{ long }","variables":{"v":${'['.repeat(40_000)}${']'.repeat(40_000)}}}`, 'body'],
  ])('A number as a parameter of the request is refused: case %#', async (body, field) => {
    const { errors } = JSON.parse(await fetchText(url, { method: 'POST', body })) as Failed
    expect(errors[0]!.extensions).toMatchObject({ code: 'VALIDATION_ERROR', details: { field } })
    expect(sent).toEqual([])
  })

  test('A number deep in the variables of a URL is refused', async () => {
    const value = `${'['.repeat(3_000)}${BIG}${']'.repeat(3_000)}`
    const search = new URLSearchParams({ query: takes('Any', 'any'), variables: `{"v":${value}}` })
    const headers = { 'apollo-require-preflight': '1' }
    const to = `${url}?${search.toString().replaceAll('%5B', '[').replaceAll('%5D', ']')}`
    const { errors } = JSON.parse(await fetchText(to, { headers })) as Failed
    const details = { field: 'variables', reason: 'must not be nested so deeply' }
    expect(errors[0]!.extensions).toMatchObject({ code: 'VALIDATION_ERROR', details })
  })

  test.each([
    `{ take(long: ${BIG}) }`,
    '{ take(long: 99999999999999999999999999) }',
    '{ take(long: 0.1000000000000000055) }',
    '{ take(long: 1e400) }',
    `{ take(id: ${BIG}) }`,
    `{ take(any: { a: [${BIG}] }) }`,
    `query ($v: Long = ${BIG}) { take(long: $v) }`,
    `{ ...F } fragment F on Query { take(long: -${BIG}) }`,
  ])('A literal number that a plan would change is refused: %s', async (query) => {
    replies.set('things', '{"data":{"take":1}}')
    const { errors } = JSON.parse(await ask(query)) as Failed
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatchObject({
      message: expect.stringMatching(/would lose digits in a document: send it as a variable/),
      extensions: { code: 'VALIDATION_ERROR', details: { field: 'query' } },
    })
    expect(sent).toEqual([])
  })

  test.each([
    ['1e400', '1e400'],
    ['-1e400', '-1e400'],
    ['of 400 digits', '9'.repeat(400)],
  ])('%s is refused as the literal of a Float', async (_what, number) => {
    const { errors } = JSON.parse(await ask(`{ take(float: ${number}) }`)) as Failed
    expect(errors[0]!.message).toMatch(/^The number .* is too large for a Float\.$/)
    expect(errors[0]!.extensions).toMatchObject({ code: 'VALIDATION_ERROR' })
  })

  test.each([
    '{ take(long: 9007199254740991) }',
    '{ take(float: 0.1000000000000000055) }',
    '{ take(long: 1.50, id: 17) }',
  ])('A literal number that no plan changes is accepted: %s', async (query) => {
    replies.set('things', '{"data":{"take":1}}')
    expect(await ask(query)).toBe('{"data":{"take":1}}')
  })

  test('A number beside introspection is passed on', async () => {
    replies.set('things', '{"data":{"take":1}}')
    const query =
      'query ($v: Float, $l: Long) { take(float: $v, long: $l) __schema { queryType { name } } }'
    const body = `{"query":"${query}","variables":{"v":0.1000000000000000055,"l":${BIG}}}`
    expect(await fetchText(url, { method: 'POST', body })).toBe(
      '{"data":{"take":1,"__schema":{"queryType":{"name":"Query"}}}}',
    )
    expect(sent[0]!.body).toContain(`"l":${BIG},"v":0.1000000000000000055`)
  })
})

describe('A response of a foreign subgraph', () => {
  test('A response that is not GraphQL is an error at the missing field', async () => {
    replies.set('things', '<h1>No.</h1>')
    const error = {
      message: 'The things service sent a response that is not GraphQL.',
      path: ['int'],
      extensions: {
        code: 'INTERNAL_ERROR',
        details: { service: 'things', status: 200, requestId: expect.any(String) as string },
      },
    }
    expect(JSON.parse(await ask('{ int }'))).toEqual({ errors: [error], data: { int: null } })
    await ask('{ int }')
    expect(lines).toHaveLength(1)
  })

  test('A response that is nested too deeply is an error with the id of the request', async () => {
    replies.set('things', `{"data":{"any":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`)
    const details = { requestId: expect.any(String) as string }
    expect(JSON.parse(await ask('{ any }'))).toEqual({
      errors: [
        {
          message: 'The response is nested too deeply to be written.',
          extensions: { code: 'INTERNAL_ERROR', details },
        },
      ],
    })
  })

  test('A response with many values of a wrong type is logged once', async () => {
    replies.set('things', `{"data":{"entities":[${Array(50).fill('{"key":1,"id":true}').join()}]}}`)
    for (const _time of [1, 2]) {
      const { errors } = JSON.parse(await ask('{ entities { id } }')) as Failed
      expect(errors).toHaveLength(50)
      const details = { service: 'things', requestId: expect.any(String) as string }
      expect(errors.at(-1)!.extensions).toEqual({ code: 'INTERNAL_ERROR', details })
    }
    expect(lines).toMatchObject([
      {
        level: 50,
        err: { message: 'Invalid value found for Entity.id.' },
        path: ['entities', 0, 'id'],
      },
    ])
  })

  test.each<[what: string, error: string, message: string]>([
    ['no message', '{}', 'The subgraph things reported an error.'],
    ['the message 5', '{"message":5}', 'The subgraph things reported an error.'],
    ['a large number in the path', `{"message":"m","path":["int",${BIG}]}`, 'm'],
    ['a number as extensions', `{"message":"m","extensions":${BIG}}`, 'm'],
  ])('keeps its data beside an error with %s', async (_what, error, message) => {
    replies.set('things', `{"data":{"id":"a"},"errors":[${error}]}`)
    const expected = { errors: [{ message }], data: { id: 'a' } }
    expect(JSON.parse(await ask('{ id }'))).toEqual(expected)
    expect(lines).toEqual([])
  })
})

async function listen(name: string): Promise<string> {
  const server = createServer((req, res) => {
    void readText(req).then((body) => {
      sent.push({ subgraph: name, body })
      res.setHeader('content-type', 'application/json').end(replies.get(name))
    })
  })
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`
}

function ask(query: string): Promise<string> {
  return fetchText(url, { method: 'POST', body: JSON.stringify({ query }) })
}

async function fetchText(to: string, init: RequestInit): Promise<string> {
  const headers = { 'content-type': 'application/json', ...(init.headers as object) }
  return (await fetch(to, { ...init, headers })).text()
}
