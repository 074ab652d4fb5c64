// Libraries of single-page apps, in a real Chromium, as a development server delivers them.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isActive, joinWithPassword, PASSWORD, registerApp, type App } from '../support/oauth.ts'
import { startPages, type Pages } from '../support/pages.ts'
import type { Person, TestSystem } from '../support/system.ts'
import { bundle, bundleDocumented } from './single-page/bundle.ts'

/** The path of each app, which is its redirect URI, and its script. */
const APPS = {
  '/popup': 'popup',
  '/react-context': 'react',
  '/react-effect': 'react',
  '/react-once': 'react',
  '/angular-code': 'angular',
  '/angular-default': 'angular',
  '/': 'documented',
  '/callback': 'documented',
} as const
type Path = keyof typeof APPS

let pages: Pages
let system: TestSystem
/** Ada's browser, where she signs in once. */
let context: BrowserContext
let ada: Person
let server: Server
let origin: string
let app: App
beforeAll(async () => {
  const own = new Set<string>(Object.values(APPS))
  own.delete('documented')
  const scripts = new Map(await bundle(own))
  pages = await startPages()
  system = pages.system
  ada = await joinWithPassword(system, 'ada')
  context = (await pages.open()).context()
  server = createServer((req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://localhost')
    const script = scripts.get(pathname)
    if (script) res.setHeader('content-type', 'text/javascript').end(script)
    else if (pathname in APPS) {
      res.setHeader('content-type', 'text/html').end(appPage(pathname as Path))
    } else res.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const redirectUris = Object.keys(APPS).map((path) => origin + path)
  app = await registerApp(system, { redirectUris })
  const issuer = system.address('identity')
  const documented = { issuer, router: system.address('router'), clientId: app.id }
  for (const script of await bundleDocumented('documented', documented)) scripts.set(...script)
})
afterAll(async () => {
  server.close()
  await pages.stop()
})

function appPage(path: Path): string {
  const settings = {
    authority: system.address('identity'),
    client_id: app.id,
    redirect_uri: origin + path,
    post_logout_redirect_uri: origin + path,
    scope: 'openid profile',
  }
  return `<!doctype html>
    <title>Harbour</title>
    <main></main>
    <output></output>
    <script id="settings" type="application/json">${JSON.stringify(settings)}</script>
    <script type="module" src="/${APPS[path]}.js"></script>`
}

async function openApp(path: Path): Promise<Page> {
  const page = await context.newPage()
  await page.goto(origin + path)
  return page
}

const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
const output = (page: Page, text: string | RegExp) =>
  page.locator('output').getByText(text).waitFor()

/** Signs in, in the window of the app or in its popup. */
async function signIn(page: Page): Promise<void> {
  await page
    .getByLabel('Username')
    .or(page.getByRole('button', { name: 'Allow' }))
    .first()
    .waitFor()
  if (await page.getByLabel('Username').isVisible()) {
    await page.getByLabel('Username').fill(ada.username)
    await page.getByLabel('Password').fill(PASSWORD)
    await press(page, 'Sign in')
  }
  await press(page, 'Allow')
}

/** Presses a button of the app, and returns the popup that it opens. */
async function popupOf(page: Page, button: string): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await press(page, button)
  return opened
}

test('oidc-client-ts signs in through a popup, renews and signs out', async () => {
  const page = await openApp('/popup')
  const popup = await popupOf(page, 'Sign in')
  const closed = popup.waitForEvent('close')
  await signIn(popup)
  await closed
  await output(page, `Welcome ${ada.username}`)
  await press(page, 'Renew')
  await output(page, 'Renewed')

  const goodbye = await popupOf(page, 'Sign out')
  await press(goodbye, 'Sign out')
  await output(page, 'Signed out')
})

/** The access token that oidc-client-ts keeps. */
async function tokenOf(page: Page): Promise<string> {
  const key = `oidc.user:${system.address('identity')}:${app.id}`
  const user = await page.evaluate((name) => sessionStorage.getItem(name), key)
  return (JSON.parse(user!) as { access_token: string }).access_token
}

describe('React in StrictMode', () => {
  test('a code that an effect redeems is redeemed twice, and its grant is revoked', async () => {
    const page = await openApp('/react-effect')
    await press(page, 'Sign in')
    await signIn(page)
    await output(page, 'fulfilled, rejected')
    expect(await isActive(system, await tokenOf(page))).toBe(false)
  })

  test.each([
    ['react-oidc-context', '/react-context'],
    ['oidc-client-ts beside the components', '/react-once'],
  ] as const)('%s redeems the code once', async (_name, path) => {
    const page = await openApp(path)
    await press(page, 'Sign in')
    await signIn(page)
    await output(page, `Welcome ${ada.username}`)
    expect(await isActive(system, await tokenOf(page))).toBe(true)
  })
})

test('the code of examples/web/docs/single-page.md signs in once, calls the router, and signs out', async () => {
  const page = await openApp('/')
  const redemptions: number[] = []
  page.on('response', (response) => {
    const isToken = response.url().endsWith('/api/oauth/token')
    if (isToken && response.request().method() === 'POST') redemptions.push(response.status())
  })
  await press(page, 'Sign in')
  await signIn(page)
  await page.getByRole('heading', { name: 'Welcome, Ada' }).waitFor()
  expect(page.url()).toBe(`${origin}/`)
  expect(redemptions).toEqual([200])
  await page.reload()
  await page.getByRole('heading', { name: 'Welcome, Ada' }).waitFor()
  expect(redemptions).toEqual([200])
  const token = await tokenOf(page)
  await press(page, 'Sign out')
  // The ID service asks whether it may end the session.
  await page.waitForURL(/sign-out/)
  await press(page, 'Sign out')
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await isActive(system, token)).toBe(false)
})

test('the code of examples/web/docs/single-page.md offers to sign in after a code that is no longer good', async () => {
  const page = await openApp('/')
  await page.goto(`${origin}/callback?code=old&state=unknown`)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(page.url()).toBe(`${origin}/`)
})

describe('angular-oauth2-oidc', () => {
  test('angular-oauth2-oidc signs in with a code, when responseType says so', async () => {
    const page = await openApp('/angular-code')
    await press(page, 'Sign in')
    await signIn(page)
    await output(page, `Welcome ${ada.username}`)
  })

  // Since 2026-11-26: decision 0050 says why no token comes in an address.
  test('angular-oauth2-oidc gets an error by default, because it asks for response_type=id_token token', async () => {
    const page = await openApp('/angular-default')
    await press(page, 'Sign in')
    await page.waitForURL(/error=unsupported_response_type/)
    expect(new URL(page.url()).searchParams.get('error_description')).toBe(
      'The response_type must be code.',
    )
  })
})
