// Whatever a foreign subgraph behind proxies responds with: GraphQL, or an error that says whether repeating can help.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServiceTokens } from '#foundation/auth/service-token.ts'
import { createSubgraphClient } from '#foundation/peers/subgraph-client.ts'
import { callerOf } from '#test/caller.ts'

const DATA = '{"data":{"int":1}}'
const HTML = '<html>\n<h1>No.</h1></html>'
const BIG = '9007199254740993'
const JSON_TYPE = { 'content-type': 'application/json' }
const HTML_TYPE = { 'content-type': 'text/html; charset=utf-8' }
const JWT =
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'

type Send = (res: ServerResponse) => unknown

let send: Send
let requests = 0
const server = createServer((req, res) => {
  requests += 1
  req.resume().once('end', () => send(res))
})
let origin: string

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

function respond(status: number, body: string | Buffer, headers: object = JSON_TYPE): Send {
  return (res) => res.writeHead(status, { ...headers }).end(body)
}

type NotGraphql = [what: string, send: Send, status: number, logged: string, body?: string]

const NOT_GRAPHQL = {
  'that is empty': '',
  'that begins with another text': `<br>Warning ${DATA}`,
  'that ends early': DATA.slice(0, -2),
  'that is a text': '"data"',
  'that is null': 'null',
  'that is a number': BIG,
  'that is a list': `[${DATA}]`,
  'with neither data nor errors': '{"data":null}',
  'with an empty list of errors alone': '{"data":null,"errors":[]}',
  'whose data is a list': '{"data":[1]}',
  'whose data is a large number': `{"data":${BIG}}`,
  'whose errors are a text': '{"errors":"down"}',
  'whose errors are an object': '{"data":{"int":1},"errors":{"message":"m"}}',
  'with an error that is null': '{"errors":[null]}',
  'with an error that is a number': `{"errors":[${BIG}]}`,
}

