// The endpoints of every server, and what it logs about requests.
import { once } from 'node:events'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeApp, createApp } from '#foundation/http/app.ts'
import { listen, type RunningServer } from '#foundation/http/listen.ts'
import { createMetrics } from '#foundation/telemetry/metrics.ts'
import { freePorts } from '#test/ports.ts'

interface Line {
  level: number
  msg: string
  method: string
  path: string
  fromService?: boolean
  status?: string
  reason?: string
}

const APP_ORIGINS = [
  'capacitor://localhost',
  'tauri://localhost',
  'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
]

const lines: Line[] = []
let readiness: Promise<void> = Promise.resolve()
let checks = 0
let server: RunningServer
let url: string
/** A server without a trusted proxy. */
let bare: RunningServer
let bareUrl: string
beforeAll(async () => {
  const output = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(JSON.parse(line.toString()) as Line)
      done()
    },
  })
  const ready = () => {
    checks += 1
    return readiness
  }
  const start = async (trustProxy: string[]) => {
    const settings = {
      corsOrigins: ['https://app.example', ...APP_ORIGINS],
      trustProxy,
      ...(trustProxy.length > 0 && { securityContact: 'mailto:security@harbour.example' }),
    }
    const log = pino({ level: 'debug' }, output)
    const app = createApp({
      server: 'tested',
      settings,
      log,
      metrics: createMetrics('test'),
      ready,
    })
    app.get('/address', (req, res) => void res.json(req.ip))
    app.get('/tagged', (_req, res) => void res.set('ETag', 'W/"1"').send('content'))
    app.get('/peer/:status', (req, res) => {
      req.step!.callingService = 'path'
      res.status(Number(req.params.status)).json({})
    })
    closeApp(app)
    const [port] = await freePorts(1)
    const address = { host: '127.0.0.1', port: port!, setting: 'PORT', responseStallMs: 30_000 }
    return [await listen(app, address), `http://127.0.0.1:${port}`] as const
  }
  ;[server, url] = await start(['loopback'])
  ;[bare, bareUrl] = await start([])
})
afterAll(() => Promise.all([server.drain(), bare.drain()]))

test('a preflight is logged with its whole path, is valid for two hours, and allows Idempotency-Key', async () => {
  const headers = {
    Origin: 'https://app.example',
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key',
  }
  const response = await fetch(`${url}/api/quests/1/complete`, { method: 'OPTIONS', headers })
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-origin')).toBe('https://app.example')
  expect(response.headers.get('access-control-max-age')).toBe('7200')
  expect(response.headers.get('access-control-allow-headers')).toContain('idempotency-key')
  await expect
    .poll(() => lines)
    .toContainEqual(expect.objectContaining({ method: 'OPTIONS', path: '/api/quests/1/complete' }))
})

test('each origin gets its own CORS headers, however often others call', async () => {
  const headersFor = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(`${url}${path}`, { headers })
    return ['access-control-allow-origin', 'vary', 'access-control-expose-headers'].map((name) =>
      response.headers.get(name),
    )
  }
  const [app, other] = ['https://app.example', 'https://other.example']
  const exposed = expect.stringMatching(/^API-Version,.*,X-Cost-Estimated,X-Request-Id$/)
  for (let round = 0; round < 2; round += 1) {
    expect(await headersFor('/api', { Origin: app })).toEqual([app, 'Origin', exposed])
    expect(await headersFor('/api', { Origin: other })).toEqual([null, 'Origin', exposed])
    expect(await headersFor('/api', {})).toEqual([null, 'Origin', exposed])
    expect(await headersFor('/API/oauth/authorize', { Origin: app })).toEqual([null, null, null])
    expect(await headersFor('/account', { Origin: app })).toEqual([null, null, null])
  }
})

test('requests between processes are logged at the level debug, unless they fail, and each fault as a warning', async () => {
  for (const path of ['/peer/200', '/peer/400', '/peer/500']) await fetch(`${url}${path}`)
  await expect
    .poll(() => lines.filter(({ path }) => path?.startsWith('/peer/')))
    .toMatchObject([
      { path: '/peer/200', level: 20, fromService: true },
      { path: '/peer/400', level: 30, fromService: true },
      { path: '/peer/500', level: 40, fromService: true, requestId: expect.any(String) as string },
    ])
})

test.each([
  ['W/"1"', 304],
  ['"0", "1"', 304],
  ['*', 304],
  ['"2"', 200],
])('a client with the tags %s gets %s, although its fetch adds no-cache', async (tags, status) => {
  const response = await fetch(`${url}/tagged`, { headers: { 'if-none-match': tags } })
  expect(response.status).toBe(status)
})

