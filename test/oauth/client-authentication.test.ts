// Clients that fail to authenticate are rejected, and learn nothing from it.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { asCommand } from '../../subgraphs/identity/commands/command.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { disableClient } from '../../subgraphs/identity/domain/clients/client.ts'
import { inRounds } from './support/in-rounds.ts'
import { askOAuth, expectRefusal, registerApp, type App } from '#test/oauth.ts'
import { workOf } from './support/request-work.ts'
import { atOnce } from '#test/simultaneous.ts'
import { startTestSystem, type TestResponse, type TestSystem } from '#test/system.ts'

const ENDPOINTS = ['token', 'revoke', 'introspect', 'par']
const FIELDS = { grant_type: 'client_credentials', token: 'x' }

let system: TestSystem
let web: App
let server: App
let other: App
let disabled: App
beforeAll(async () => {
  // Each test calls from its own network addresses.
  const settings = { TRUST_PROXY: 'loopback', RATE_LIMIT_FREE: '1000:30' }
  system = await startTestSystem({ topology: 'Identity alone', settings })
  web = await registerApp(system)
  server = await registerService()
  other = await registerService()
  disabled = await registerService()
  const db = system.tables<IdentityTables>('identity')
  await disableClient(asCommand(db), disabled.id)
})
afterEach(() => {
  system.clock.now = undefined
})
afterAll(() => system.stop())

function registerService(): Promise<App> {
  return registerApp(system, { kind: 'confidential', scopes: ['identity', 'admin'] })
}

let addresses = 0
const newAddress = () => `10.0.${(addresses += 1) >> 8}.${addresses & 255}`

/** Calls from a new network address, unless one is given. */
function ask(
  fields: Record<string, string | undefined>,
  headers: Record<string, string> = {},
  name = 'token',
  address = newAddress(),
): Promise<TestResponse> {
  const from = { 'x-forwarded-for': address }
  return askOAuth(system, undefined, { ...FIELDS, ...fields }, name, { ...from, ...headers })
}

function basic(id: string, secret: string): Record<string, string> {
  const encoded = [id, secret].map(encodeURIComponent).join(':')
  return { authorization: `Basic ${Buffer.from(encoded).toString('base64')}` }
}

test('34 · a right secret is accepted, in the body or the header (RFC 6749)', async () => {
  const { id, secret } = server
  expect((await ask({ client_id: id, client_secret: secret })).status).toBe(200)
  expect((await ask({}, basic(id, secret!))).status).toBe(200)
  expect((await ask({ client_id: id }, basic(id, secret!))).status).toBe(200)
})

test.each(ENDPOINTS)(
  '34 · whatever is wrong with a client, %s has the same response (RFC 6749 5.2)',
  async (endpoint) => {
    const { id, secret } = server
    const wrong = 'x'.repeat(43)
    const responses = await Promise.all([
      ask({ client_id: id, client_secret: wrong }, {}, endpoint),
      ask({ client_id: id, client_secret: other.secret }, {}, endpoint),
      ask({ client_id: id, client_secret: secret!.slice(0, -1) }, {}, endpoint),
      ask({ client_id: id, client_secret: secret!.toLowerCase() }, {}, endpoint),
      ask({ client_id: id, client_secret: undefined }, {}, endpoint),
      ask({ client_id: id, client_secret: '' }, {}, endpoint),
      ask({ client_id: 'client_of_nobody', client_secret: wrong }, {}, endpoint),
      ask({ client_id: 'client_of_nobody' }, {}, endpoint),
      ask({ client_id: disabled.id, client_secret: disabled.secret }, {}, endpoint),
      ask({}, basic(id, wrong), endpoint),
      ask({}, basic(id, ''), endpoint),
      ask({}, basic('client_of_nobody', wrong), endpoint),
      ask({}, basic(disabled.id, disabled.secret!), endpoint),
    ])
    for (const response of responses) {
      expectRefusal(response, 'invalid_client', 401)
      expect(response.body).toEqual(responses[0].body)
    }
  },
)

