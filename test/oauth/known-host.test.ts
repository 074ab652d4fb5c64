// Host names: pages respond only to those of the settings (DNS rebinding), endpoints for machines to any.
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requireKnownHost } from '#foundation/http/known-host.ts'
import { testSystem } from '#test/system.ts'

/** A request with this `Host`, which `fetch` does not allow to set. */
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

const system = testSystem({ settings: { GRAPHIQL: '1', TRUST_PROXY: '127.0.0.1' } })
const url = (service: string, path: string) => `${system.address(service)}${path}`

describe.each(PAGES)('%s %s', (service, path) => {
  test('A page is not served for a foreign name', async () => {
    for (const host of [
      'rebound.example:7000',
      'localhost.rebound.example',
      '127.0.0.1.rebound.example',
    ]) {
      const { body, status } = await ask(url(service, path), host)
      expect([status, body.split('\n')[0]], host).toEqual([421, '421 Misdirected Request'])
    }
  })

  test('A page is served for names of this machine, at any port', async () => {
    for (const host of ['localhost', 'LOCALHOST:1', '127.0.0.1:7000', '[::1]:7000', 'localhost.']) {
      expect((await ask(url(service, path), host)).status, host).not.toBe(421)
    }
  })

  test('A page is served only if every name that a proxy or page has added is known', async () => {
    for (const [host, forwarded] of [
      ['localhost', 'rebound.example'],
      ['rebound.example', 'localhost'],
      ['localhost', 'localhost, rebound.example'],
      ['localhost', 'rebound.example, localhost'],
    ] as const) {
      const headers = { 'x-forwarded-host': forwarded }
      expect((await ask(url(service, path), host, headers)).status, forwarded).toBe(421)
    }
    const known = { 'x-forwarded-host': 'localhost:7000, 127.0.0.1' }
    expect((await ask(url(service, path), 'localhost', known)).status).not.toBe(421)
  })
})

test.each(MACHINE_PATHS)('%s %s is served for any name', async (service, path) => {
  for (const host of ['identity:7000', 'id.internal', 'anything.example']) {
    expect((await ask(url(service, path), host)).status, host).not.toBe(421)
  }
})

describe('in production', () => {
  const BASE = 'https://id.example'
  const server = createServer(
    express()
      .set('trust proxy', 'loopback')
      .use(
        requireKnownHost({
          production: true,
          services: { identity: { port: 0, baseUrl: BASE, internalUrl: BASE } },
        } as never),
      )
      .use((_req, res) => void res.send('served')),
  )
  let address: string
  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => void server.close())

  test.each([
    ['upstream.internal', 'id.example', 200],
    ['id.example', 'rebound.example', 421],
    ['id.example', undefined, 200],
    ['upstream.internal', undefined, 421],
  ])(
    'Host %s with X-Forwarded-Host %s of a trusted proxy has status %i',
    async (host, forwarded, status) => {
      const headers = forwarded === undefined ? {} : { 'x-forwarded-host': forwarded }
      expect((await ask(address, host, headers)).status).toBe(status)
    },
  )
})
