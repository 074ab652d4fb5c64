// Connections through HAProxy and Caddy with the files of operations/proxy: TLS, streams, waiting requests, addresses, restarts.
import { once } from 'node:events'
import { getGlobalDispatcher, setGlobalDispatcher, type Agent } from 'undici'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { send, type TestResponse } from '#test/http.ts'
import { SUBSCRIPTION_WAYS, watch } from '#test/live-client.ts'
import { TIMEOUT, type Program } from '#test/process.ts'
import { MACHINES, PLACES, portOf, ROUTER } from './support/machines.ts'
import { startProxiedSite, type ProxiedSite } from './support/proxied-site.ts'
import { PROXIES, startCheckingCaddy, type Proxy } from './support/proxies.ts'
import { FORMS, placeOf } from './support/public-addresses.ts'
import { signUp } from './support/sign-up.ts'
import { openTls, socketOptions, clientOf } from './support/clients.ts'

const form = FORMS.find(({ form: name }) => name === 'one domain by path')!
const at = (place: string) => form.baseOf(placeOf(place))
const ME = '{ me { username } }'

let site: ProxiedSite
/** The one that runs. */
let router: Program
let token: string
beforeAll(async () => {
  site = await startProxiedSite(form)
  router = site.router
})
afterAll(() => site[Symbol.asyncDispose]())

function graphql(query: string, variables: object = {}, dispatcher?: Agent): Promise<TestResponse> {
  return send(`${at('router')}/graphql`, {
    method: 'POST',
    token,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
    ...(dispatcher && { dispatcher }),
  })
}

/** Publishes a scroll. @returns its id */
async function publish(): Promise<string> {
  const input = { title: crypto.randomUUID(), content: 'We had one stove.', visibility: 'public' }
  const query = 'mutation ($input: PublishScrollInput!) { publishScroll(input: $input) { id } }'
  const { body } = await graphql(query, { input })
  return body.data.publishScroll.id as string
}

let addresses = 0

/** An address of this machine that nobody has called from yet. */
function nextAddress(): string {
  addresses += 1
  return `127.0.1.${addresses}`
}

async function edit(id: string): Promise<void> {
  const query = `mutation ($id: ID!, $input: EditScrollInput!) {
    editScroll(scrollId: $id, input: $input) { id }
  }`
  const { body } = await graphql(query, { id, input: { content: 'Now we have two.' } })
  expect(body.errors).toBeUndefined()
}

