// oidc-client-ts as single-page apps use it, in a real Chromium: it signs in through a popup, renews
// its tokens and signs out.
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser } from '../support/browser.ts'
import { joinWithPassword, PASSWORD, registerApp, type App } from '../support/oauth.ts'
import { startTestSystem, type Person, type TestSystem } from '../support/system.ts'

const LIBRARY = new URL(
  'node_modules/oidc-client-ts/dist/browser/oidc-client-ts.min.js',
  import.meta.url,
)

let system: TestSystem
let browser: Browser
let ada: Person
let server: Server
let origin: string
let app: App
beforeAll(async () => {
  ;[system, browser] = await Promise.all([startTestSystem(), startBrowser()])
  ada = await joinWithPassword(system, 'ada')
  const library = await readFile(LIBRARY)
  server = createServer((req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://localhost')
    if (pathname === '/library.js') {
      res.setHeader('content-type', 'text/javascript').end(library)
    } else res.setHeader('content-type', 'text/html').end(appPage())
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
  app = await registerApp(system, { redirectUris: [`${origin}/callback`, `${origin}/`] })
})
afterAll(async () => {
  server.close()
  await browser.close()
  await system.stop()
})

/** The app: one page, which is its callback, too. */
function appPage(): string {
  const settings = {
    authority: system.address('identity'),
    client_id: app.id,
    redirect_uri: `${origin}/callback`,
    post_logout_redirect_uri: `${origin}/`,
    scope: 'openid profile identity',
    loadUserInfo: true,
  }
  return `<!doctype html>
    <title>Harbour</title>
    <button id="popup">Sign in</button> <button id="renew">Renew</button>
    <button id="out">Sign out</button>
    <output></output>
    <script src="/library.js"></script>
    <script>
      const manager = new oidc.UserManager(${JSON.stringify(settings)})
      const tell = (text) => { document.querySelector('output').textContent = text }
      const on = (id, work) => { document.getElementById(id).onclick = () =>
        work().catch((error) => tell('Failed: ' + error.message)) }
      on('popup', async () => {
        const user = await manager.signinPopup()
        tell('Welcome ' + user.profile.preferred_username)
      })
      on('renew', async () => {
        const before = await manager.getUser()
        const user = await manager.signinSilent()
        tell(user.refresh_token === before.refresh_token ? 'The same' : 'Renewed')
      })
      on('out', async () => {
        await manager.signoutPopup()
        tell('Signed out')
      })
      if (location.pathname === '/callback') manager.signinPopupCallback()
      else if (window.opener) manager.signoutPopupCallback()
    </script>`
}

/** Presses a button of the app, and gives the popup that it opens. */
async function popupOf(page: Page, button: string): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: button }).click()
  return opened
}

test('oidc-client-ts signs in through a popup, renews and signs out', async () => {
  const page = await browser.newPage()
  await page.goto(origin)
  const popup = await popupOf(page, 'Sign in')
  const closed = popup.waitForEvent('close')
  await popup.getByLabel('Username').fill(ada.username)
  await popup.getByLabel('Password').fill(PASSWORD)
  await popup.getByRole('button', { name: 'Sign in' }).click()
  await popup.getByRole('button', { name: 'Allow' }).click()
  await closed
  const output = page.locator('output')
  await output.getByText(`Welcome ${ada.username}`).waitFor()

  await page.getByRole('button', { name: 'Renew' }).click()
  await output.getByText('Renewed').waitFor()

  const goodbye = await popupOf(page, 'Sign out')
  await goodbye.getByRole('button', { name: 'Sign out' }).click()
  await output.getByText('Signed out').waitFor()
  expect(await output.innerText()).toBe('Signed out')
})
