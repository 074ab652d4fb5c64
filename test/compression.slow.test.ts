// Which responses are compressed, which may be cached, and which must never be compressed.
import { request, type IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { SERVICE_TOKEN_HEADER } from '#foundation/auth/service-token.ts'
import { addQuest } from '#test/story.ts'
import { testSystem } from '#test/system.ts'

const system = testSystem({ settings: { DEMO: '1' } })
let token: string
beforeAll(async () => {
  token = await (await system.join('ida')).token()
  for (const index of Array(20).keys()) await addQuest(system, { title: `Quest ${index}` })
})

interface Sent {
  at: string
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

interface Raw {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Sends a plain HTTP request: `fetch` requests encodings and decodes them by itself. */
function ask({ at, path, method = 'GET', headers = {}, body }: Sent): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = request(`${system.address(at)}${path}`, { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
      response.on('end', () => {
        const { headers, statusCode: status = 0 } = response
        resolve({ status, headers, body: Buffer.concat(chunks) })
      })
    })
    sent.on('error', reject).end(body)
  })
}

const withToken = (headers: Record<string, string> = {}) => ({
  authorization: `Bearer ${token}`,
  ...headers,
})

const DASHBOARD = JSON.stringify({
  query: '{ quests(first: 20) { nodes { id title description xpReward } } }',
})
const JSON_TYPE = { 'content-type': 'application/json' }
const BEARER_ANSWERS: Sent[] = [
  { at: 'path', path: '/api/quests' },
  { at: 'router', path: '/api/quests?page=1' },
  { at: 'router', path: '/graphql', method: 'POST', body: DASHBOARD, headers: JSON_TYPE },
  { at: 'path', path: '/graphql', method: 'POST', body: DASHBOARD, headers: JSON_TYPE },
]

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync }

describe.each(BEARER_ANSWERS)('$method $at $path', (sent) => {
  const fetched = (headers: Record<string, string> = {}) =>
    ask({ ...sent, headers: withToken({ ...sent.headers, ...headers }) })

  test.each(['br', 'gzip'] as const)('a response is compressed by %s on request', async (name) => {
    const plain = await fetched()
    const response = await fetched({ 'accept-encoding': name })
    expect(plain.body.length).toBeGreaterThan(1024)
    expect(response).toMatchObject({ status: 200, headers: { 'content-encoding': name } })
    expect(DECODERS[name](response.body).equals(plain.body)).toBe(true)
    expect(response.body.length).toBeLessThan(plain.body.length / 2)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.headers).not.toHaveProperty('etag')
    for (const { headers } of [plain, response]) expect(headers.vary).toContain('Accept-Encoding')
  })

  test.each(['identity', 'gzip;q=0, br;q=0', 'deflate;q=0, zstd'])(
    'a response is not compressed for Accept-Encoding: %s',
    async (accepted) => {
      const { headers, status } = await fetched({ 'accept-encoding': accepted })
      expect(status).toBe(200)
      expect(headers).not.toHaveProperty('content-encoding')
    },
  )

  test('a response to another service is not compressed', async () => {
    const { headers } = await fetched({ 'accept-encoding': 'gzip', [SERVICE_TOKEN_HEADER]: 'x' })
    expect(headers).not.toHaveProperty('content-encoding')
  })
})

test('a response below 1 KiB and an error are not compressed', async () => {
  const headers = withToken({ 'accept-encoding': 'br' })
  const small = await ask({ at: 'identity', path: '/api/me', headers })
  const unknown = await ask({ at: 'path', path: '/api/quests/quest_unknown', headers })
  expect([small.status, unknown.status]).toEqual([200, 404])
  for (const { headers } of [small, unknown]) expect(headers).not.toHaveProperty('content-encoding')
})

test('a response to HEAD has the headers and no body', async () => {
  const headers = withToken({ 'accept-encoding': 'br' })
  const head = await ask({ at: 'path', path: '/api/quests', method: 'HEAD', headers })
  expect(head).toMatchObject({
    status: 200,
    headers: { vary: expect.stringContaining('Encoding') },
  })
  expect(head.body.length).toBe(0)
})

