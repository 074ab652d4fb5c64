// The example app as its users have it: built, registered at the system, and served by examples/server.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { registerApp, type SignInPerson } from '#test/oauth.ts'
import { signIn } from '#test/pages.ts'
import { freePorts } from '#test/ports.ts'
import { runNode, type Program } from '#test/process.ts'
import type { TestSystem } from '#test/system.ts'

const EXAMPLES = fileURLToPath(new URL('../../../examples', import.meta.url))

export interface ExampleApp extends AsyncDisposable {
  url: string
  server: Program
}

/** At SIGUSR2 the server sets its clock an hour forward, so that access tokens expire, and back at the next one. */
const CLOCK = `let ahead = 0
const now = Date.now
Date.now = () => now() + ahead
process.on('SIGUSR2', () => { ahead = 3_600_000 - ahead })`

/** Starts the server, registered as a client of the system. */
export async function startExample(system: TestSystem): Promise<ExampleApp> {
  const [port] = await freePorts(1)
  // Not `localhost`, where the ID service is: tests tell the two by their hosts.
  const url = `http://127.0.0.1:${port}`
  const client = await registerApp(system, {
    name: 'Example app',
    kind: 'confidential',
    redirectUris: [`${url}/auth/callback`, `${url}/signed-out`],
    scopes: ['openid', 'identity', 'credentials', 'wallet', 'admin'],
  })
  const program = join(EXAMPLES, 'server/src/main.ts')
  const clock = `data:text/javascript,${encodeURIComponent(CLOCK)}`
  const server = runNode(['--import', clock, program], {
    NODE_ENV: 'production',
    PORT: String(port),
    APP_URL: url,
    ISSUER: system.address('identity'),
    ROUTER_URL: `${system.address('router')}/graphql`,
    CLIENT_ID: client.id,
    CLIENT_SECRET: client.secret!,
    SESSION_SECRET: 'a secret of these tests that is long enough',
  })
  await server.says(/Ready/)
  return {
    url,
    server,
    async [Symbol.asyncDispose]() {
      server.send('SIGTERM')
      await server.ended()
    },
  }
}

/** Opens an address of the app in a browser where nobody is signed in, and signs in on the way. */
export async function openSignedIn(
  page: Page,
  { url }: ExampleApp,
  person: SignInPerson,
  path = '/',
): Promise<void> {
  await page.goto(url + path)
  await signInForApp(page, person)
  await page.waitForURL(url + path)
}

/** Passes the pages of the ID service, to which the app has sent the person. */
export async function signInForApp(page: Page, person: SignInPerson): Promise<void> {
  await signIn(page, person)
  if (person.showCode) await enterCode(page, await person.showCode())
  await allow(page)
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code from your authenticator app').fill(code)
  const responded = page.waitForEvent('domcontentloaded')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await responded
}

/** Allows the app what it asks for, where the person has not done so before. */
async function allow(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Allow' })
  await button.or(page.locator('main#main')).first().waitFor()
  if (await button.isVisible()) await button.click()
}
