// Runs the documented flow as a demo person: signs in, consents, and redeems the code.
import { Secret, TOTP } from 'otpauth'
import { createHash, randomBytes } from 'node:crypto'
import { fetchDirectly, readJson } from '#foundation/peers/direct-fetch.ts'
import { SettingError } from '#foundation/settings/setting.ts'
import { DEMO_PASSWORD, DEMO_TOTP_KEY, type DEMO_CLIENTS } from './demo.ts'

export type DemoClient = (typeof DEMO_CLIENTS)[number]

export interface DemoSignIn {
  issuer: string
  username: string
  /** Scopes, separated by spaces. */
  scope: string
  client: DemoClient
}

/** Nothing listens at this redirect URI; the program reads the code from the URL. */
const REDIRECT_URI = 'http://localhost:4000/callback'

/** Returns an access token. @throws SettingError with the error of the service */
export async function signInAsDemoPerson(demo: DemoSignIn): Promise<string> {
  const verifier = randomBytes(32).toString('base64url')
  const code = await obtainCode(demo, createHash('sha256').update(verifier).digest('base64url'))
  const { id, secret } = demo.client
  const response = await fetchDirectly(`${demo.issuer}/api/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT_URI,
      code_verifier: verifier,
      client_id: id,
      ...(secret !== null && { client_secret: secret }),
    }),
  })
  const result = (await readJson(response)) as { access_token: string; error_description: string }
  if (!response.ok) throw new SettingError(result.error_description)
  return result.access_token
}

async function obtainCode({ issuer, ...demo }: DemoSignIn, challenge: string): Promise<string> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: demo.client.id,
    redirect_uri: REDIRECT_URI,
    scope: demo.scope,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  const browser = createBrowser()
  let page = await browser.open(`${issuer}/api/oauth/authorize?${query.toString()}`)
  if (page.path === '/sign-in') {
    page = await browser.submit(page, { username: demo.username, password: DEMO_PASSWORD })
  }
  if (page.path === '/sign-in/second-factor') page = await giveCode(browser, page)
  if (page.path === '/consent') page = await browser.submit(page, { decision: 'allow' })
  const code = page.redirected?.get('code')
  if (code) return code
  const refused = page.redirected?.get('error_description')
  throw new SettingError(
    refused ?? `${demo.username} could not sign in: ${TITLES[page.path] ?? page.path}.`,
  )
}

const TITLES: Readonly<Record<string, string>> = {
  '/sign-in': 'nobody of that name has the demo password, or the account is disabled or locked',
  '/sign-in/second-factor': 'each code of an app counts once, so try again in 30 seconds',
  '/sign-in/second-factor-needed': 'the scope admin needs a second factor',
  '/sign-in/confirm': 'the scope admin needs a second factor',
}

/** Enters a code of the authenticator app. Each is accepted once, so a sign-in within 30 seconds uses the next one. */
async function giveCode(browser: ReturnType<typeof createBrowser>, page: Page): Promise<Page> {
  const totp = new TOTP({ secret: Secret.fromBase32(DEMO_TOTP_KEY) })
  for (const step of [0, 1, -1]) {
    const code = totp.generate({ timestamp: Date.now() + step * 30_000 })
    const next = await browser.submit(page, { code })
    if (next.path !== page.path) return next
  }
  return page
}

interface Page {
  url: string
  path: string
  html: string
  /** The parameters of the redirect URI, after the redirect. */
  redirected: URLSearchParams | undefined
}

interface Form {
  method?: 'POST'
  body?: URLSearchParams
}

/** A minimal browser: cookies, redirects and one form at a time. */
function createBrowser() {
  const cookies = new Map<string, string>()
  const open = async (url: string, init: Form = {}): Promise<Page> => {
    if (url.startsWith(REDIRECT_URI)) return pageOf(url, '', new URL(url).searchParams)
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const response = await fetchDirectly(url, { ...init, redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    return location === null
      ? pageOf(url, await response.text(), undefined)
      : open(new URL(location, url).href)
  }
  return {
    open,
    submit(page: Page, fields: Record<string, string>): Promise<Page> {
      const [, csrf = ''] = /name="csrf" value="([^"]*)"/.exec(page.html) ?? []
      return open(page.url, { method: 'POST', body: new URLSearchParams({ csrf, ...fields }) })
    },
  }
}

function pageOf(url: string, html: string, response: URLSearchParams | undefined): Page {
  return { url, path: new URL(url).pathname, html, redirected: response }
}
