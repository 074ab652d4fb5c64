// A response goes only to a redirect URI exactly as registered: checks 3 and 4.
import { beforeAll, expect, test } from 'vitest'
import {
  allow,
  askConsent,
  askOAuth,
  authorizationRequest,
  CALLBACK,
  ENCODINGS,
  joinWithPassword,
  pageUrl,
  postAuthorize,
  registerApp,
  signedInUserAgent,
  type App,
} from '#test/oauth.ts'
import { testSystem, type Person } from '#test/system.ts'
import type { UserAgent } from '#test/user-agent.ts'

const LOOPBACK = ['http://127.0.0.1/cb', 'http://[::1]/cb', 'http://localhost/cb?a=b']

const system = testSystem({ topology: 'Identity alone' })
let app: App
let native: App
let ada: Person
/** Ada's browser, with consents for everything that both apps request. */
let browser: UserAgent
beforeAll(async () => {
  app = await registerApp(system)
  native = await registerApp(system, { redirectUris: LOOPBACK })
  ada = await joinWithPassword(system, 'ada')
  browser = await signedInUserAgent(system, ada)
  await allow(system, app, ada, {}, browser)
  await allow(system, native, ada, {}, browser)
})

/** Expects an error page or JSON of the ID service, without a redirect. */
async function expectRefused(asking: App, redirectUri: string | undefined): Promise<void> {
  const change = { redirect_uri: redirectUri }
  for (const path of ['/api/oauth/authorize', '/sign-in', '/sign-up', '/consent']) {
    const page = await browser.get(pageUrl(system, asking, path, change))
    expect(page, path).toMatchObject({ status: 400, location: undefined })
    expect(page.headers.get('refresh'), path).toBeNull()
    expect(page.headers.get('content-type'), path).toBe('text/html; charset=utf-8')
    expect(page.body, path).not.toMatch(/http-equiv|<form/)
    // The page links only to the ID service.
    for (const [link] of page.body.matchAll(/<a\b[^>]*>/g)) {
      expect(link, path).toMatch(/ href="(#main|\/[a-z-]+(\/[a-z-]+)*)"/)
    }
  }
  const refused = { status: 400, body: { error: 'invalid_request' } }
  for (const encoding of ENCODINGS) {
    const response = await postAuthorize(system, authorizationRequest(asking, change), encoding)
    expect(response, encoding).toMatchObject(refused)
    expect(response.headers.get('location'), encoding).toBeNull()
  }
  const pushed = await askOAuth(system, asking, authorizationRequest(asking, change), 'par')
  expect(pushed).toMatchObject(refused)
}

