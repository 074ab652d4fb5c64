// When a person must sign in again, and when no page may be shown: prompt and max_age (OpenID Connect Core 3.1.2.1).
import { decodeJwt } from 'jose'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  allow,
  askOAuth,
  authorizationRequest,
  authorizeUrl,
  joinWithPassword,
  obtainTokens,
  pageUrl,
  PASSWORD,
  redirected,
  registerApp,
  signedInUserAgent,
  signInOn,
  type App,
} from '#test/oauth.ts'
import { testSystem, type Person } from '#test/system.ts'
import { createUserAgent, formOf, linkOf, type Page, type UserAgent } from '#test/user-agent.ts'

const MINUTE = 60_000

const system = testSystem({ topology: 'Identity alone' })
let app: App
let ada: Person
let grace: Person
beforeAll(async () => {
  app = await registerApp(system)
  ada = await joinWithPassword(system, 'ada')
  grace = await joinWithPassword(system, 'grace')
})
afterEach(() => {
  system.clock.now = undefined
})

function wait(ms: number): void {
  system.clock.now = new Date((system.clock.now ?? new Date()).getTime() + ms)
}

const pathOf = ({ url }: Page) => new URL(url).pathname

/** A browser in which Ada has allowed the app its scope. */
async function browserOfAda() {
  const browser = await signedInUserAgent(system, ada)
  await allow(system, app, ada, {}, browser)
  return browser
}

test('prompt=none shows no page: a code, or login_required, or consent_required (OpenID Connect Core 3.1.2.6)', async () => {
  const nobody = await createUserAgent().get(authorizeUrl(system, app, { prompt: 'none' }))
  expect(redirected(nobody)).toMatchObject({ error: 'login_required', state: 'a state of the app' })
  const browser = await browserOfAda()
  const silent = await browser.get(authorizeUrl(system, app, { prompt: 'none' }))
  expect(redirected(silent)).toHaveProperty('code')
  const wider = { prompt: 'none', scope: 'identity wallet' }
  const asked = await browser.get(authorizeUrl(system, app, wider))
  expect(redirected(asked)).toMatchObject({ error: 'consent_required' })
  wait(2 * MINUTE)
  const old = await browser.get(authorizeUrl(system, app, { prompt: 'none', max_age: '60' }))
  expect(redirected(old)).toMatchObject({ error: 'login_required' })
})

test('an id_token_hint must name whoever is signed in, or nobody gets a code (OpenID Connect Core 3.1.2.1)', async () => {
  await browserOfAda()
  const scope = 'openid identity'
  const hintOf = async (person: Person) =>
    (await obtainTokens(system, app, person, { scope }, await signedInUserAgent(system, person)))
      .id_token!
  const [adas, graces] = [await hintOf(ada), await hintOf(grace)]
  wait(30 * 60 * MINUTE)
  const fresh = await signedInUserAgent(system, ada)
  const ask = async (id_token_hint: string, more = {}) =>
    redirected(await fresh.get(authorizeUrl(system, app, { id_token_hint, ...more })))
  expect(await ask(adas, { prompt: 'none' })).toHaveProperty('code')
  expect(await ask(adas)).toHaveProperty('code')
  for (const hint of [graces, `${adas}x`, 'nonsense', forgedHint(adas)]) {
    expect(await ask(hint, { prompt: 'none' })).toMatchObject({ error: 'login_required' })
    expect(await ask(hint)).toMatchObject({ error: 'login_required' })
    const consent = pageUrl(system, app, '/consent', { id_token_hint: hint })
    expect(redirected(await fresh.get(consent))).toMatchObject({ error: 'login_required' })
  }
  const nobody = await createUserAgent().get(authorizeUrl(system, app, { id_token_hint: adas }))
  expect(nobody.location).toContain('/sign-in?')
})

/** The same claims without a signature. */
function forgedHint(hint: string): string {
  const header = Buffer.from('{"alg":"none"}').toString('base64url')
  return `${header}.${hint.split('.')[1]}.`
}

test.each(['constructor', 'toString', 'none login', 'create'])(
  'prompt=%s is invalid_request (OpenID Connect Core 3.1.2.1)',
  async (prompt) => {
    const page = await createUserAgent().get(authorizeUrl(system, app, { prompt }))
    expect(redirected(page)).toMatchObject({ error: 'invalid_request' })
  },
)

