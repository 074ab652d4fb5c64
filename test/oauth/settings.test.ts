// A public installation: cookies under https (check 19), and redirects to the issuer.
// Its URL is https://localhost; the tests send requests to its port.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorizeUrl, joinWithPassword, PASSWORD, registerApp } from '#test/oauth.ts'
import { startTestSystem, type Person, type TestSystem } from '#test/system.ts'
import { createUserAgent, formOf, type Page, type UserAgent } from '#test/user-agent.ts'

/** A name that needs no DNS. Services request revoked grants from it, without success. */
const ISSUER = 'https://localhost'

let system: TestSystem
let ada: Person
beforeAll(async () => {
  const settings = { ID_BASE_URL: ISSUER }
  const started = await startTestSystem({ topology: 'Identity alone', settings })
  const port = started.config.services.identity!.port
  const address = (name: string) =>
    name === 'identity' ? `http://127.0.0.1:${port}` : started.address(name)
  system = { ...started, address }
  ada = await joinWithPassword(system, 'ada')
})
afterAll(() => system.stop())

const here = (url: string) => url.replace(ISSUER, system.address('identity'))

/** Sends a form of a page to the port. */
function sendForm(
  userAgent: UserAgent,
  page: Page,
  path: string,
  fields: Record<string, string>,
): Promise<Page> {
  const { action, hidden } = formOf(page, path)
  return userAgent.post(
    here(new URL(action, ISSUER).href),
    { ...hidden, ...fields },
    { origin: ISSUER },
  )
}

async function signIn(userAgent: UserAgent, path = '/sign-in'): Promise<Page> {
  const page = await userAgent.get(`${system.address('identity')}${path}`)
  return sendForm(userAgent, page, '/sign-in', { username: ada.username, password: PASSWORD })
}

test('19 · cookies are __Host-, HttpOnly, Secure and SameSite=Lax (OWASP Session Management)', async () => {
  const userAgent = createUserAgent()
  const first = await userAgent.get(`${system.address('identity')}/sign-in`)
  const signedIn = await signIn(userAgent)
  const lines = [...first.headers.getSetCookie(), ...signedIn.headers.getSetCookie()]
  expect(lines.map((line) => line.split('=')[0])).toEqual([
    '__Host-browser',
    '__Host-session',
    expect.stringMatching(/^__Host-session_\w+$/),
    '__Host-device',
  ])
  for (const line of lines) {
    const [, ...attributes] = line.split('; ')
    expect(line).toMatch(/^__Host-(\w+=[\w-]{22,43}|device=[\w-]+\.[\w-]{22}\.[\w-]{43});/)
    expect(attributes).toEqual(
      expect.arrayContaining(['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']),
    )
    expect(line).not.toMatch(/domain/i)
  }
  const account = await userAgent.get(`${system.address('identity')}/account/devices`)
  const signedOut = await sendForm(userAgent, account, '/account/sessions/end-all', {})
  const isCleared = /^__Host-session(_\w+)?=; .*Expires=Thu, 01 Jan 1970.*Secure/
  expect(signedOut.headers.getSetCookie()).toEqual([
    expect.stringMatching(isCleared),
    expect.stringMatching(isCleared),
    expect.stringMatching(/^__Host-signed-out=\d{13}; .*HttpOnly; Secure; SameSite=Lax$/),
  ])
})

test('19 · each sign-in has a value of its own, whatever the browser came with (session fixation; OWASP)', async () => {
  const userAgent = createUserAgent()
  userAgent.cookies.set('__Host-session', 'A'.repeat(43))
  await signIn(userAgent)
  const first = userAgent.cookies.get('__Host-session')!
  expect(first).not.toBe('A'.repeat(43))
  const page = await userAgent.get(`${system.address('identity')}/sign-in`)
  await sendForm(userAgent, page, '/sign-in', { username: 'ada', password: PASSWORD })
  const second = userAgent.cookies.get('__Host-session')!
  expect(second).not.toBe(first)
  // The old cookie is invalid, so that a copy of it is useless.
  for (const [value, status] of [
    [first, 303],
    [second, 200],
  ] as const) {
    const copy = createUserAgent()
    copy.cookies.set('__Host-session', value)
    const account = await copy.get(`${system.address('identity')}/account`)
    expect(account.status).toBe(status)
  }
})

test('19 · cookies of another name or shape are ignored (OWASP Session Management)', async () => {
  const userAgent = createUserAgent()
  await signIn(userAgent)
  const session = userAgent.cookies.get('__Host-session')!
  for (const [name, value] of [
    ['ecosystem_session', session],
    ['session', session],
    ['__Host-session', `${session}'`],
    ['__Host-session', ''],
    ['__host-session', session],
  ] as const) {
    const other = createUserAgent()
    other.cookies.set('__Host-browser', userAgent.cookies.get('__Host-browser')!)
    other.cookies.set(name, value)
    const account = await other.get(`${system.address('identity')}/account`)
    expect(account.status, name).toBe(303)
  }
})

test('whatever host a request names, redirects stay at the issuer (Keycloak: host spoofing)', async () => {
  const app = await registerApp(system, { scopes: ['identity'] })
  const page = await createUserAgent().get(authorizeUrl(system, app), {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    forwarded: 'host=evil.example',
  })
  expect(page.location).toMatch(/^https:\/\/localhost\/sign-in\?/)
})
