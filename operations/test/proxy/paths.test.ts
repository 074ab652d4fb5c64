// What HAProxy and Caddy, with the files of operations/proxy, let through to processes in production mode, and what not.
import { createServer } from 'node:net'
import { getGlobalDispatcher, setGlobalDispatcher, type Agent } from 'undici'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readHaproxyFile } from '../support/haproxy.ts'
import { send } from '#test/http.ts'
import { freePorts } from '#test/ports.ts'
import { TIMEOUT } from '#test/process.ts'
import { PLACES, SERVICES } from './support/machines.ts'
import { servedBy, startProxiedSite, type ProxiedSite } from './support/proxied-site.ts'
import { PROXIES, startHaproxy, type Proxy } from './support/proxies.ts'
import { documentedPaths, FORMS, placeOf, type AddressForm } from './support/public-addresses.ts'
import { signUp } from './support/sign-up.ts'
import { clientOf } from './support/clients.ts'

/** The documents that each service has, and the router for all. */
const DOCUMENTS = ['/openapi.json', '/asyncapi.json']

/** Ways to write a path, which a server may take for the same. */
const SPELLINGS = [
  { spelling: 'is documented', spell: (path: string) => path },
  { spelling: 'has capitals', spell: (path: string) => path.toUpperCase() },
  { spelling: 'ends in a slash', spell: (path: string) => `${path}/` },
  { spelling: 'has a query', spell: (path: string) => `${path}?a=b` },
  { spelling: 'begins with two slashes', spell: (path: string) => `/${path}` },
  { spelling: 'is escaped', spell: (path: string) => path.replace('m', '%6d').replace('g', '%67') },
  { spelling: 'leaves a folder', spell: (path: string) => `/api/..${path}` },
  { spelling: 'stays in its folder', spell: (path: string) => `/.${path}` },
]

describe.each(FORMS)('with $form', (form) => {
  let site: ProxiedSite
  beforeAll(async () => {
    site = await startProxiedSite(form)
  })
  afterAll(() => site[Symbol.asyncDispose]())

  describe.each(PROXIES)('$proxy', ({ proxy: name, start }) => {
    const direct = getGlobalDispatcher()
    const at = (place: string) => form.baseOf(placeOf(place))
    let proxy: Proxy
    let client: Agent
    beforeAll(async () => {
      proxy = await start(site.home)
      setGlobalDispatcher((client = clientOf(proxy)))
    })
    afterAll(async () => {
      setGlobalDispatcher(direct)
      await proxy[Symbol.asyncDispose]()
    })

    test('lets people sign up, and allow an app', async () => {
      const { browser, tokens } = await signUp(site.world, form, `${name.toLowerCase()}_person`)
      expect((await browser.get(`${at('identity')}/account`)).status).toBe(200)
      const query = '{ me { username } quests { totalCount } }'
      const { body } = await send(`${at('router')}/graphql`, {
        method: 'POST',
        token: tokens.access_token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      })
      expect(body.data).toMatchObject({ me: { username: `${name.toLowerCase()}_person` } })
    })

    test('leads every documented path to its service', async () => {
      const sent = await Promise.all(addresses(form).map(sendTo))
      await vi.waitUntil(() => sent.every(({ id }) => servedBy(site.services).has(id)), TIMEOUT)
      const served = servedBy(site.services)
      for (const { id, status, method, url, service, path } of sent) {
        expect(served.get(id), `${method} ${url}`).toMatchObject({ service, path })
        expect(status, `${method} ${url}`).not.toBe(404)
      }
    })

    test.each([...DOCUMENTS, '/graphql'])('leads %s to the router', async (path) => {
      const { status } = await send(`${at('router')}${path}`)
      // GraphQL needs a token.
      expect(status).toBe(path === '/graphql' ? 401 : 200)
    })

    test('leaves service tokens of strangers out, which would be failures of ours', async () => {
      for (const name of ['x-service-token', 'x-newest-service-token']) {
        const url = `${form.addressesOf(placeOf('path'), '/api/quests')[0]}`
        const { status } = await send(url, { headers: { [name]: 'forged' } })
        expect(status, name).toBe(401)
      }
    })

    test('lets probes see every service', async () => {
      for (const place of PLACES) {
        for (const path of ['/healthz', '/readyz']) {
          const url = `${form.baseOf(place)}${path}`
          expect((await send(url)).status, url).toBe(200)
        }
      }
    })

    test.each(SPELLINGS)('closes what is internal, if its path $spelling', async ({ spell }) => {
      const metrics = PLACES.map((place) => ['GET', form.baseOf(place), '/metrics'] as const)
      const graphql = SERVICES.map((place) => ['POST', form.baseOf(place), '/graphql'] as const)
      for (const [method, base, path] of [...metrics, ...graphql]) {
        // In one domain, this is the router's.
        if (path === '/graphql' && base === at('router')) continue
        const { origin, pathname } = new URL(base)
        const spelled = `${pathname === '/' ? '' : pathname}${spell(path)}`
        const response = await client.request({
          origin,
          path: spelled,
          method,
          headers: { 'content-type': 'application/json' },
          ...(method === 'POST' && { body: JSON.stringify({ query: '{ __typename }' }) }),
        })
        expect(response.statusCode, `${method} ${origin}${spelled}`).toBe(404)
        await response.body.dump()
      }
    })
  })

  test('HAProxy leads no name to the database that it leads services to', async () => {
    const [own, port] = (await freePorts(2)) as [number, number]
    const addresses: string[] = []
    const database = createServer(({ remoteAddress }) => addresses.push(remoteAddress!))
    await new Promise<void>((resolve) => database.listen(port, '127.0.0.1', resolve))
    const nodes = (await readHaproxyFile('haproxy-postgres.cfg'))
      .replace(/^global\n( .*\n)+/m, '')
      .replace('127.0.0.20:5432', `127.0.0.1:${own}`)
      .replace('default-server check', 'default-server')
      .replaceAll(/127\.0\.0\.2\d:5432 port 8008/g, `127.0.0.1:${port}`)
    // As docs/operations/failover.md says: appended without its global section.
    const last = '    server second 127.0.0.12:3009\n'
    await using proxy = await startHaproxy(site.home, { [last]: `${last}\n${nodes}` })
    await using dispatcher = clientOf(proxy)
    for (const name of ['primary', 'public', 'unknown', 'nothing'])
      expect((await send(`https://${name}.example.com/`, { dispatcher })).status, name).toBe(421)
    expect(addresses).toEqual([])
    await new Promise((resolve) => database.close(resolve))
  })
})

interface Addressed {
  service: string
  method: string
  path: string
  url: string
}

/** Every address of every documented path, and of the documents of each service. */
function addresses(form: AddressForm): Addressed[] {
  const ofEach = SERVICES.flatMap((place) =>
    DOCUMENTS.map((path) => ({ place, method: 'get', path })),
  )
  // In one domain, the router's are where those of the ID service would be.
  const router = new Set(DOCUMENTS.map((path) => `${form.baseOf(placeOf('router'))}${path}`))
  return [...documentedPaths(), ...ofEach].flatMap(({ place, method, path }) =>
    form
      .addressesOf(place, path)
      .filter((url) => !router.has(url))
      .map((url) => ({ service: place.name, method, path, url })),
  )
}

/** Sends a request without a token. @returns its id, which the log of the process has */
async function sendTo(addressed: Addressed) {
  const id = crypto.randomUUID()
  const { status } = await send(addressed.url, {
    method: addressed.method.toUpperCase(),
    headers: { 'x-request-id': id },
    redirect: 'manual',
  })
  return { ...addressed, id, status }
}
