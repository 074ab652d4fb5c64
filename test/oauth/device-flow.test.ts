// The device flow (RFC 8628): a device requests access, and only its person can allow it, on a phone.
import { decodeJwt } from 'jose'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { asCommand } from '../../subgraphs/identity/commands/command.ts'
import { disconnectApp } from '../../subgraphs/identity/domain/grants/consent.ts'
import {
  disableIdentity,
  lockPersonForUpdate,
} from '../../subgraphs/identity/domain/people/person.ts'
import { endAllAccess } from '../../subgraphs/identity/domain/sessions/session-end.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { sessionsWaiting } from '#test/database.ts'
import {
  askOAuth,
  expectRefusal,
  isActive,
  joinWithPassword,
  registerApp,
  signedInUserAgent,
  signInOn,
  type App,
} from '#test/oauth.ts'
import { expectDocumented } from '#test/openapi.ts'
import { TIMEOUT } from '#test/process.ts'
import { testSystem, type TestResponse, type Person } from '#test/system.ts'
import { createUserAgent, type Page, type UserAgent } from '#test/user-agent.ts'

const WAIT = { ...TIMEOUT, interval: 5 }
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

const system = testSystem({ topology: 'Identity alone' })
let tv: App
let ada: Person
let phone: UserAgent
beforeAll(async () => {
  tv = await registerApp(system, { deviceFlow: true, redirectUris: [] })
  ada = await joinWithPassword(system, 'ada')
  phone = await signedInUserAgent(system, ada)
})
afterEach(() => {
  system.clock.now = undefined
})

interface Codes {
  device_code: string
  user_code: string
  verification_uri: string
  verification_uri_complete: string
}

const start = (app = tv, scope = 'openid identity') =>
  askOAuth(system, app, { scope }, 'device_authorization')
const started = async (scope?: string) => (await start(tv, scope)).body as Codes

const poll = (code: string, app = tv): Promise<TestResponse> =>
  askOAuth(system, app, { grant_type: GRANT, device_code: code })
const errorOf = async (code: string, app?: App) => (await poll(code, app)).body.error as string

/** Types the code on the device page. */
async function type(userCode: string, browser = phone): Promise<Page> {
  const page = await browser.open(`${system.address('identity')}/device`)
  return browser.submit(page, '/device', { user_code: userCode })
}

async function decide(userCode: string, decision = 'allow', browser = phone): Promise<Page> {
  return browser.submit(await type(userCode, browser), '/device/decision', { decision })
}

const newPerson = () => joinWithPassword(system, `p${crypto.randomUUID().slice(0, 8)}`)

describe('a device', () => {
  test('A device gets a code for its person and one for itself (3.2)', async () => {
    const response = await start()
    expectDocumented('POST', '/api/oauth/device_authorization', response)
    expect(response.body).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/) as string,
      user_code: expect.stringMatching(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/) as string,
      verification_uri: `${system.address('identity')}/device`,
      verification_uri_complete: `${system.address('identity')}/device?user_code=${response.body.user_code}`,
      expires_in: 600,
      interval: 5,
    })
  })

  test('A device waits, then gets tokens, once (3.5)', async () => {
    const { device_code: code, user_code: userCode } = await started()
    expect(await errorOf(code)).toBe('authorization_pending')
    expect((await decide(userCode)).body).toContain('Your device is connected')
    system.clock.now = new Date(Date.now() + 6_000)
    const response = await poll(code)
    expectDocumented('POST', '/api/oauth/token', response)
    expect(response.status).toBe(200)
    expect(decodeJwt(response.body.id_token as string)).toMatchObject({
      sub: ada.id,
      aud: tv.id,
    })
    expect(await isActive(system, response.body.access_token as string)).toBe(true)
    system.clock.now = new Date(Date.now() + 12_000)
    expectRefusal(await poll(code), 'invalid_grant')
  })

  test('A device that polls too fast must wait longer each time, whatever was decided (3.5)', async () => {
    const { device_code: code, user_code: userCode } = await started()
    const at = Date.now()
    const later = async (seconds: number) => {
      system.clock.now = new Date(at + seconds * 1000)
      return errorOf(code)
    }
    expect(await later(0)).toBe('authorization_pending')
    expect(await later(4)).toBe('slow_down')
    await decide(userCode)
    expect(await later(13)).toBe('slow_down')
    expect(await later(29)).toBeUndefined()
  })

  test('Of twenty simultaneous polls one counts, and tokens are issued once', async () => {
    const twenty = async (code: string) => {
      const polls = await Promise.all(Array.from({ length: 20 }, () => errorOf(code)))
      return polls.filter((error) => error !== 'slow_down')
    }
    const waiting = await started()
    expect(await twenty(waiting.device_code)).toEqual(['authorization_pending'])
    const allowed = await started()
    await decide(allowed.user_code)
    const errors = await twenty(allowed.device_code)
    expect(errors.filter((error) => error !== 'invalid_grant')).toEqual([undefined])
  })

  test('A device learns that the person denied it, and that the code has expired', async () => {
    const denied = await started()
    expect((await decide(denied.user_code, 'deny')).body).toContain('Denied')
    expectRefusal(await poll(denied.device_code), 'access_denied')
    const late = await started()
    system.clock.now = new Date(Date.now() + 601_000)
    expectRefusal(await poll(late.device_code), 'expired_token')
    expect((await type(late.user_code)).status).toBe(400)
  })

  test('A device gets nothing for the code of another client', async () => {
    const other = await registerApp(system, { deviceFlow: true, redirectUris: [] })
    const { device_code: code, user_code: userCode } = await started()
    await decide(userCode)
    expectRefusal(await poll(code, other), 'invalid_grant')
  })

  test('A device gets nothing once its person has withdrawn the consent, or is disabled', async () => {
    const command = asCommand(system.tables<IdentityTables>('identity'))
    for (const end of [
      ({ id }: Person) => disconnectApp(command, id, tv.id),
      ({ id }: Person) => disableIdentity(command, id),
    ]) {
      const person = await newPerson()
      const { device_code: code, user_code: userCode } = await started()
      await decide(userCode, 'allow', await signedInUserAgent(system, person))
      await end(person)
      expectRefusal(await poll(code), 'invalid_grant')
    }
  })

  test('Redeeming a device code waits for a change of the account before it locks anything (deadlock)', async () => {
    const person = await newPerson()
    const codes = await started()
    await decide(codes.user_code, 'allow', await signedInUserAgent(system, person))
    const { sent } = await system
      .tables<IdentityTables>('identity')
      .transaction()
      .execute(async (trx) => {
        await lockPersonForUpdate(trx, person.id)
        const sent = errorOf(codes.device_code)
        await expect.poll(() => sessionsWaiting(system.tables('identity')), WAIT).toBe(1)
        await endAllAccess(trx, new Date(), person.id, 'password_changed')
        return { sent }
      })
    expect(await sent).toBe('invalid_grant')
  })

  test('A device stays signed in when the phone signs out, and the page says so', async () => {
    const person = await newPerson()
    const browser = await signedInUserAgent(system, person)
    const { device_code: code, user_code: userCode } = await started()
    await decide(userCode, 'allow', browser)
    const { access_token: token } = (await poll(code)).body as { access_token: string }
    const page = await browser.open(`${system.address('identity')}/sign-out`)
    await browser.submit(page, '/sign-out')
    expect(await isActive(system, token)).toBe(true)
  })
})

