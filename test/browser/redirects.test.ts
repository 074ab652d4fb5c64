// Apps whose callback sends the browser on across origins, as every backend for a frontend does: the forms
// of the pages must lead all the way there.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  allow,
  authorizeUrl,
  joinWithPassword,
  PASSWORD,
  registerApp,
  type App,
} from '#test/oauth.ts'
import { enterAccount, signIn, startPages, type Pages } from '#test/pages.ts'

let pages: Pages
let app: App
const servers: Server[] = []
beforeAll(async () => {
  pages = await startPages()
  // Four origins with that of the pages: each server has a port of its own, and one another host.
  const home = await listen('localhost', () => undefined)
  const gateway = await listen('127.0.0.1', (path) => `${home}${path}`)
  const backend = await listen('127.0.0.1', (path) => `${gateway}${path}`)
  const redirectUris = [`${backend}/callback`, `${backend}/signed-out`]
  app = await registerApp(pages.system, { kind: 'confidential', redirectUris })
})
afterEach(() => expect(pages.faults()).toEqual([]))
afterAll(async () => {
  for (const server of servers) server.close()
  await pages.stop()
})

/** A server that redirects to where `next` leads, or says at which path the browser has arrived. */
async function listen(host: string, next: (path: string) => string | undefined): Promise<string> {
  const server = createServer((req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://localhost')
    const location = next(pathname)
    if (location === undefined) res.end(`Arrived at ${pathname}`)
    else res.writeHead(302, { location }).end()
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return `http://${host}:${(server.address() as AddressInfo).port}`
}

const arrive = (page: Page, path: string) => page.getByText(`Arrived at ${path}`).waitFor()

test('consent leads through two more origins (RFC 6749 4.1.2)', async () => {
  const ada = await joinWithPassword(pages.system, 'ada')
  const page = await pages.open()
  await page.goto(authorizeUrl(pages.system, app))
  await signIn(page, ada)
  await page.getByRole('button', { name: 'Allow' }).click()
  await arrive(page, '/callback')
})

test('signing in leads there where the person has allowed the app before (RFC 6749 4.1.2)', async () => {
  const grace = await joinWithPassword(pages.system, 'grace')
  await allow(pages.system, app, grace)
  const page = await pages.open()
  await page.goto(authorizeUrl(pages.system, app))
  await page.getByLabel('Username').fill(grace.username)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await arrive(page, '/callback')
})

test('signing out leads there (OpenID Connect RP-Initiated Logout 3)', async () => {
  const joan = await joinWithPassword(pages.system, 'joan')
  const page = await pages.open()
  await enterAccount(page, joan)
  const back = app.redirectUri.replace('/callback', '/signed-out')
  const query = new URLSearchParams({ client_id: app.id, post_logout_redirect_uri: back })
  await page.goto(`/sign-out?${query}`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await arrive(page, '/signed-out')
})