test.each(['login', 'select_account'])(
  'prompt=%s asks who is signed in to sign in again, and then goes on (OpenID Connect Core 3.1.2.1)',
  async (prompt) => {
    const browser = await browserOfAda()
    const page = await browser.open(authorizeUrl(system, app, { prompt }))
    expect(pathOf(page)).toBe('/sign-in')
    expect(redirected(await signInOn(browser, page, ada))).toHaveProperty('code')
  },
)

test('prompt=login and somebody else signs in: the code is theirs (OpenID Connect Core 3.1.2.1)', async () => {
  const browser = await browserOfAda()
  const tokens = await obtainTokens(system, app, grace, { prompt: 'login' }, browser)
  expect(decodeJwt(tokens.access_token).sub).toBe(grace.id)
})

test('prompt=login cannot be passed by going to the consent page directly (OpenID Connect Core 3.1.2.1)', async () => {
  const browser = await browserOfAda()
  for (const change of [{ prompt: 'login' }, { prompt: 'login consent' }, { max_age: '0' }]) {
    wait(MINUTE)
    expect(pathOf(await browser.open(pageUrl(system, app, '/consent', change)))).toBe('/sign-in')
    const other = await browser.open(pageUrl(system, app, '/consent'))
    const csrf = /name="csrf" value="([^"]+)"/.exec(String(other.body))![1]!
    const address = pageUrl(system, app, '/consent', change)
    const sent = await browser.post(address, { csrf, decision: 'allow' })
    expect(sent.location).toContain('/sign-in?')
  }
})

test('prompt=login is satisfied by the sign-in it led to alone: not in another browser, not long after (OpenID Connect Core 3.1.2.1)', async () => {
  const browser = await browserOfAda()
  const page = await browser.open(authorizeUrl(system, app, { prompt: 'login' }))
  const { location } = await browser.post(page.url, {
    csrf: /name="csrf" value="([^"]+)"/.exec(String(page.body))![1]!,
    username: 'ada',
    password: 'a lamp in the harbour',
  })
  const another = await signedInUserAgent(system, ada)
  expect(pathOf(await another.open(location!))).toBe('/sign-in')
  expect(redirected(await browser.get(location!))).toHaveProperty('code')
  wait(11 * MINUTE)
  expect(pathOf(await browser.open(location!))).toBe('/sign-in')
  const forged = authorizeUrl(system, app, { prompt: 'login', fresh: 'A'.repeat(43) })
  expect(pathOf(await browser.open(forged))).toBe('/sign-in')
})

