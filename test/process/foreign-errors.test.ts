// The router over a foreign supergraph: errors of its subgraphs are not ours, and the deadline is a setting.
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GraphQLError } from 'graphql'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#foundation/process/config.ts'
import { testLog } from '#test/caller.ts'
import { send, type TestResponse } from '#test/http.ts'
import { install, type Installation } from '#test/installation.ts'
import { scrape } from '#test/scrape.ts'
import { fixedSource } from '../../router/test/supergraph-host.ts'
import { freePorts } from '#test/ports.ts'
import { PROCESS_TEST_MS, type Program } from '#test/process.ts'
import { composed, startTinySubgraph, type TinySubgraph } from '../../router/test/tiny-subgraph.ts'
import { startRouterAlone } from '../../router/alone.ts'
import { subgraphs as services } from '../../subgraphs/index.ts'

const timeout = PROCESS_TEST_MS
const FEDERATION = `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.7", import: ["@key", "@override"])`

const BOOKS = `${FEDERATION}
  type Query { books: [Book!] rejected: String bare: String masked: String http: String }
  type Mutation { publish: String }
  type Book @key(fields: "isbn") { isbn: ID! title: String }`

const STOCK = `${FEDERATION}
  type Query { slow: String odd: String }
  type Book @key(fields: "isbn") { isbn: ID! copies: Int }`

const GONE_ERROR = {
  code: 'OUT_OF_STOCK',
  details: { reorderAt: '2026-12-01', nested: [1, { deep: null }] },
  classification: 'DataFetchingException',
  http: { status: 418, headers: {} },
}
const reject = (message: string, extensions?: Record<string, unknown>) => () => {
  throw new GraphQLError(message, extensions && { extensions })
}

let home: Installation
let folder: string
let books: TinySubgraph
let stock: TinySubgraph
let router: Program

beforeAll(async () => {
  books = await startTinySubgraph(BOOKS, {
    Query: {
      books: () => [{ isbn: '1' }, { isbn: '2' }],
      rejected: reject('Not today.', GONE_ERROR),
      bare: reject('Without a word.'),
      masked: reject('Their own failure.', { code: 'INTERNAL_ERROR' }),
      http: reject('With a status.', { http: { status: 503, headers: { 'x-theirs': '1' } } }),
    },
    Book: { title: reject('No such title.', { code: 'TITLE_LOST', serviceName: 'theirs' }) },
    Mutation: { publish: reject('You may not.', { code: 'FORBIDDEN' }) },
  })
  stock = await startTinySubgraph(STOCK, {
    Query: { slow: () => new Promise(() => undefined), odd: () => null },
    Book: {
      __resolveReference: (book: { isbn: string }) => book,
      copies: ({ isbn }: { isbn: string }) => (isbn === '1' ? 7 : reject('Gone.', GONE_ERROR)()),
    },
  })
  folder = await mkdtemp(join(tmpdir(), 'ecosystem-supergraph-'))
  home = await install({ LOG_LEVEL: 'warn', SUBGRAPH_TIMEOUT_SECONDS: '1' })
  router = await start('supergraph', { books, stock })
}, timeout)

afterAll(async () => {
  await home.remove()
  await Promise.all([books.behave('down'), stock.behave('down')])
  await rm(folder, { recursive: true })
})

