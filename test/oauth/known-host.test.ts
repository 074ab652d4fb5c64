// Host names: pages answer those of the settings alone (DNS rebinding), what machines call answers any.
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestSystem, type TestSystem } from '#test/system.ts'

/** A request with that `Host`, which `fetch` may not send. */
function ask(
  url: string,
  host: string,
  headers: object = {},
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { ...headers, host } }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (body += chunk))
      response.on('end', () => resolve({ status: response.statusCode!, body }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

const ID_PAGES = ['/', '/sign-in', '/account', '/dev/mail', '/dev/mail/mail_x', '/admin']
const PAGES = [
  ...ID_PAGES.map((path) => ['identity', path] as const),
  ['identity', '/docs'],
  ['path', '/docs'],
  ['path', '/callback'],
  ['router', '/'],
  ['router', '/docs'],
  ['router', '/explorer/graphiql.js'],
] as const
const MACHINE_PATHS = [
  ['identity', '/healthz'],
  ['identity', '/readyz'],
  ['identity', '/metrics'],
  ['identity', '/.well-known/jwks.json'],
  ['identity', '/.well-known/openid-configuration'],
  ['identity', '/openapi.json'],
  ['identity', '/api/oauth/authorize?client_id=nobody'],
  ['router', '/healthz'],
  ['path', '/api/quests'],
  ['path', '/graphql?query={__typename}'],
  ['router', '/graphql?query={__typename}'],
] as const

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ settings: { GRAPHIQL: '1', TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => system.stop())
const url = (service: string, path: string) => `${system.address(service)}${path}`

describe.each(PAGES)('%s %s', (service, path) => {
  test('is not served for a name of somebody else', async () => {
    for (const host of [
      'rebound.example:7000',
      'localhost.rebound.example',
      '127.0.0.1.rebound.example',
    ]) {
      const { body, status } = await ask(url(service, path), host)
      expect([status, body.split('\n')[0]], host).toEqual([421, '421 Misdirected Request'])
    }
  })

  test('is served for names of this machine, at any port', async () => {
    for (const host of ['localhost', 'LOCALHOST:1', '127.0.0.1:7000', '[::1]:7000', 'localhost.']) {
      expect((await ask(url(service, path), host)).status, host).not.toBe(421)
    }
  })

  test('is served for the host that a trusted proxy names', async () => {
    const headers = { 'x-forwarded-host': 'rebound.example' }
    expect((await ask(url(service, path), 'localhost', headers)).status).toBe(421)
    const known = { 'x-forwarded-host': 'localhost:7000' }
    expect((await ask(url(service, path), 'upstream.internal', known)).status).not.toBe(421)
  })
})

test.each(MACHINE_PATHS)('%s %s is served for any name', async (service, path) => {
  for (const host of ['identity:7000', 'id.internal', 'anything.example']) {
    expect((await ask(url(service, path), host)).status, host).not.toBe(421)
  }
})