describe('a fresh sign-in belongs to the request that asked for it', () => {
  /** Signs Ada in for that request and returns the `fresh` of its next URL. */
  async function signInFor(browser: UserAgent, change: Record<string, string>) {
    const page = await browser.open(authorizeUrl(system, app, change))
    expect(pathOf(page)).toBe('/sign-in')
    const consent = await signInOn(browser, page, ada)
    expect(pathOf(consent)).toBe('/consent')
    return { consent, fresh: new URL(consent.url).searchParams.get('fresh')! }
  }

  const ASKED = { prompt: 'login consent', state: 'one', nonce: 'n', scope: 'openid identity' }
  const PKCE = { code_challenge: 'A'.repeat(43) }

  test.each([
    { state: 'another' },
    { nonce: 'another' },
    { scope: 'openid' },
    { prompt: 'login' },
    { max_age: '0' },
    { acr_values: '1' },
    { code_challenge: 'B'.repeat(43) },
  ])(
    'A fresh sign-in satisfies no other request, with %j (OpenID Connect Core 3.1.2.1)',
    async (change) => {
      const browser = await browserOfAda()
      const { fresh } = await signInFor(browser, { ...ASKED, ...PKCE })
      const same = await browser.open(authorizeUrl(system, app, { ...ASKED, ...PKCE, fresh }))
      expect(pathOf(same)).toBe('/consent')
      const other = authorizeUrl(system, app, { ...ASKED, ...PKCE, ...change, fresh })
      expect(pathOf(await browser.open(other))).toBe('/sign-in')
    },
  )

  test('A fresh sign-in does not satisfy a request of another client, nor a pushed one', async () => {
    const browser = await browserOfAda()
    const other = await registerApp(system)
    const { fresh } = await signInFor(browser, { ...ASKED, ...PKCE })
    const theirs = authorizeUrl(system, other, { ...ASKED, ...PKCE, fresh })
    expect(pathOf(await browser.open(theirs))).toBe('/sign-in')
    const asked = authorizationRequest(app, { ...ASKED, ...PKCE })
    const { body } = await askOAuth(system, app, asked, 'par')
    const pushed = { client_id: app.id, request_uri: body.request_uri as string, fresh }
    const query = new URLSearchParams(pushed).toString()
    const page = await browser.open(`${system.address('identity')}/api/oauth/authorize?${query}`)
    expect(pathOf(page)).toBe('/sign-in')
  })

  test('A fresh sign-in is not consumed by another one in the same browser', async () => {
    const browser = await browserOfAda()
    const [one, two] = [
      { ...ASKED, state: 'one' },
      { ...ASKED, state: 'two' },
    ]
    const first = await signInFor(browser, { ...one, ...PKCE })
    wait(MINUTE)
    const second = await signInFor(browser, { ...two, ...PKCE })
    for (const { consent } of [first, second]) {
      const page = await browser.open(consent.url)
      expect(pathOf(page)).toBe('/consent')
      const allowed = await browser.submit(page, '/consent', { decision: 'allow' })
      expect(redirected(allowed)).toHaveProperty('code')
    }
  })

  test('A fresh sign-in gives one code, even to two simultaneous requests', async () => {
    const browser = await browserOfAda()
    const asked = { ...ASKED, prompt: 'login', scope: 'identity', ...PKCE }
    const page = await browser.open(authorizeUrl(system, app, asked))
    const { action, hidden } = formOf(page, '/sign-in')
    const fields = { ...hidden, username: 'ada', password: PASSWORD }
    const { location } = await browser.post(new URL(action, page.url).href, fields)
    const responses = await Promise.all([1, 2, 3].map(() => browser.get(location!)))
    const withCode = responses.filter((response) => response.location?.includes('code='))
    expect(withCode).toHaveLength(1)
    expect(pathOf(await browser.open(location!))).toBe('/sign-in')
    wait(9 * MINUTE)
    expect(pathOf(await browser.open(location!))).toBe('/sign-in')
  })

  test('A fresh sign-in gives one code after the consent page as well', async () => {
    const browser = await browserOfAda()
    const { consent } = await signInFor(browser, { ...ASKED, ...PKCE })
    const allowed = await browser.submit(consent, '/consent', { decision: 'allow' })
    expect(redirected(allowed)).toHaveProperty('code')
    const again = await browser.submit(consent, '/consent', { decision: 'allow' })
    expect(pathOf(again)).toBe('/sign-in')
  })

  test('A fresh sign-in is bound to the person who signed in', async () => {
    const browser = await browserOfAda()
    const { consent } = await signInFor(browser, { ...ASKED, ...PKCE })
    await signInOn(browser, await browser.open(`${system.address('identity')}/sign-in`), grace)
    expect(pathOf(await browser.open(consent.url))).toBe('/sign-in')
  })

  test('A fresh sign-in is bound to its time, which nobody can extend', async () => {
    const browser = await browserOfAda()
    const { consent } = await signInFor(browser, { ...ASKED, ...PKCE })
    wait(11 * MINUTE)
    // The browser has a session of the person that is fresh for another request.
    await signInFor(browser, { ...ASKED, ...PKCE, state: 'later' })
    expect(pathOf(await browser.open(consent.url))).toBe('/sign-in')
    const later = new URL(consent.url)
    const [at = '', proof] = later.searchParams.get('fresh')!.split('.')
    const longer = (parseInt(at, 36) + 11 * MINUTE).toString(36)
    later.searchParams.set('fresh', `${longer}.${proof}`)
    expect(pathOf(await browser.open(later.href))).toBe('/sign-in')
  })
})

test('prompt=consent asks again about scopes that were already allowed (OpenID Connect Core 3.1.2.1)', async () => {
  const browser = await browserOfAda()
  const page = await browser.open(authorizeUrl(system, app, { prompt: 'consent' }))
  expect(pathOf(page)).toBe('/consent')
  const allowed = await browser.submit(page, '/consent', { decision: 'allow' })
  expect(redirected(allowed)).toHaveProperty('code')
})

test('prompt=login consent asks for a sign-in and for consent (OpenID Connect Core 3.1.2.1)', async () => {
  const browser = await browserOfAda()
  const page = await browser.open(authorizeUrl(system, app, { prompt: 'login consent' }))
  expect(pathOf(page)).toBe('/sign-in')
  expect(pathOf(await signInOn(browser, page, ada))).toBe('/consent')
})