test('a header alone does not make a request internal', async () => {
  const since = lines.length
  await fetch(`${url}/address`, { headers: { 'x-service-token': 'a token' } })
  await expect.poll(() => lines.slice(since)).toMatchObject([{ path: '/address', level: 30 }])
  expect(lines[since]).not.toHaveProperty('fromService')
})

test('unusual HTTP methods share one label in the metrics', async () => {
  for (const method of ['PROPFIND', 'LOCK', 'PURGE']) await fetch(`${url}/address`, { method })
  const methods = async () => {
    const text = await (await fetch(`${url}/metrics`)).text()
    const counts = text.matchAll(/^http_request_duration_seconds_count\{.*method="([^"]*)"/gm)
    return new Set([...counts].map(([, method]) => method))
  }
  await expect.poll(methods).toContain('_OTHER')
  for (const method of ['PROPFIND', 'LOCK', 'PURGE']) expect(await methods()).not.toContain(method)
})

test('probes are not measured as requests', async () => {
  const spellings = ['/healthz', '/readyz', '/HEALTHZ', '/readyz/', '/address']
  for (const path of spellings) await fetch(`${url}${path}`)
  const measured = async () => {
    const text = await (await fetch(`${url}/metrics`)).text()
    const counts = text.matchAll(/^http_request_duration_seconds_count\{.*route="([^"]*)"/gm)
    return new Set([...counts].map(([, route]) => route))
  }
  await expect.poll(measured).toContain('/address')
  for (const path of ['/healthz', '/readyz', '/metrics'])
    expect(await measured()).not.toContain(path)
})

test('requests of probes are logged at the level debug, and a change of readiness once', async () => {
  const since = lines.length
  const ask = async (path: string) => (await fetch(`${url}${path}`)).status
  for (const path of ['/healthz', '/readyz', '/metrics', '/readyz']) {
    expect(await ask(path)).toBe(200)
  }
  readiness = Promise.reject(new Error('The path service does not answer.'))
  readiness.catch(() => undefined)
  expect([await ask('/readyz'), await ask('/readyz')]).toEqual([503, 503])
  readiness = Promise.resolve()
  expect([await ask('/readyz'), await ask('/readyz')]).toEqual([200, 200])
  const news = () => lines.slice(since)
  await expect.poll(() => news().filter(({ msg }) => msg === 'request')).toHaveLength(8)
  expect(news().filter(({ level, msg }) => msg === 'request' && level > 20)).toEqual([])
  expect(news().filter(({ msg }) => msg !== 'request')).toMatchObject([
    { level: 40, msg: 'not ready', err: { message: 'The path service does not answer.' } },
    { level: 30, msg: 'ready again' },
  ])
})

test.each(APP_ORIGINS)(
  'scripts of the origin %s may call, as the preflight says',
  async (origin) => {
    const headers = { Origin: origin, 'Access-Control-Request-Method': 'POST' }
    const preflight = await fetch(`${url}/graphql`, { method: 'OPTIONS', headers })
    const call = await fetch(`${url}/healthz`, { headers: { Origin: origin } })
    for (const response of [preflight, call]) {
      expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    }
  },
)