test.each(['Basic', 'basic', 'BASIC'])(
  '35 · the response to a wrong %s header has a challenge (OAuth 2.1)',
  async (scheme) => {
    const header = basic(server.id, 'wrong').authorization!.replace('Basic', scheme)
    const response = await ask({}, { authorization: header })
    expectRefusal(response, 'invalid_client', 401)
    expect(response.headers.get('www-authenticate')).toMatch(/^Basic realm="/)
  },
)

describe('36 · one way only', () => {
  test('36 · two ways at once are refused, though both are right (OAuth 2.1 2.4)', async () => {
    const { id, secret } = server
    const response = await ask({ client_id: id, client_secret: secret }, basic(id, secret!))
    expectRefusal(response, 'invalid_request')
  })

  test('36 · a client_id beside the header must be the same (OAuth 2.1 2.4)', async () => {
    const { id, secret } = server
    expectRefusal(await ask({ client_id: other.id }, basic(id, secret!)), 'invalid_request')
  })

  test('36 · a public client has no secret to send (OAuth 2.1 2.4)', async () => {
    const secret = { client_id: web.id, client_secret: server.secret }
    expectRefusal(await ask(secret), 'invalid_client', 401)
    expectRefusal(await ask({}, basic(web.id, 'anything')), 'invalid_client', 401)
  })
})

describe('37 · 100 wrong secrets', () => {
  const attacker = { 'x-forwarded-for': '192.0.2.7' }
  const guess = (secret: string | undefined, headers: Record<string, string> = attacker) =>
    ask({ client_id: server.id, client_secret: secret }, headers)

  function expectThrottled(response: TestResponse): void {
    expectRefusal(response, 'temporarily_unavailable', 429)
    const wait = Number(response.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
  }

  test('37 · Wrong secrets are throttled, and a right one among them as well (OAuth 2.1 2.4.1)', async () => {
    system.clock.now = new Date()
    // No more than the Free limit allows at once, so that only the throttle decides.
    const guesses = await atOnce(25, (at) => guess(`wrong ${at}`))
    const looked = guesses.filter(({ status }) => status === 401)
    expect(looked).toHaveLength(20)
    for (let at = 25; at < 100; at += 1) guesses.push(await guess(`wrong ${at}`))
    for (const response of guesses) if (response.status !== 401) expectThrottled(response)
    expectThrottled(await guess(server.secret))

    // The client itself and other clients are unaffected.
    expect((await guess(server.secret, {})).status).toBe(200)
    const { id, secret } = other
    expect((await ask({ client_id: id, client_secret: secret }, attacker)).status).toBe(200)
    system.clock.now = new Date(system.clock.now.getTime() + 60_000)
    expect((await guess(server.secret)).status).toBe(200)
  })

  test('37 · one guess at every client is throttled as well, by address (OAuth 2.1 2.4.1)', async () => {
    system.clock.now = new Date()
    const address = { 'x-forwarded-for': '192.0.2.8' }
    const guesses = await inRounds(100, (at) =>
      ask({ client_id: `client_${at}`, client_secret: 'x' }, address),
    )
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(30)
    for (const response of guesses) if (response.status !== 401) expectThrottled(response)
  })

  test('37 · the addresses that one caller has by IPv6 count as one (decision 0006)', async () => {
    system.clock.now = new Date()
    const before = await rows()
    const guesses = await atOnce(25, (at) =>
      guess('wrong', { 'x-forwarded-for': `2001:db8::${at.toString(16)}` }),
    )
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(20)
    expect(await rows()).toEqual({ throttles: before.throttles + 1, refused: before.refused + 20 })
  })

  test('37 · an address whose limit is used up writes nothing any more (decision 0013)', async () => {
    system.clock.now = new Date()
    const address = { 'x-forwarded-for': '192.0.2.9' }
    const anybody = (at: number) => ask({ client_id: `nobody_${at}`, client_secret: 'x' }, address)
    await atOnce(30, (at) => anybody(at))
    const before = await rows()
    for (let at = 30; at < 40; at += 1) expectThrottled(await anybody(at))
    expectThrottled(await guess('wrong', address))
    expect(await rows()).toEqual(before)
  })

  test('37 · a body that cannot be read is counted like any other call (contract)', async () => {
    const address = { 'x-forwarded-for': '192.0.2.10' }
    for (const name of ENDPOINTS) {
      const response = await system.fetch(`${system.address('identity')}/api/oauth/${name}`, {
        method: 'POST',
        headers: { ...address, 'content-type': 'application/json' },
        body: '{',
      })
      expectRefusal(response, 'invalid_request')
      expect(response.headers.get('ratelimit'), name).toMatch(/r=\d+/)
    }
  })
})

test('a failure of the database does not count for the address (contract, "Rate limits")', async () => {
  const db = system.tables<IdentityTables>('identity')
  await sql`alter table clients rename to away`.execute(db)
  const asked = { client_id: server.id, client_secret: server.secret }
  const responses = await Promise.all(ENDPOINTS.map((name) => ask(asked, {}, name)))
  await sql`alter table away rename to clients`.execute(db)
  expect(responses.map(({ status }) => status)).toEqual([500, 500, 500, 500])
  expect(responses.map(({ headers }) => headers.get('ratelimit'))).toEqual([null, null, null, null])
})

/** The number of throttles and of rejections in the audit trail. */
async function rows() {
  const db = system.tables<IdentityTables>('identity')
  const throttles = await db.selectFrom('brakes').select('key').execute()
  const refused = db.selectFrom('auditEvents').select('id').where('kind', '=', 'client_refused')
  return { throttles: throttles.length, refused: (await refused.execute()).length }
}

// How long a comparison itself takes is the promise of `timingSafeEqual`.
test('38 · a secret that begins right costs the same work as any other wrong one (timing)', async () => {
  const { id, secret } = server
  const almost = `${secret!.slice(0, -1)}${secret!.endsWith('A') ? 'B' : 'A'}`
  const workFor = async (wrong: string) => {
    const address = newAddress()
    const fields = { client_id: id, client_secret: wrong }
    const [work, { status }] = await workOf(address, () => ask(fields, {}, 'token', address))
    return { status, ...work }
  }
  const known = await workFor(almost)
  expect(known).toMatchObject({ status: 401, comparisons: [32] })
  for (const wrong of ['x'.repeat(almost.length), 'x', `${secret!}A`]) {
    expect(await workFor(wrong), wrong).toEqual(known)
  }
})