describe.each(PROXIES)('$proxy', ({ proxy: name, start }) => {
  const direct = getGlobalDispatcher()
  let proxy: Proxy
  beforeAll(async () => {
    proxy = await start(site.home)
    setGlobalDispatcher(clientOf(proxy))
    const { tokens } = await signUp(site.world, form, `${name.toLowerCase()}_person`)
    token = tokens.access_token
  })
  afterAll(async () => {
    setGlobalDispatcher(direct)
    await proxy[Symbol.asyncDispose]()
  })

  test('leads plain HTTP to HTTPS', async () => {
    const url = `${at('router').replace('https', 'http')}/graphql`
    const { status, headers } = await send(url, { redirect: 'manual' })
    expect(status).toBe(308)
    expect(headers.get('location')).toBe(`${at('router')}/graphql`)
  })

  test('speaks HTTP/2 with a certificate for the name', async () => {
    const socket = openTls(proxy, new URL(at('router')).hostname, ['h2', 'http/1.1'])
    await once(socket, 'secureConnect')
    expect(socket.authorized).toBe(true)
    expect(socket.alpnProtocol).toBe('h2')
    socket.destroy()
    await using client = clientOf(proxy, { allowH2: true })
    expect((await graphql(ME, {}, client)).body.data).toMatchObject({ me: {} })
  })

  test.each(SUBSCRIPTION_WAYS)(
    'passes results of a subscription as they come, by %s',
    async (way) => {
      const id = await publish()
      const query = 'subscription ($id: ID!) { scroll(id: $id) { content } }'
      const request = { url: at('router'), token, query, variables: { id } }
      const watcher = watch(way, { ...request, socketOptions: socketOptions(proxy, request.url) })
      await expect.poll(() => watcher.text(), TIMEOUT).toContain('We had one stove.')
      await edit(id)
      await expect.poll(() => watcher.text(), TIMEOUT).toContain('Now we have two.')
      expect(await openSubscriptions()).toBe(1)
      watcher[Symbol.dispose]()
      await expect.poll(openSubscriptions, TIMEOUT).toBe(0)
    },
  )

  test('lets a request for events wait until there is one', async () => {
    const url = `${at('scroll')}/api/events`
    const { next } = (await send(url, { token })).body
    const waiting = send(`${url}?wait=30&after=${next}`, { token })
    const id = await publish()
    const { status, body } = await waiting
    expect(status).toBe(200)
    expect(body.events).toMatchObject([{ type: 'scroll.published', subject: { id } }])
  })

  test('gives each client a rate limit of its own, whatever it claims to be', async () => {
    const left = async (from: string, headers: Record<string, string> = {}) => {
      await using dispatcher = clientOf(proxy, { from })
      const response = await send(`${at('path')}/api/quests`, { dispatcher, headers })
      return Number(/"hour";r=(\d+)/.exec(response.headers.get('ratelimit')!)![1])
    }
    const one = nextAddress()
    const first = await left(one)
    expect(await left(one, { 'x-forwarded-for': '198.51.100.7' })).toBe(first - 1)
    expect(await left(one, { forwarded: 'for=198.51.100.8' })).toBe(first - 2)
    expect(await left(nextAddress(), { 'x-forwarded-for': one })).toBe(first)
  })

  test('makes requests wait for the only process, or says that it is away', async () => {
    await stopRouter()
    const asking = graphql(ME)
    if (name === 'HAProxy') expectUnavailable(await asking)
    router = await site.startRouter()
    if (name === 'Caddy') expect((await asking).status, await proxy.log()).toBe(200)
    await vi.waitUntil(async () => (await graphql(ME)).status === 200, TIMEOUT)
  })

  test('fills no log with checks of health', async () => {
    for (const { output } of [site.services, router]) expect(output()).not.toContain('/readyz')
    const lines = (await proxy.log()).split('\n')
    // HAProxy: each server of the second machine goes down once, and the router's twice.
    const changes = lines.filter((line) => / is (DOWN|UP)/.test(line))
    expect(changes.length).toBeLessThanOrEqual(2 * (PLACES.length + 3))
    expectNoChecks(lines.filter((line) => !changes.includes(line)))
  })
})

test('Caddy with checks of health fills no log while a process is away', async () => {
  await stopRouter()
  await using proxy = await startCheckingCaddy(site.home)
  const { url, dispatcher } = { url: `${at('router')}/graphql`, dispatcher: clientOf(proxy) }
  // Once a check has failed, it does not try the process.
  const away = () => send(url, { method: 'POST', dispatcher })
  await vi.waitUntil(async () => (await away()).status === 503, TIMEOUT)
  expectUnavailable(await away())
  expectNoChecks((await proxy.log()).split('\n'))
  router = await site.startRouter()
  await vi.waitUntil(async () => (await away()).status !== 503, TIMEOUT)
  await dispatcher.close()
})

async function stopRouter(): Promise<void> {
  router.send('SIGTERM')
  await router.ended()
}

function expectUnavailable({ status, headers, body }: TestResponse): void {
  expect(status).toBe(503)
  expect(headers.get('retry-after')).toBe('5')
  expect(body.error).toMatchObject({ code: 'INTERNAL_ERROR', details: { retry: true } })
}

function expectNoChecks(lines: readonly string[]): void {
  expect(lines.filter((line) => /health|readyz/i.test(line))).toEqual([])
}

/** Subscriptions of the router, which its metrics count. */
async function openSubscriptions(): Promise<number> {
  const url = `http://${MACHINES[0]}:${portOf(site.home, ROUTER)}/metrics`
  const { body } = await send(url, { dispatcher: DIRECT })
  const counts = String(body).matchAll(/^live_subscriptions\{.*\} (\d+)$/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}
const DIRECT = getGlobalDispatcher()