describe('who may start it', () => {
  test('Only a client that is registered for the device flow may start it', async () => {
    expectRefusal(await start(await registerApp(system)), 'unauthorized_client')
    expectRefusal(await start({ ...tv, secret: 'any' }), 'invalid_client', 401)
  })

  test.each(['admin', 'openid admin', 'nope'])(
    'A device never gets the scope %s',
    async (scope) => {
      const app = await registerApp(system, {
        deviceFlow: true,
        scopes: ['identity', 'admin', 'openid'],
      })
      expectRefusal(await start(app, scope), 'invalid_scope')
    },
  )
})

describe('the page', () => {
  test('The device page brings somebody who is signed out back to the code (3.3.1)', async () => {
    const { verification_uri_complete: uri, user_code: userCode } = await started()
    const browser = createUserAgent()
    const page = await signInOn(browser, await browser.open(uri), ada)
    expect(new URL(page.url).pathname).toBe('/device')
    expect(page.body).toContain(`value="${userCode}"`)
    expect(page.body).not.toContain('Harbour')
  })

  test('The device page names the app, the code and the place of the request, and warns of codes from others (5.4)', async () => {
    const { user_code: userCode } = await started()
    const { body } = await type(userCode.toLowerCase().replace('-', ' '))
    for (const text of [
      'Harbour',
      userCode,
      'Allow this only if the device in front of you',
      '127.0.0.1',
      'just now',
    ])
      expect(body).toContain(text)
  })

  test('The device page decides nothing by a link or a form of another site', async () => {
    const {
      device_code: code,
      user_code: userCode,
      verification_uri_complete: uri,
    } = await started()
    await phone.get(uri)
    await phone.get(
      `${system.address('identity')}/device/decision?user_code=${userCode}&decision=allow`,
    )
    const fields = { user_code: userCode, decision: 'allow' }
    const forged = await phone.post(`${system.address('identity')}/device/decision`, fields)
    expect(forged.status).toBe(403)
    expect(await errorOf(code)).toBe('authorization_pending')
  })

  test('The device page accepts one decision', async () => {
    const { user_code: userCode } = await started()
    const page = await type(userCode)
    const both = await Promise.all(
      ['allow', 'deny'].map((decision) => phone.submit(page, '/device/decision', { decision })),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  test('The device page accepts no code after ten wrong ones, not even a right one (5.1)', async () => {
    const browser = await signedInUserAgent(system, await newPerson())
    for (let turn = 0; turn < 10; turn += 1) {
      expect((await type('BBBB-BBBB', browser)).status).toBe(400)
    }
    const { user_code: userCode } = await started()
    expect((await type(userCode, browser)).status).toBe(429)
  })
})

test('Both codes are stored only as hashes', async () => {
  const { device_code: code, user_code: userCode } = await started()
  const rows = await system
    .tables<IdentityTables>('identity')
    .selectFrom('deviceAuthorizations')
    .selectAll()
    .execute()
  const stored = JSON.stringify(rows.map((row) => Object.values(row).map(String)))
  expect(stored).not.toContain(code)
  expect(stored).not.toContain(userCode.replace('-', ''))
})
