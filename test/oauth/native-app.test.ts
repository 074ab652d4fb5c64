// Native apps with a private-use URI scheme (RFC 8252, section 7.1).
import { beforeAll, describe, expect, test } from 'vitest'
import {
  allow,
  askConsent,
  authorizeUrl,
  joinWithPassword,
  obtainTokens,
  registerApp,
  signedInUserAgent,
  type App,
} from '#test/oauth.ts'
import { testSystem, type Person } from '#test/system.ts'
import { createUserAgent } from '#test/user-agent.ts'

const CALLBACK = 'com.example.harbour:/callback'

const system = testSystem({ topology: 'Identity alone' })
let app: App
let ada: Person
beforeAll(async () => {
  app = await registerApp(system, { redirectUris: [CALLBACK] })
  ada = await joinWithPassword(system, 'ada')
})

test('a person signs in to a native app, and returns to it, with PKCE', async () => {
  const page = await askConsent(system, app, ada)
  expect(page.body).toContain('<span class="host">com.example.harbour</span>')
  const tokens = await obtainTokens(system, app, ada)
  expect(tokens.access_token).toBeTruthy()
  const refused = await allow(system, app, ada, { code_challenge: undefined })
  expect(refused).toMatchObject({ error: 'invalid_request' })
})

test('a person is asked each time: any app of the device can claim the scheme (8.6)', async () => {
  const browser = await signedInUserAgent(system, ada)
  await obtainTokens(system, app, ada, {}, browser)
  const page = await browser.open(authorizeUrl(system, app))
  expect(page.url).toContain('/consent')
  const silent = await browser.get(authorizeUrl(system, app, { prompt: 'none' }))
  expect(new URL(silent.location!).searchParams.get('error')).toBe('consent_required')
})

test.each([
  'com.example.harbour:/callback/',
  'com.example.harbour:/Callback',
  'com.example.harbour://callback',
  'com.example.harbour:callback',
  'com.example.harbour:/callback?a=b',
  'com.example.harbour:/callback#a',
  'COM.example.harbour:/callback',
  'com.example.harbour.evil:/callback',
  'com.example:/callback',
  'com.example.harbour:/callback%2f',
  'javascript:/callback',
])('the redirect URI %s is refused on our page: it is compared exactly', async (uri) => {
  const page = await createUserAgent().get(authorizeUrl(system, app, { redirect_uri: uri }))
  expect(page).toMatchObject({ status: 400, location: undefined })
})

describe('registering', () => {
  const register = (uri: string, kind: 'public' | 'confidential' = 'public') =>
    registerApp(system, { kind, redirectUris: [uri] })

  test.each(['com.example.app:/callback', 'com.example.app://callback', 'net.x-y.app1:/a/b.c'])(
    'Registering accepts the redirect URI %s',
    async (uri) => {
      expect((await register(uri)).redirectUri).toBe(uri)
    },
  )

  test.each([
    'myapp:/callback',
    'javascript:alert(1)',
    'java.script:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://app.example/x',
    'intent://x#Intent;scheme=a.b;end',
    'com.example.app:',
    'com.example.app:callback',
    'com.example.app:/callback#x',
    'com.example.app:/callback?x=y',
    'com.example.app:/*',
    'com.example.app://ada@host/x',
    'com.example.app://host:80/x',
    'com.example.app:/../x',
    'com.example..app:/x',
    'com.example.app:///evil',
  ])('Registering refuses the redirect URI %s', async (uri) => {
    await expect(register(uri)).rejects.toMatchObject({
      extensions: { code: 'VALIDATION_ERROR', details: { field: 'redirectUris.0' } },
    })
  })

  test('Registering refuses a private-use scheme to a client with a secret, which no app of a device can keep', async () => {
    await expect(register(CALLBACK, 'confidential')).rejects.toThrow('https')
  })
})
