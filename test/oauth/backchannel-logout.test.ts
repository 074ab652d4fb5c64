// Clients learn that a session has ended (OpenID Connect Back-Channel Logout 1.0), by a token that is useless for
// anything else.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createConnectionServer, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  jwtVerify,
  type JSONWebKeySet,
} from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asCommand } from '../../subgraphs/identity/commands/command.ts'
import { disableIdentity } from '../../subgraphs/identity/domain/people/person.ts'
import { postToClient } from '../../subgraphs/identity/oauth/post-to-client.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import {
  joinWithPassword,
  obtainTokens,
  refresh,
  registerApp,
  signedInUserAgent,
  type App,
} from '#test/oauth.ts'
import { scrape } from '#test/scrape.ts'
import { testSystem, type Person } from '#test/system.ts'
import type { UserAgent } from '#test/user-agent.ts'

const system = testSystem()
/** What the client received, and its response. */
let received: string[]
let responses: number[]
let client: Server
let app: App
let uri: string
beforeAll(async () => {
  client = createServer((req, res) => {
    void text(req).then((body) => {
      received.push(new URLSearchParams(body).get('logout_token') ?? '')
      res.writeHead(responses.shift() ?? 200, { location: '/elsewhere' }).end()
    })
  })
  client.listen(0, '127.0.0.1')
  await once(client, 'listening')
  uri = `http://127.0.0.1:${(client.address() as AddressInfo).port}/logout`
  app = await registerApp(system, { backchannelLogoutUri: uri })
})
beforeEach(() => {
  received = []
  responses = []
})
afterEach(() => {
  system.clock.now = undefined
})
afterAll(() => client.close())

const newPerson = () => joinWithPassword(system, `p${crypto.randomUUID().slice(0, 8)}`)
const openId = { scope: 'openid identity' }

async function signOut(browser: UserAgent): Promise<void> {
  const page = await browser.open(`${system.address('identity')}/sign-out`)
  await browser.submit(page, '/sign-out')
}

async function signedIn(person: Person, at = app) {
  const browser = await signedInUserAgent(system, person)
  const tokens = await obtainTokens(system, at, person, openId, browser)
  return { browser, tokens, sid: decodeJwt(tokens.id_token!).sid as string }
}

const noticesLeft = async () =>
  system.tables<IdentityTables>('identity').selectFrom('logoutNotices').selectAll().execute()

