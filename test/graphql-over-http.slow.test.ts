// /graphql over HTTP: media types of every response, GET without preflight, other methods, upgrades.
import { once } from 'node:events'
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { TestResponse, Sent } from '#test/http.ts'
import { startTestSystem, type TestSystem } from '#test/system.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const GRAPHQL_TYPE = 'application/graphql-response+json; charset=utf-8'
const QUERY = '{ me { username } }'

let system: TestSystem
let limited: TestSystem
let token: string
beforeAll(async () => {
  system = await startTestSystem()
  limited = await startTestSystem({ settings: { RATE_LIMIT_FREE: '1:1' } })
  token = await (await system.join('ada')).token()
  for (const at of ['router', 'identity']) await limited.graphql(QUERY, { at })
})
afterAll(() => Promise.all([system.stop(), limited.stop()]))

const body = (value: unknown) => JSON.stringify(value)
const request = { headers: { 'content-type': 'application/json' }, body: body({ query: QUERY }) }

describe.each(['router', 'identity'])('at the %s', (at) => {
  const send = (sent: Sent, { path = '/graphql', to = system } = {}): Promise<TestResponse> =>
    to.fetch(`${to.address(at)}${path}`, sent)

  describe('every response is of the requested media type', () => {
    const CASES: Record<string, [status: number, sent: () => Sent, to?: () => TestSystem]> = {
      'a result': [200, () => ({ ...request, method: 'POST', token })],
      'no token': [401, () => ({ ...request, method: 'POST' })],
      'a bad token': [401, () => ({ ...request, method: 'POST', token: 'x.y.z' })],
      'too many requests': [429, () => ({ ...request, method: 'POST' }), () => limited],
      'another content type': [
        400,
        () => ({ ...request, method: 'POST', token, headers: { 'content-type': 'text/plain' } }),
      ],
      'malformed JSON': [400, () => ({ ...request, method: 'POST', token, body: '{"query":' })],
      'a body too large': [
        400,
        () => ({ ...request, method: 'POST', token, body: body({ query: 'x'.repeat(103_000) }) }),
      ],
      'no body': [400, () => ({ method: 'POST', token })],
      'no GraphQL': [
        400,
        () => ({ ...request, method: 'POST', token, body: body({ query: '{' }) }),
      ],
      'no such field': [
        400,
        () => ({ ...request, method: 'POST', token, body: body({ query: '{ nope }' }) }),
      ],
      'another method': [404, () => ({ ...request, method: 'PUT', token })],
      'partial data': [
        200,
        () => ({
          ...request,
          method: 'POST',
          token,
          body: body({ query: '{ me { username } identity(id: "x") { id } }' }),
        }),
      ],
    }
    /** By the first edition of GraphQL over HTTP, for its own media type. */
    const BY_EDITION: Record<string, number> = {
      'another content type': 415,
      'another method': 405,
      'partial data': 294,
    }

    test.each(Object.entries(CASES))('%s', async (what, [status, sent, to]) => {
      const responses: TestResponse[] = []
      for (const [accept, type] of [
        [undefined, JSON_TYPE],
        ['*/*', JSON_TYPE],
        ['application/json', JSON_TYPE],
        ['application/json, application/graphql-response+json;q=0.9', JSON_TYPE],
        ['text/html', JSON_TYPE],
        ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', JSON_TYPE],
        ['application/json;q=0', JSON_TYPE],
        ['image/*, text/*;q=0.5', JSON_TYPE],
        ['', JSON_TYPE],
        ['no media type', JSON_TYPE],
        ['application/json;q=0, */*', GRAPHQL_TYPE],
        ['application/graphql-response+json', GRAPHQL_TYPE],
        ['application/graphql-response+json, application/json;q=0.9', GRAPHQL_TYPE],
        ['application/graphql-response+json; charset=utf-8, application/json', GRAPHQL_TYPE],
      ]) {
        const request = sent()
        const headers = new Headers(request.headers)
        if (accept !== undefined) headers.set('accept', accept)
        const sentTo = { to: to?.() ?? system }
        const response = await send({ ...request, headers: Object.fromEntries(headers) }, sentTo)
        const byEdition = type === GRAPHQL_TYPE ? BY_EDITION[what] : undefined
        expect(response.status, accept).toBe(byEdition ?? status)
        expect(response.headers.get('content-type'), accept).toBe(type)
        responses.push(response)
      }
      if (status === 429) return
      for (const response of responses) expect(response.body).toEqual(responses[0]!.body)
    })
  })

  test('another method is refused in the form of GraphQL, with the allowed ones', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      const response = await send({ ...request, method, token })
      expect(response.status).toBe(404)
      expect(response.headers.get('allow')).toBe('GET, HEAD, POST')
      expect(response.body).toEqual({
        errors: [
          {
            message: `${method} /graphql does not exist.`,
            extensions: { code: 'NOT_FOUND', details: {} },
          },
        ],
      })
    }
    const below = await send({ method: 'PUT' }, { path: '/graphql/nope' })
    expect(below.body).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } })
  })

  describe('a GET', () => {
    const path = `/graphql?query=${encodeURIComponent(QUERY)}`

    test('a GET with a bearer token needs no preflight', async () => {
      const { status, body: responded } = await send({ token }, { path })
      expect(status).toBe(200)
      expect(responded).toEqual({ data: { me: { username: 'ada' } } })
      expect((await send({ token, method: 'HEAD' }, { path })).status).toBe(200)
    })

    test('a GET has a JSON response whatever media types it accepts', async () => {
      for (const accept of ['text/html', 'image/*', 'application/json;q=0']) {
        const response = await send({ token, headers: { accept } }, { path })
        expect(response.status, accept).toBe(200)
        expect(response.headers.get('content-type'), accept).toBe(JSON_TYPE)
      }
    })

    test('a GET without a token, with another kind of token, or with a mutation is refused', async () => {
      const blocked = { errors: [{ extensions: { code: 'VALIDATION_ERROR' } }] }
      const introspection = `/graphql?query=${encodeURIComponent('{ __typename }')}`
      const without = await send({}, { path: introspection })
      expect(without.status).toBe(400)
      expect(without.body).toMatchObject(blocked)
      expect(without.body.errors[0].message).toMatch(/Cross-Site Request Forgery/)
      const basic = { authorization: `Basic ${btoa('ada:demo-password')}` }
      const withPassword = await send({ headers: basic }, { path: introspection })
      expect(withPassword.body.errors[0].message).toMatch(/Cross-Site Request Forgery/)
      const mutation = `/graphql?query=${encodeURIComponent('mutation { __typename }')}`
      const accept = 'application/graphql-response+json'
      for (const [headers, status, allow] of [
        [{}, 400, null],
        [{ accept }, 405, 'POST'],
      ] as const) {
        const refused = await send({ token, headers }, { path: mutation })
        expect([refused.status, refused.headers.get('allow')]).toEqual([status, allow])
        expect(refused.body).toMatchObject({
          errors: [{ extensions: { code: 'VALIDATION_ERROR', details: { field: 'query' } } }],
        })
      }
    })
  })

  describe('a WebSocket', () => {
    const HANDSHAKE = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Protocol': 'graphql-transport-ws',
    }
    const REFUSAL = {
      code: 'VALIDATION_ERROR',
      details: { field: 'Upgrade', reason: 'must not ask for a WebSocket' },
    }

    /** Sends the request without `fetch`, which does not send such headers. */
    async function upgrade(path: string, headers: Record<string, string>, method = 'GET') {
      const sent = httpRequest(`${system.address(at)}${path}`, { method, headers, agent: false })
      const [response] = (await once(sent.end(), 'response')) as [Parameters<typeof json>[0]]
      const { statusCode, headers: got } = response as unknown as {
        statusCode: number
        headers: Record<string, string>
      }
      return { status: statusCode, headers: got, body: await json(response) }
    }

    test.each(['/GraphQL/', '/graphql/'])(
      'a WebSocket at %s is refused in the form of GraphQL',
      async (path) => {
        const bearer = { authorization: `Bearer ${token}` }
        for (const headers of [HANDSHAKE, { ...HANDSHAKE, ...bearer }]) {
          const response = await upgrade(path, headers)
          expect(response.status).toBe(400)
          expect(response.headers.connection).toBe('close')
          expect(response.headers['x-request-id']).toEqual(expect.any(String))
          expect(response.body).toEqual({
            errors: [{ message: 'Upgrade: must not ask for a WebSocket', extensions: REFUSAL }],
          })
        }
      },
    )

    test.each(['/', '/api/me', '/healthz', '/nowhere', '/account', '/graphql-ws'])(
      'a WebSocket at %s is refused in the envelope of REST',
      async (path) => {
        const response = await upgrade(path, HANDSHAKE)
        expect(response.status).toBe(400)
        expect(response.headers.connection).toBe('close')
        expect(response.body).toEqual({
          success: false,
          error: { message: 'Upgrade: must not ask for a WebSocket', ...REFUSAL },
        })
      },
    )

    test('a WebSocket of a client library is opened', async () => {
      const url = `${system.address(at).replace('http', 'ws')}/graphql`
      const socket = new WebSocket(url, 'graphql-transport-ws')
      const events: string[] = []
      socket.addEventListener('open', () => events.push('open'))
      socket.addEventListener('error', () => events.push('error'))
      await once(socket, 'open')
      socket.close()
      await once(socket, 'close')
      expect(events).toEqual(['open'])
    })

    test('an upgrade to another protocol is ignored, as HTTP allows', async () => {
      const response = await upgrade('/healthz', {
        Connection: 'Upgrade, HTTP2-Settings',
        Upgrade: 'h2c',
      })
      expect(response.status).toBe(200)
    })

    test.each([
      ['without a key', 'GET /graphql HTTP/1.1', 'Connection: Upgrade\r\nUpgrade: websocket'],
      ['in capitals', 'GET /graphql HTTP/1.1', 'Connection: upgrade\r\nUpgrade: WebSocket'],
      [
        'among others',
        'GET /graphql HTTP/1.1',
        'Connection: upgrade\r\nUpgrade: h2c, websocket/13',
      ],
      [
        'by POST',
        'POST /graphql HTTP/1.1',
        'Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 9',
      ],
      ['without Connection', 'GET /graphql HTTP/1.1', 'Upgrade: websocket'],
      [
        'with frames behind it',
        'GET /graphql HTTP/1.1',
        'Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n\x81\x05hello',
      ],
    ])(
      'a malformed upgrade (%s) has a response, and its connection is closed',
      async (_what, line, headers) => {
        const response = await raw(`${line}\r\nHost: x\r\n${headers}\r\n\r\n`)
        expect(response).toMatch(/^HTTP\/1\.1 400 /)
        expect(response).toMatch(/must not ask for a WebSocket|must be graphql-transport-ws/)
      },
    )

    /** The response on a connection that the client keeps open, until the server closes it. */
    async function raw(text: string): Promise<string> {
      const { hostname, port } = new URL(system.address(at))
      const socket = connect(Number(port), hostname)
      onTestFinished(() => void socket.destroy())
      let response = ''
      socket.setEncoding('latin1').on('data', (chunk: string) => (response += chunk))
      socket.write(text, 'latin1')
      await once(socket, 'close')
      return response
    }
  })
})
