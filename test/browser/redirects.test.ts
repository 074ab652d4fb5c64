// Apps whose callback redirects across origins, as every backend for a frontend does: the forms of the pages must
// lead all the way there.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
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
import { enterAccount, signIn, testPages } from '#test/pages.ts'

const pages = testPages()
let app: App
const servers: Server[] = []
const origins = { backend: '' }
/** The forms that arrived at the backend. */
const posted: { origin: string | undefined; fields: Record<string, string> }[] = []
beforeAll(async () => {
  // Four origins, including that of the pages: each server has its own port, and one another host.
  const home = await listen('localhost', () => undefined)
  const gateway = await listen('127.0.0.1', (path) => `${home}${path}`)
  const backend = await listen('127.0.0.1', (path) => `${gateway}${path}`)
  const redirectUris = [`${backend}/callback`, `${backend}/signed-out`]
  origins.backend = backend
  app = await registerApp(pages.system, { kind: 'confidential', redirectUris })
})
afterEach(() => expect(pages.faults()).toEqual([]))
afterAll(() => {
  for (const server of servers) server.close()
})

/** A server that redirects to `next`, or shows the path at which the browser has arrived. */
async function listen(host: string, next: (path: string) => string | undefined): Promise<string> {
  const server = createServer((req, res) => void respond(req, res, next))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return `http://${host}:${(server.address() as AddressInfo).port}`
}

async function respond(
  req: IncomingMessage,
  res: ServerResponse,
  next: (path: string) => string | undefined,
): Promise<void> {
  const { pathname } = new URL(req.url ?? '/', 'http://localhost')
  if (req.method === 'POST') {
    const fields = Object.fromEntries(new URLSearchParams(await text(req)))
    posted.push({ origin: req.headers.origin, fields })
  }
  const location = next(pathname)
  if (location === undefined) res.end(`Arrived at ${pathname}`)
  else res.writeHead(302, { location }).end()
}

const arrive = (page: Page, path: string) => page.getByText(`Arrived at ${path}`).waitFor()

test('consent redirects through two more origins (RFC 6749 4.1.2)', async () => {
  const ada = await joinWithPassword(pages.system, 'ada')
  const page = await pages.open()
  await page.goto(authorizeUrl(pages.system, app))
  await signIn(page, ada)
  await page.getByRole('button', { name: 'Allow' }).click()
  await arrive(page, '/callback')
})

test('signing in redirects through two more origins if the person has allowed the app before (RFC 6749 4.1.2)', async () => {
  const grace = await joinWithPassword(pages.system, 'grace')
  await allow(pages.system, app, grace)
  const page = await pages.open()
  await page.goto(authorizeUrl(pages.system, app))
  await page.getByLabel('Username').fill(grace.username)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await arrive(page, '/callback')
})

test('form_post sends the code to the app by itself, through two more origins (OAuth 2.0 Form Post 2)', async () => {
  const mary = await joinWithPassword(pages.system, 'mary')
  const page = await pages.open()
  await page.goto(authorizeUrl(pages.system, app, { response_mode: 'form_post' }))
  await signIn(page, mary)
  await page.getByRole('button', { name: 'Allow' }).click()
  await arrive(page, '/callback')
  const issuer = pages.system.address('identity')
  expect(posted).toEqual([
    {
      // Frameworks compare it with the origins that may send forms.
      origin: issuer,
      fields: {
        code: expect.any(String) as string,
        state: 'a state of the app',
        iss: issuer,
      },
    },
  ])
  // The page with the form is not in the history, where it would send the code again.
  await page.goBack()
  expect(new URL(page.url()).origin).not.toBe(origins.backend)
  expect(posted).toHaveLength(1)
})

test('signing out redirects through two more origins (OpenID Connect RP-Initiated Logout 3)', async () => {
  const joan = await joinWithPassword(pages.system, 'joan')
  const page = await pages.open()
  await enterAccount(page, joan)
  const back = app.redirectUri.replace('/callback', '/signed-out')
  const query = new URLSearchParams({ client_id: app.id, post_logout_redirect_uri: back })
  await page.goto(`/sign-out?${query}`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await arrive(page, '/signed-out')
})