describe('a client', () => {
  test('A client gets a logout token for its session, signed by the key of its ID tokens (2.4)', async () => {
    const ada = await newPerson()
    const { browser, sid, tokens } = await signedIn(ada)
    const again = await refresh(system, app, tokens.refresh_token)
    expect(decodeJwt(again.body.id_token as string).sid).toBe(sid)
    await signOut(browser)
    await expect.poll(() => received).toHaveLength(1)
    const { body } = await system.fetch(`${system.address('identity')}/.well-known/jwks.json`)
    const keys = createLocalJWKSet(body as JSONWebKeySet)
    const { payload } = await jwtVerify(received[0]!, keys, {
      issuer: system.address('identity'),
      audience: app.id,
      typ: 'logout+jwt',
      algorithms: ['RS256'],
    })
    expect(payload).toMatchObject({ sub: ada.id, sid })
    expect(payload.events).toEqual({ 'http://schemas.openid.net/event/backchannel-logout': {} })
    expect(payload).not.toHaveProperty('nonce')
    expect(payload.exp! - payload.iat!).toBe(120)
    await expect.poll(noticesLeft).toEqual([])
  })

  test('A client gets a logout token for the session that ended, and not for another', async () => {
    const ada = await newPerson()
    const [first, second] = [await signedIn(ada), await signedIn(ada)]
    expect(first.sid).not.toBe(second.sid)
    await signOut(first.browser)
    await expect.poll(() => received.map((token) => decodeJwt(token).sid)).toEqual([first.sid])
  })

  test('A client gets the first sid after its person has signed in again in that browser', async () => {
    const ada = await newPerson()
    const { browser, sid } = await signedIn(ada)
    const page = await browser.open(`${system.address('identity')}/sign-in`)
    await browser.submit(page, '/sign-in', {
      username: ada.username,
      password: 'a lamp in the harbour',
    })
    await signOut(browser)
    await expect.poll(() => received.map((token) => decodeJwt(token).sid)).toEqual([sid])
  })

  test('A client gets a logout token for every session when its person is disabled', async () => {
    const ada = await newPerson()
    const sids = [(await signedIn(ada)).sid, (await signedIn(ada)).sid]
    await disableIdentity(asCommand(system.tables<IdentityTables>('identity')), ada.id)
    await expect
      .poll(() => received.map((token) => decodeJwt(token).sid as string).sort())
      .toEqual(sids.sort())
  })

  test('A client without a logout URI, or without the scope openid, gets no logout token', async () => {
    const ada = await newPerson()
    const browser = await signedInUserAgent(system, ada)
    await obtainTokens(system, await registerApp(system), ada, openId, browser)
    await obtainTokens(system, app, ada, { scope: 'identity' }, browser)
    await signOut(browser)
    expect(await noticesLeft()).toEqual([])
  })

  test('A client that fails gets another token later; redirects are not followed', async () => {
    responses = [500, 302]
    const failed = async () => {
      const { value } = await scrape(system.address('identity'))
      return value('background_work_errors_total', { kind: 'delivery', name: 'logoutNotices' }) ?? 0
    }
    const before = await failed()
    const { browser } = await signedIn(await newPerson())
    await signOut(browser)
    for (let times = 1; times <= 3; times += 1) {
      await expect.poll(() => received).toHaveLength(times)
      system.clock.now = new Date(Date.now() + times * 600_000)
    }
    await expect.poll(noticesLeft).toEqual([])
    expect(new Set(received.map((token) => decodeJwt(token).jti)).size).toBe(3)
    expect(await failed()).toBe(before + 2)
  })

  test('A client that never responds is given up after eight attempts', async () => {
    responses = Array<number>(20).fill(500)
    const { browser } = await signedIn(await newPerson())
    await signOut(browser)
    const db = system.tables<IdentityTables>('identity')
    await db
      .updateTable('logoutNotices')
      .set({ attempts: 7, nextAttemptAt: new Date(0) })
      .execute()
    await expect.poll(noticesLeft).toEqual([])
    expect(received.length).toBeLessThanOrEqual(2)
  })
})

test('a logout token is no access token, ID token hint or client assertion', async () => {
  const { browser } = await signedIn(await newPerson())
  await signOut(browser)
  await expect.poll(() => received).toHaveLength(1)
  const [token] = received
  for (const name of ['identity', 'path']) {
    const path = name === 'path' ? '/api/quests' : '/api/oauth/userinfo'
    expect((await system.fetch(`${system.address(name)}${path}`, { token: token! })).status).toBe(
      401,
    )
  }
  const hinted = new URLSearchParams({
    id_token_hint: token!,
    post_logout_redirect_uri: app.redirectUri,
  })
  const page = await browser.get(`${system.address('identity')}/sign-out?${hinted}`)
  expect(page).toMatchObject({ status: 400, location: undefined })
  expect(decodeProtectedHeader(token!).typ).toBe('logout+jwt')
})

test('a response that switches protocols fails, and keeps nobody waiting', async () => {
  const switching = createConnectionServer((socket) => {
    socket.end('HTTP/1.1 101 x\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n')
  })
  await once(switching.listen(0, '127.0.0.1'), 'listening')
  const { port } = switching.address() as AddressInfo
  const options = { toPrivateAddresses: true, stopping: new AbortController().signal }
  const sent = postToClient(`http://127.0.0.1:${port}/`, new URLSearchParams(), options)
  await expect(sent).rejects.toThrow('closed the connection')
  switching.close()
})

describe('in production', () => {
  const stopping = new AbortController().signal
  const post = (address: string) =>
    postToClient(address, new URLSearchParams(), { toPrivateAddresses: false, stopping })

  test.each([
    'http://app.example/logout',
    'https://127.0.0.1/logout',
    'https://[::1]/logout',
    'https://[::ffff:127.0.0.1]/logout',
    'https://10.0.0.1/logout',
    'https://169.254.169.254/latest/meta-data',
    'https://2130706433/logout',
    'https://0x7f.1/logout',
    'https://localhost/logout',
  ])('no logout token is sent to %s', async (address) => {
    await expect(post(address)).rejects.toThrow(/not https|not (a )?public|which is not public/)
  })
})