const NEVER: Sent[] = [
  { at: 'identity', path: '/sign-in' },
  { at: 'identity', path: '/sign-up' },
  { at: 'identity', path: '/api/oauth/authorize?client_id=unknown' },
  {
    at: 'identity',
    path: '/api/oauth/token',
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: 'demo-server',
      client_secret: 'demo-server-secret',
    }),
  },
]

test.each([...NEVER, { ...NEVER[3]!, at: 'router' }])(
  '$at $path is never compressed, and has no ETag',
  async ({ headers: sent, ...rest }) => {
    const { body, headers } = await ask({
      ...rest,
      headers: { ...sent, 'accept-encoding': 'br, gzip' },
    })
    expect(body.length).toBeGreaterThan(0)
    expect(headers).not.toHaveProperty('content-encoding')
    expect(headers).not.toHaveProperty('etag')
    expect(headers['cache-control']).toContain('no-store')
  },
)

const KEPT = [
  { at: 'path', path: '/openapi.json', keeps: 'public, max-age=300' },
  { at: 'router', path: '/openapi.json', keeps: 'public, max-age=300' },
  { at: 'identity', path: '/.well-known/oauth-authorization-server', keeps: 'public, max-age=300' },
  { at: 'identity', path: '/.well-known/openid-configuration', keeps: 'public, max-age=300' },
  { at: 'identity', path: '/.well-known/jwks.json', keeps: 'public, max-age=300', isSmall: true },
  { at: 'identity', path: '/assets/pages.css', keeps: 'no-cache' },
  { at: 'router', path: '/', keeps: 'no-cache' },
  { at: 'router', path: '/explorer/graphiql.js', keeps: 'no-cache' },
  { at: 'router', path: '/docs', keeps: 'no-cache' },
  { at: 'guild', path: '/docs', keeps: 'no-cache' },
  { at: 'guild', path: '/docs/swagger-ui.js', keeps: 'no-cache' },
]

describe.each(KEPT)('$at $path', ({ at, path, keeps, isSmall }) => {
  test('the file is compressed, and may be cached', async () => {
    const plain = await ask({ at, path })
    expect(plain).toMatchObject({ status: 200, headers: { 'cache-control': keeps } })
    expect(plain.headers.vary).toContain('Accept-Encoding')
    for (const name of ['br', 'gzip'] as const) {
      const { body, headers } = await ask({ at, path, headers: { 'accept-encoding': name } })
      expect(headers.etag).toBe(plain.headers.etag)
      expect(headers['content-encoding']).toBe(isSmall ? undefined : name)
      expect((isSmall ? body : DECODERS[name](body)).equals(plain.body)).toBe(true)
    }
  })

  test('a client that has the file gets 304 without a body', async () => {
    const { etag = 'none' } = (await ask({ at, path })).headers
    for (const accepted of ['identity', 'br']) {
      const headers = { 'if-none-match': `"another", ${etag}`, 'accept-encoding': accepted }
      const response = await ask({ at, path, headers })
      expect(response.status).toBe(304)
      expect(response.body.length).toBe(0)
      expect(response.headers).toMatchObject({ etag, 'cache-control': keeps })
      expect(response.headers).not.toHaveProperty('content-encoding')
    }
    expect((await ask({ at, path, headers: { 'if-none-match': '"another"' } })).status).toBe(200)
  })

  test('a range request gets the whole file', async () => {
    const whole = await ask({ at, path })
    const { body, status } = await ask({ at, path, headers: { range: 'bytes=0-9' } })
    expect(status).toBe(200)
    expect(body.equals(whole.body)).toBe(true)
  })
})

test('files that pages link to are cached for a year, at a URL that changes with their content', async () => {
  for (const at of ['router', 'identity', 'guild']) {
    for (const page of { router: ['/', '/docs'], identity: ['/sign-in'], guild: ['/docs'] }[at]!) {
      const html = (await ask({ at, path: page })).body.toString()
      const links = [...html.matchAll(/(?:src|href|data-worker-\w+)="(\/[^"]+\?v=[^"]+)"/g)]
      expect(links.length, page).toBeGreaterThan(1)
      for (const [, path] of links) {
        const { headers, status } = await ask({ at, path: path! })
        expect(status, path).toBe(200)
        expect(headers['cache-control'], path).toBe('public, max-age=31536000, immutable')
      }
    }
  }
})