test.each([
  ['an extra path', `${CALLBACK}/extra`],
  ['a trailing slash', `${CALLBACK}/`],
  ['a shorter path', 'https://app.example/call'],
  ['a longer name', `${CALLBACK}s`],
  ['a path parameter', `${CALLBACK};x=y`],
  ['an extra query', `${CALLBACK}?a=b`],
  ['an empty query', `${CALLBACK}?`],
  ['a fragment', `${CALLBACK}#a`],
  ['an empty fragment', `${CALLBACK}#`],
  ['another case of the host', 'https://APP.example/callback'],
  ['another case of the scheme', 'HTTPS://app.example/callback'],
  ['another case of the path', 'https://app.example/Callback'],
  ['a user name', 'https://ada@app.example/callback'],
  ['a password', 'https://ada:lamp@app.example/callback'],
  ['the host as a user name', 'https://app.example@evil.example/callback'],
  ['the host as a user name before a backslash', 'https://evil.example\\@app.example/callback'],
  ['a domain suffix', 'https://app.example.evil.example/callback'],
  ['a domain prefix', 'https://evil-app.example/callback'],
  ['a subdomain', 'https://www.app.example/callback'],
  ['the root of the domain', 'https://app.example./callback'],
  ['a full stop that is no ASCII', 'https://app。example/callback'],
  ['another port', 'https://app.example:8443/callback'],
  ['the default port', 'https://app.example:443/callback'],
  ['/../', 'https://app.example/other/../callback'],
  ['/../ at the end', `${CALLBACK}/../evil`],
  ['%2e%2e', 'https://app.example/other/%2e%2e/callback'],
  ['%252e%252e', 'https://app.example/other/%252e%252e/callback'],
  ['/./', 'https://app.example/./callback'],
  ['//', 'https://app.example//callback'],
  ['an escaped letter', 'https://app.example/c%61llback'],
  ['backslashes', 'https:\\\\app.example\\callback'],
  ['http for https', 'http://app.example/callback'],
  ['javascript:', 'javascript:alert(1)//app.example/callback'],
  ['data:', 'data:text/html,<script>alert(1)</script>'],
  ['file:', 'file:///etc/passwd'],
  ['a scheme of its own', 'com.example.app:/callback'],
  ['a relative address', '/callback'],
  ['an address without a scheme', '//app.example/callback'],
  ['a wildcard', 'https://app.example/*'],
  ['a blank before it', ` ${CALLBACK}`],
  ['a blank after it', `${CALLBACK} `],
  ['a tab in it', 'https://app.example/call\tback'],
  ['a line feed after it', `${CALLBACK}\n`],
  ['a second one after it', `${CALLBACK} https://evil.example/`],
  ['a loopback host', 'http://127.0.0.1:4000/callback'],
  ['nothing', ''],
  ['none at all', undefined],
])(
  '3 · a redirect_uri that differs by %s is refused on our page (RFC 9700 4.1.3)',
  (_name, redirectUri) => expectRefused(app, redirectUri),
)

test('3 · the redirect_uri of another client is refused (RFC 9700 4.1.3)', async () => {
  const other = await registerApp(system, { redirectUris: ['https://other.example/callback'] })
  await expectRefused(app, other.redirectUri)
})

test.each([
  'http://127.0.0.1:49152/cb',
  'http://127.0.0.1:1/cb',
  'http://[::1]:65535/cb',
  'http://localhost:8080/cb?a=b',
  'http://127.0.0.1/cb',
])('4 · a native client gets its response at %s, whatever the port (RFC 8252 7.3)', async (uri) => {
  const page = await askConsent(system, native, ada, { redirect_uri: uri }, browser)
  const { location } = await browser.submit(page, '/consent', { decision: 'allow' })
  expect(location).toMatch(/[?&]code=[\w-]{43}&/)
  expect(location?.startsWith(uri)).toBe(true)
})

test.each([
  'https://127.0.0.1:49152/cb',
  'http://127.0.0.1:49152/cb/',
  'http://127.0.0.1:49152/cb?a=b',
  'http://127.0.0.1:49152/cb#a',
  'http://127.0.0.2:49152/cb',
  'http://127.1:49152/cb',
  'http://0x7f.0.0.1:49152/cb',
  'http://2130706433:49152/cb',
  'http://[::ffff:127.0.0.1]:49152/cb',
  'http://[0:0:0:0:0:0:0:1]:49152/cb',
  'http://localhost:8080/cb',
  'http://localhost.evil.example:8080/cb?a=b',
  'http://127.0.0.1.evil.example:49152/cb',
  'http://127.0.0.1:49152@evil.example/cb',
  'http://ada@127.0.0.1:49152/cb',
  'http://127.0.0.1:65536/cb',
  'http://127.0.0.1:/cb',
  'http://127.0.0.1:49152\\@evil.example/cb',
])('4 · a native client is refused %s: the port alone may vary (RFC 8252 7.3)', (uri) =>
  expectRefused(native, uri),
)

test('4 · the port of a redirect_uri that is not loopback may not vary (RFC 8252 7.3)', async () => {
  const ported = await registerApp(system, { redirectUris: ['https://app.example:8443/callback'] })
  await expectRefused(ported, 'https://app.example:8444/callback')
  await expectRefused(ported, CALLBACK)
})
