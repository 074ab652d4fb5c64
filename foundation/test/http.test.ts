// Endpoints that every server has, and what it logs of a request.
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeApp, createApp } from '#foundation/http/app.ts'
import { listen, type Listening } from '#foundation/http/listen.ts'
import { createMetrics } from '#foundation/telemetry/metrics.ts'
import { freePorts } from '#test/ports.ts'

interface Line {
  level: number
  method: string
  path: string
}

const lines: Line[] = []
let readiness: Promise<void> = Promise.resolve()
let checks = 0
let server: Listening
let url: string
beforeAll(async () => {
  const output = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(JSON.parse(line.toString()) as Line)
      done()
    },
  })
  const config = { corsOrigins: ['https://app.example'], trustProxy: [] }
  const ready = () => {
    checks += 1
    return readiness
  }
  const app = createApp({
    config,
    log: pino({ level: 'debug' }, output),
    metrics: createMetrics('test'),
    ready,
  })
  closeApp(app)
  const [port] = await freePorts(1)
  const address = { host: '127.0.0.1', port: port!, setting: 'PORT', answerStallMs: 30_000 }
  server = await listen(app, address)
  url = `http://127.0.0.1:${port}`
})
afterAll(() => server.drain())

test('a preflight is noted by its whole path, and need not be sent again for two hours', async () => {
  const headers = { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' }
  const answer = await fetch(`${url}/api/quests/1/complete`, { method: 'OPTIONS', headers })
  expect(answer.status).toBe(204)
  expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example')
  expect(answer.headers.get('access-control-max-age')).toBe('7200')
  await expect
    .poll(() => lines)
    .toContainEqual(expect.objectContaining({ method: 'OPTIONS', path: '/api/quests/1/complete' }))
})

test('a preflight allows the header Idempotency-Key', async () => {
  const headers = {
    Origin: 'https://app.example',
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key',
  }
  const answer = await fetch(`${url}/graphql`, { method: 'OPTIONS', headers })
  expect(answer.headers.get('access-control-allow-headers')).toContain('idempotency-key')
})

test('each origin is told what it may, however often others ask', async () => {
  const headersFor = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(`${url}${path}`, { headers })
    return ['access-control-allow-origin', 'vary', 'access-control-expose-headers'].map((name) =>
      answer.headers.get(name),
    )
  }
  const [app, other] = ['https://app.example', 'https://other.example']
  const exposed = expect.stringMatching(/^API-Version,.*,X-Request-Id$/)
  for (let round = 0; round < 2; round += 1) {
    expect(await headersFor('/api', { Origin: app })).toEqual([app, 'Origin', exposed])
    expect(await headersFor('/api', { Origin: other })).toEqual([null, 'Origin', exposed])
    expect(await headersFor('/api', {})).toEqual([null, 'Origin', exposed])
    expect(await headersFor('/API/oauth/authorize', { Origin: app })).toEqual([null, null, null])
    expect(await headersFor('/account', { Origin: app })).toEqual([null, null, null])
  }
})

test('requests between processes are logged at the level debug, unless they fail', async () => {
  const headers = { 'x-service-token': 'a token' }
  for (const path of ['/healthz', '/nowhere']) await fetch(`${url}${path}`, { headers })
  await fetch(`${url}/healthz`)
  const levels = () => lines.map(({ level, path }) => [path, level])
  await expect.poll(levels).toEqual(
    expect.arrayContaining([
      ['/healthz', 20],
      ['/nowhere', 30],
      ['/healthz', 30],
    ]),
  )
})

test('a WebSocket that is refused is noted as a request', async () => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/chat`)
  await once(socket, 'close')
  await expect
    .poll(() => lines)
    .toContainEqual(expect.objectContaining({ method: 'GET', path: '/chat', status: '400' }))
})

test('many who ask at once whether it is ready share one check of its databases', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  readiness = promise
  checks = 0
  const answers = Array.from({ length: 20 }, () => fetch(`${url}/readyz`))
  await expect.poll(() => checks).toBe(1)
  // Asked after all of these, and answered before them.
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(checks).toBe(1)
  resolve()
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  const before = checks
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(checks).toBe(before + 1)
})

test.each(['/healthz', '/readyz', '/metrics'])('%s tells which methods it has', async (path) => {
  expect((await fetch(`${url}${path}`)).status).toBe(200)
  const answer = await fetch(`${url}${path}`, { method: 'POST' })
  expect(answer.status).toBe(404)
  expect(answer.headers.get('allow')).toBe('GET, HEAD')
})