describe('errors of a foreign subgraph', { timeout }, () => {
  test.each<[query: string, message: string, path: unknown[], extensions: object | undefined]>([
    ['{ rejected }', 'Not today.', ['rejected'], GONE_ERROR],
    ['{ alias: rejected }', 'Not today.', ['alias'], GONE_ERROR],
    ['{ bare }', 'Without a word.', ['bare'], undefined],
    ['{ masked }', 'Their own failure.', ['masked'], { code: 'INTERNAL_ERROR' }],
    [
      '{ http }',
      'With a status.',
      ['http'],
      { http: { status: 503, headers: { 'x-theirs': '1' } } },
    ],
    ['mutation { publish }', 'You may not.', ['publish'], { code: 'FORBIDDEN' }],
    ['{ books { copies } }', 'Gone.', ['books', 1, 'copies'], GONE_ERROR],
  ])(
    '%s has the message, path and extensions of the subgraph',
    async (query, message, path, extensions) => {
      const { status, headers, body } = await ask(query)
      expect(status).toBe(200)
      expect(headers.get('x-theirs')).toBeNull()
      expect(body.errors).toEqual([{ message, path, ...(extensions && { extensions }) }])
    },
  )

  test('the response has the data of other fields, and one error for each path', async () => {
    const { body } = await ask('{ books { isbn title copies } }')
    expect(body.data.books).toEqual([
      { isbn: '1', title: null, copies: 7 },
      { isbn: '2', title: null, copies: null },
    ])
    const lost = { code: 'TITLE_LOST', serviceName: 'theirs' }
    const titles = [0, 1].map((at) => ({
      message: 'No such title.',
      path: ['books', at, 'title'],
      extensions: lost,
    }))
    expect(body.errors).toHaveLength(3)
    expect(body.errors).toEqual(expect.arrayContaining(titles))
  })

  test('errors of foreign subgraphs are not logged, and are no failures of ours', async () => {
    const { value } = await scrape(home.address('router'))
    expect(value('graphql_operation_errors_total', { kind: 'failed' })).toBeUndefined()
    expect(router.output()).not.toMatch(/^\{"level":[56]0,/m)
    expect(router.output()).not.toContain('stack')
  })

  test('a response that is not GraphQL is reported without retry', async () => {
    let printed = ''
    const odd = await respondingWith(() => `{"data": null, "errors": ${printed}}`)
    for (printed of ['"down"', '[null]', '[[]]', '{"message": "down"}']) {
      const { status, body } = await odd('{ books { isbn } }')
      expect(status).toBe(200)
      const [{ message, extensions }] = body.errors
      expect(message).toBe('The books service sent a response that is not GraphQL.')
      expect(extensions.code).toBe('INTERNAL_ERROR')
      const requestId = expect.any(String) as string
      expect(extensions.details).toEqual({ service: 'books', status: 200, requestId })
    }
  })
})

test('the router waits as long as its setting says', { timeout }, async () => {
  const query = '{ books { isbn } slow }'
  const patient = await startPatientRouter()
  const slower = postTo(patient, query)
  const { body } = await ask(query)
  const soonest = await Promise.race([slower, Promise.resolve('still waiting')])
  expect(soonest).toBe('still waiting')
  expect(body.data).toEqual({ books: [{ isbn: '1' }, { isbn: '2' }], slow: null })
  expect(body.errors).toMatchObject([
    { path: ['slow'], extensions: { code: 'INTERNAL_ERROR', details: { service: 'stock' } } },
  ])
})

test(
  'a progressive override of a field keeps Apollo’s gateway from starting',
  { timeout },
  async () => {
    const subgraphs = {
      books,
      press: {
        url: books.url,
        sdl: `${FEDERATION} type Book @key(fields: "isbn") {
        isbn: ID! title: String @override(from: "books", label: "percent(20)") }`,
      },
    }
    const program = await run('override', subgraphs, { ROUTER_ENGINE: 'apollo' })
    expect((await program.ended()).code).toBe(1)
    expect(program.output()).toMatch(
      /override\.graphql did not start:\nBook\.title has @override with the label "percent\(20\)"/,
    )
  },
)

type Composed = Record<string, Pick<TinySubgraph, 'sdl' | 'url'>>

async function run(name: string, subgraphs: Composed, settings = {}): Promise<Program> {
  const file = join(folder, `${name}.graphql`)
  await writeFile(file, composed(subgraphs))
  return home.run(['router/main.ts', '--supergraph', file], settings)
}

async function start(name: string, subgraphs: Composed): Promise<Program> {
  const program = await run(name, subgraphs)
  await program.says(/^Ready\./m)
  return program
}

/** A router over a subgraph `books` that always responds with this text. */
async function respondingWith(
  text: () => string,
): Promise<(query: string) => Promise<TestResponse>> {
  const server = createServer((_req, res) =>
    res.setHeader('content-type', 'application/json').end(text()),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const file = join(folder, `odd-${port}.graphql`)
  await writeFile(
    file,
    composed({ books: { sdl: BOOKS, url: `http://127.0.0.1:${port}/graphql` } }),
  )
  const other = await install({ LOG_LEVEL: 'warn' })
  onTestFinished(async () => {
    await other.remove()
    server.closeAllConnections()
    server.close()
  })
  await other.start(['router/main.ts', '--supergraph', file])
  return (query) => post(other, query)
}

/** The address of a router in this process that waits for as long as possible, five minutes. */
async function startPatientRouter(): Promise<string> {
  const [port] = await freePorts(1)
  const settings = { ...home.settings, SUBGRAPH_TIMEOUT_SECONDS: '300', ROUTER_PORT: String(port) }
  const router = await startRouterAlone({
    config: readConfig(settings, services),
    supergraph: fixedSource(composed({ books, stock })),
    log: testLog,
    now: () => new Date(),
  })
  onTestFinished(() => router.disposeAsync())
  return `http://localhost:${port}`
}

function ask(query: string): Promise<TestResponse> {
  return post(home, query)
}

function post(at: Installation, query: string): Promise<TestResponse> {
  return postTo(at.address('router'), query)
}

function postTo(address: string, query: string): Promise<TestResponse> {
  return send(`${address}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
}