test('max_age asks whoever signed in longer ago, and auth_time tells when it was (OpenID Connect Core 3.1.2.1)', async () => {
  const browser = await browserOfAda()
  wait(10 * MINUTE)
  const young = await browser.get(authorizeUrl(system, app, { max_age: '3600' }))
  expect(redirected(young)).toHaveProperty('code')
  wait(60 * MINUTE)
  const page = await browser.open(authorizeUrl(system, app, { max_age: '3600' }))
  expect(pathOf(page)).toBe('/sign-in')
  const asked = { max_age: '3600', scope: 'openid' }
  const { id_token } = await obtainTokens(system, app, ada, asked, browser)
  const signedInAt = Math.floor(system.clock.now!.getTime() / 1000)
  expect(decodeJwt(id_token!)).toMatchObject({ sub: ada.id, auth_time: signedInAt })
})

test('max_age=0 asks everybody to sign in, and then gives a code (OpenID Connect Core 3.1.2.1)', async () => {
  const browser = await browserOfAda()
  wait(MINUTE)
  const page = await browser.open(authorizeUrl(system, app, { max_age: '0' }))
  expect(pathOf(page)).toBe('/sign-in')
  wait(MINUTE)
  const signedIn = await signInOn(browser, page, ada)
  expect(redirected(signedIn)).toHaveProperty('code')
})

describe('the sign-in page', () => {
  /** The value of the username field. */
  function filledIn({ body }: Page): string | undefined {
    const [field = ''] = /<input\s+id="username"[^>]*>/.exec(String(body)) ?? []
    return /value="([^"]*)"/.exec(field)?.[1]
  }

  test.each([
    ['ada', 'ada'],
    [' Ada ', 'ada'],
    ['@ada', 'ada'],
    ['nobody_here', 'nobody_here'],
    ['ada@mail.example', 'ada@mail.example'],
    [`${'a'.repeat(250)}@mail.example`, ''],
    ['"><script>alert(1)</script>', ''],
    ['+49 30 1234567', ''],
    ['ad', ''],
    ['a'.repeat(31), ''],
  ])('The sign-in page prefills for login_hint=%j what can be a name: %j', async (hint, shown) => {
    const page = await createUserAgent().open(authorizeUrl(system, app, { login_hint: hint }))
    expect(pathOf(page)).toBe('/sign-in')
    expect(filledIn(page)).toBe(shown)
  })

  test('The sign-in page keeps a login_hint across pages, also of a pushed and of a posted request', async () => {
    const hint = { login_hint: 'ada' }
    const browser = createUserAgent()
    const asked = new URL(authorizeUrl(system, app, hint))
    const signUp = linkOf(await browser.open(asked.href), 'Create an account')
    expect(filledIn(await browser.open(linkOf(await browser.open(signUp), 'Sign in')))).toBe('ada')
    const parameters = Object.fromEntries(asked.searchParams)
    const pushed = await system.fetch(`${system.address('identity')}/api/oauth/par`, {
      method: 'POST',
      body: new URLSearchParams(parameters),
    })
    const { request_uri } = pushed.body as { request_uri: string }
    const query = new URLSearchParams({ client_id: app.id, request_uri })
    const start = asked.origin + asked.pathname
    expect(filledIn(await browser.open(`${start}?${query}`))).toBe('ada')
    const posted = await browser.post(start, parameters)
    expect(filledIn(await browser.open(posted.location!))).toBe('ada')
    // Typed input is kept and the hint ignored.
    const sent = { username: 'grace', password: 'wrong' }
    expect(filledIn(await browser.submit(await browser.open(asked.href), '/sign-in', sent))).toBe(
      'grace',
    )
  })

  test('The sign-in page does not reveal whether the account of a login_hint exists', async () => {
    const bodyFor = async (hint: string) => {
      const page = await createUserAgent().get(
        pageUrl(system, app, '/sign-in', { login_hint: hint }),
      )
      const body = String(page.body).replaceAll(hint, 'X')
      return body.replace(/name="csrf" value="[^"]+"/g, '').replace(/code_challenge=[\w-]+/g, '')
    }
    expect(await bodyFor('ada')).toBe(await bodyFor('never_seen'))
  })

  test('The sign-in page prefills the username of the person in the id_token_hint', async () => {
    const oidc = await registerApp(system, { scopes: ['openid', 'identity'] })
    const { id_token: hint } = await obtainTokens(system, oidc, grace, { scope: 'openid' })
    const shown = async (asking: App, id_token_hint: string) =>
      filledIn(await createUserAgent().open(authorizeUrl(system, asking, { id_token_hint })))
    expect(await shown(oidc, hint!)).toBe('grace')
    // Not for another app, nor for a token that was not issued here.
    expect(await shown(app, hint!)).toBe('')
    expect(await shown(oidc, `${hint!.slice(0, -6)}AAAAAA`)).toBe('')
  })
})