describe('A response of a foreign subgraph', () => {
  test.each<[what: string, send: Send]>([
    [
      'of another GraphQL media type',
      respond(200, DATA, { 'content-type': 'application/graphql-response+json; charset=utf-8' }),
    ],
    ['without a media type', respond(200, DATA, {})],
    ['with a byte order mark', respond(200, `\uFEFF${DATA}`)],
    ['with an empty list of errors', respond(200, '{"data":{"int":1},"errors":[]}')],
    ['with errors: null', respond(200, '{"data":{"int":1},"errors":null}')],
    ['with extensions', respond(200, '{"extensions":{"cost":1},"data":{"int":1},"hasNext":false}')],
    [
      'with a key twice, of which the last counts',
      respond(200, '{"data":null,"data":{"int":2,"int":1}}'),
    ],
    ['with the status 206', respond(206, DATA)],
    ['with the status 500', respond(500, DATA)],
    ['compressed with gzip', respond(200, gzipSync(DATA), { 'content-encoding': 'gzip' })],
    ['compressed with deflate', respond(200, deflateSync(DATA), { 'content-encoding': 'deflate' })],
    ['compressed with zstd', respond(200, zstdCompressSync(DATA), { 'content-encoding': 'zstd' })],
    ['compressed with br', respond(200, brotliCompressSync(DATA), { 'content-encoding': 'br' })],
    ['in the encoding identity', respond(200, DATA, { 'content-encoding': 'identity' })],
    ['in the encoding constructor', respond(200, DATA, { 'content-encoding': 'constructor' })],
    ['with blank lines around it', respond(200, `\r\n${DATA}\n\n`)],
    [
      'after early hints',
      (res) => res.writeEarlyHints({ link: '</a>; rel=preload' }, () => res.end(DATA)),
    ],
    ['in pieces', (res) => (res.write('{"data":'), setImmediate(() => res.end('{"int":1}}')))],
  ])('%s is read', async (_what, how) => {
    const { result, lines } = await ask(how)
    expect(result).toMatchObject({ data: { int: 1 } })
    expect(lines).toEqual([])
  })

  test.each<NotGraphql>([
    [
      'that is HTML with the status 401',
      respond(401, HTML, HTML_TYPE),
      401,
      '401 text/html',
      '<html>\\u{a}<h1>No.</h1></html>',
    ],
    [
      'that is foreign JSON with the status 401',
      respond(401, '{"message":"Unauthorized"}'),
      401,
      '401 application/json',
      '{"message":"Unauthorized"}',
    ],
    [
      'with errors of another format and the status 401',
      respond(401, '{"errors":[{"status":"401","title":"Unauthorized"}]}'),
      401,
      '401 application/json',
    ],
    ['that is HTML with the status 403', respond(403, HTML, {}), 403, '403 without a media type'],
    ['that is HTML with the status 404', respond(404, HTML, HTML_TYPE), 404, '404 text/html'],
    ['that is empty with the status 400', respond(400, ''), 400, '400 application/json', ''],
    ['that is HTML with the status 500', respond(500, HTML, {}), 500, '500 without a media type'],
    ['that is HTML with the status 200', respond(200, HTML, HTML_TYPE), 200, '200 text/html'],
    ['that is absent', respond(204, '', {}), 204, '204 without a media type', ''],
    ...Object.entries(NOT_GRAPHQL).map(([what, body]): NotGraphql => {
      // The log masks a text as long as a token.
      const logged = body.replace(BIG, '…')
      return [what, respond(200, body), 200, '200 application/json', logged]
    }),
    [
      'that redirects to another path',
      respond(307, '', { location: '/graphql/?key=secret#part' }),
      307,
      '307 to ORIGIN/graphql/',
      '',
    ],
    [
      'that redirects to another host',
      respond(308, '', { location: 'https://other.example/graphql' }),
      308,
      '308 to https://other.example/graphql',
      '',
    ],
    [
      'that redirects to nowhere',
      respond(302, '', { location: 'http://[' }),
      302,
      '302 without a media type',
      '',
    ],
    [
      'that is compressed badly',
      respond(200, gzipSync(DATA).subarray(0, 12), { 'content-encoding': 'gzip' }),
      200,
      '200 without a media type',
    ],
    [
      'in an unknown encoding',
      respond(200, gzipSync(DATA), { 'content-encoding': 'zip' }),
      200,
      '200 without a media type',
    ],
    [
      'with tokens',
      respond(403, `Bearer abc is not ${JWT}, nor is client-token`),
      403,
      '403 application/json',
      '… is not …, nor is …',
    ],
  ])('%s is an error without retry', async (_what, how, status, logged, body) => {
    const { error, lines } = await ask(how)
    expect(error).toMatchObject({
      message: 'The things service sent a response that is not GraphQL.',
      extensions: { code: 'INTERNAL_ERROR' },
    })
    expect(error!.extensions.details).toEqual({ service: 'things', status })
    const reason = `things at ${origin}/graphql: ${logged.replace('ORIGIN', origin)}`
    const msg = 'a subgraph sent a response that is not GraphQL'
    expect(lines).toMatchObject([{ level: 40, subgraph: 'things', reason, msg }])
    if (body !== undefined) expect(lines[0]!.body).toBe(body)
    expect(lines[0]).not.toHaveProperty('err')
  })

  test.each<[what: string, send: Send]>([
    ['with the status 408', respond(408, '')],
    ['with the status 429', respond(429, HTML, HTML_TYPE)],
    ['with the status 502', respond(502, HTML, HTML_TYPE)],
    ['with the status 503', respond(503, '{"message":"down"}')],
    ['with the status 504', respond(504, '', {})],
    [
      'that ends before its length',
      (res) => res.writeHead(200, { 'content-length': 99 }).write(DATA, () => res.destroy()),
    ],
    ['that ends before its last chunk', (res) => res.write(DATA, () => res.destroy())],
    ['that never begins', (res) => res.destroy()],
    ['that is not HTTP', (res) => res.socket!.end('SSH-2.0\r\n\r\n')],
  ])('%s is an error that a retry may help', async (_what, how) => {
    const { error, lines } = await ask(how)
    expect(error).toMatchObject({
      message: 'The things service does not answer.',
      extensions: { code: 'INTERNAL_ERROR', details: { service: 'things', retry: true } },
    })
    expect(lines).toMatchObject([{ level: 40, msg: 'a subgraph did not respond' }])
  })

  test('that is not GraphQL is logged once a minute, whatever its body', async () => {
    const { client, lines, caller } = start()
    for (let n = 0; n < 20; n += 1) {
      send = respond(404, `Not found: ${n}`)
      await expect(client.execute({ query: '{ int }' }, caller)).rejects.toThrow('not GraphQL')
    }
    expect(lines).toHaveLength(1)
  })

  test('that is compressed and larger than the limit is refused as too large', async () => {
    const bomb = gzipSync(JSON.stringify({ data: { text: 'x'.repeat(3_000_000) } }))
    const { error } = await ask(respond(200, bomb, { 'content-encoding': 'gzip' }))
    expect(error).toMatchObject({ extensions: { details: { reason: 'ANSWER_TOO_LARGE' } } })
  })

  test('that redirects is not followed, so credentials go nowhere else', async () => {
    requests = 0
    await ask(respond(307, '', { location: `${origin}/elsewhere` }))
    expect(requests).toBe(1)
  })
})

test('A response of a service of ours that is not GraphQL may be retried', async () => {
  const tokens = createServiceTokens(
    ['a secret of this test alone (32+)'],
    'router',
    () => new Date(),
  )
  const { error, lines } = await ask(respond(404, HTML, HTML_TYPE), tokens)
  expect(error!.extensions.details).toEqual({ service: 'things', retry: true })
  // The body of a service may hold what is private to a person.
  expect(lines[0]).not.toHaveProperty('body')
})

interface Thrown {
  message: string
  extensions: { details: object }
}

type ServiceTokens = ReturnType<typeof createServiceTokens>

/** A new client, which has logged nothing yet. */
function start(serviceTokens?: ServiceTokens) {
  const lines: Record<string, unknown>[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as never) })
  const caller = { ...callerOf(), log, authorization: 'Bearer client-token' }
  const url = `${origin}/graphql`
  const client = createSubgraphClient({
    name: 'things',
    url,
    serviceTokens,
    responseBytes: 1_000_000,
  })
  return { client, lines, caller }
}

async function ask(how: Send, serviceTokens?: ServiceTokens) {
  send = how
  const { client, lines, caller } = start(serviceTokens)
  const [outcome] = await Promise.allSettled([client.execute({ query: '{ int }' }, caller)])
  await client.close()
  return outcome.status === 'fulfilled'
    ? { result: outcome.value, lines }
    : { error: outcome.reason as Thrown, lines }
}