describe('the address of a client behind a trusted proxy', () => {
  const addressFrom = async (forwarded: string) => {
    const response = await fetch(`${url}/address`, { headers: { 'X-Forwarded-For': forwarded } })
    return response.json()
  }

  test.each([
    ['203.0.113.8', '203.0.113.8'],
    ['203.0.113.8:50001', '203.0.113.8'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['"[2001:db8::1]:4711"', '2001:db8::1'],
    ['::ffff:203.0.113.8', '::ffff:203.0.113.8'],
    ['[::ffff:203.0.113.8]:80', '::ffff:203.0.113.8'],
    ['192.0.2.1, 203.0.113.8:50001', '203.0.113.8'],
    ['192.0.2.1:1, 203.0.113.8:50001, 127.0.0.1:9', '203.0.113.8'],
    ['192.0.2.1,203.0.113.8:1\t, [::1]:2', '203.0.113.8'],
  ])('X-Forwarded-For: %s gives the address %s', async (forwarded, address) => {
    expect(await addressFrom(forwarded)).toBe(address)
  })

  test('an entry that is no IP address counts as the proxy that wrote it, and is logged once for each proxy', async () => {
    const since = lines.length
    const made = ['unknown', '_hidden', 'a.example:80', '203.0.113.8:port', '203.0.113.8:1:2']
    for (const entry of [...made, '', ', ,', '192.0.2.1, unknown', '192.0.2.1,']) {
      expect(await addressFrom(entry), entry).toBe('127.0.0.1')
    }
    expect(await addressFrom('203.0.113.8, red\u009b31m, 127.0.0.2:9')).toBe('127.0.0.2')
    const warnings = lines.slice(since).filter(({ level }) => level === 40)
    const msg = expect.stringMatching(/^X-Forwarded-For holds no address of a client/) as string
    expect(warnings).toMatchObject([
      { proxy: '127.0.0.1', entry: 'unknown', msg },
      { proxy: '127.0.0.2', entry: String.raw`red\u{9b}31m`, msg },
    ])
  })
})

test('a refused WebSocket is logged as a request', async () => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/chat`)
  await once(socket, 'close')
  await expect
    .poll(() => lines)
    .toContainEqual(expect.objectContaining({ method: 'GET', path: '/chat', status: '400' }))
})

test('concurrent readiness checks share one check of the databases', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  readiness = promise
  checks = 0
  const responses = Array.from({ length: 20 }, () => fetch(`${url}/readyz`))
  await expect.poll(() => checks).toBe(1)
  // Requested after all of these, with a response before theirs.
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(checks).toBe(1)
  resolve()
  const statuses = (await Promise.all(responses)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  const before = checks
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(checks).toBe(before + 1)
})

test.each(['/healthz', '/readyz', '/metrics'])('%s lists its methods in Allow', async (path) => {
  expect((await fetch(`${url}${path}`)).status).toBe(200)
  const response = await fetch(`${url}${path}`, { method: 'POST' })
  expect(response.status).toBe(404)
  expect(response.headers.get('allow')).toBe('GET, HEAD')
})

test('security.txt names the contact of the setting for a month, and is not found without one', async () => {
  const response = await fetch(`${url}/.well-known/security.txt`)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const [, contact, expires] = /^Contact: (.+)\nExpires: (.+)\n$/.exec(await response.text())!
  expect(contact).toBe('mailto:security@harbour.example')
  const days = (Date.parse(expires!) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(29)
  expect(days).toBeLessThan(31)
  expect((await fetch(`${bareUrl}/.well-known/security.txt`)).status).toBe(404)
})

test('X-Forwarded-For of an address outside TRUST_PROXY does not count, and is logged once', async () => {
  const since = lines.length
  for (const forwarded of ['203.0.113.8', '203.0.113.9:50001']) {
    const headers = { 'X-Forwarded-For': forwarded }
    expect(await (await fetch(`${bareUrl}/address`, { headers })).json()).toBe('127.0.0.1')
  }
  const warnings = lines.slice(since).filter(({ level }) => level === 40)
  const msg = expect.stringMatching(/^X-Forwarded-For does not count.*set TRUST_PROXY/) as string
  expect(warnings).toMatchObject([{ from: '127.0.0.1', msg }])
})

describe('a response to a request whose body has not arrived', () => {
  /** A connection on which a POST of this many bytes to an unknown path has begun, and what it received. */
  function begin(length: number) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const received: string[] = []
    socket.setEncoding('utf8').on('data', (text: string) => void received.push(text))
    socket.write(`POST /nothing HTTP/1.1\r\nHost: a.example\r\nContent-Length: ${length}\r\n\r\n`)
    return { socket, text: () => received.join('') }
  }

  test('a response waits for the request body, and the connection stays open', async () => {
    const { socket, text } = begin(45)
    // What the server sends at once has arrived when a later request has its response.
    for (const _time of [1, 2, 3]) await fetch(`${url}/healthz`)
    expect(text()).toBe('')
    socket.write(`${'x'.repeat(45)}GET /healthz HTTP/1.1\r\nHost: a.example\r\n\r\n`)
    await expect.poll(text).toMatch(/^HTTP\/1.1 404 .*HTTP\/1.1 200 /s)
    socket.destroy()
  })

  test('the connection is closed when the body is too long', async () => {
    const { socket, text } = begin(2 * 1024 * 1024)
    socket.write('x'.repeat(1024 * 1024 + 1))
    await once(socket, 'close')
    expect(text()).toMatch(/^HTTP\/1.1 404 .*\r\nConnection: close\r\n/s)
  })

  test('the connection is closed when the body does not arrive', async () => {
    const { socket, text } = begin(45)
    await once(socket, 'close')
    expect(text()).toMatch(/^HTTP\/1.1 404 .*\r\nConnection: close\r\n/s)
  })
})
