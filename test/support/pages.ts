// People in real browsers at the pages of the ID service, and a record of forbidden effects of pages.
import type {
  APIRequestContext,
  APIResponse,
  BrowserContext,
  BrowserContextOptions,
  Page,
} from 'playwright-core'
import { closePages, startBrowser } from './browser.ts'
import { duringTests } from './during-tests.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { PASSWORD, type SignInPerson } from './oauth.ts'
import { freePorts } from './ports.ts'
import { TIMEOUT } from './process.ts'
import { startTestSystem, type Person, type TestSystem, type TestSystemOptions } from './system.ts'
import { formOf } from './user-agent.ts'

export interface Pages {
  system: TestSystem
  /** A page in a browser that nobody has used; paths are those of the ID service. */
  open(options?: BrowserContextOptions): Promise<Page>
  /** The errors of pages, and their requests to other origins, since the last call. */
  faults(): string[]
  stop(): Promise<void>
}

/** A system and a browser for the tests of a file. Its members exist only while they run. */
export const testPages = (options?: TestSystemOptions): Pages =>
  duringTests(() => startPages(options))

/** Starts the system, with an issuer that passkeys can be bound to, and a browser. */
export async function startPages(options: TestSystemOptions = {}): Promise<Pages> {
  const [port] = await freePorts(1)
  const issuer = `http://localhost:${port}`
  const settings = { ...options.settings, ID_PORT: String(port), ID_BASE_URL: issuer }
  await using resources = new AsyncDisposableStack()
  const system = await startTestSystem({ ...options, settings })
  resources.defer(() => system.stop())
  const browser = await startBrowser()
  resources.defer(() => closePages(browser))
  const started = resources.move()
  let faults: string[] = []
  return {
    system,
    async open(options = {}) {
      const context = await browser.newContext({ baseURL: issuer, userAgent: CHROME, ...options })
      context.setDefaultTimeout(TIMEOUT.timeout)
      watch(context, issuer, (fault) => faults.push(fault))
      return context.newPage()
    },
    faults() {
      const noted = faults
      faults = []
      return noted
    },
    stop: () => started.disposeAsync(),
  }
}

/** The user agent of a Chromium with a window. */
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

const APP_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost'])

/** The browser's console has an error for a refused form; it is no error of the page. */
const REFUSAL = /^Failed to load resource: the server responded with a status of 4\d\d/

function watch(context: BrowserContext, issuer: string, note: (fault: string) => void): void {
  context.on('console', (message) => {
    const isFault = ['error', 'warning'].includes(message.type()) && !REFUSAL.test(message.text())
    if (isFault) note(`${message.page()?.url()}: ${message.text()}`)
  })
  context.on('weberror', (error) => note(`${error.page()?.url()}: ${error.error().message}`))
  context.on('request', (request) => {
    const { origin, protocol, hostname } = new URL(request.url())
    // Pages may navigate to an app on loopback, but load nothing from it.
    const isApp = request.isNavigationRequest() && APP_HOSTS.has(hostname)
    const isLocal = origin === issuer || !protocol.startsWith('http')
    // A request that opens another page has no frame yet.
    if (isLocal || isApp) return
    const asker = request.frame().url()
    if (!asker.startsWith('http://127.0.0.1:')) note(`${asker} asks ${request.url()}`)
  })
}

/** Fills in and sends the open sign-in page. */
export async function signIn(
  page: Page,
  { username }: Pick<Person, 'username'>,
  password = PASSWORD,
): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  const responded = page.waitForEvent('domcontentloaded')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await responded
}

/**
 * Signs in, with a code if the person has an app, and opens a page of the account. The forms are sent without showing
 * their pages, which takes a browser half a second of processor time each.
 */
export async function enterAccount(
  page: Page,
  { username, showCode }: Pick<SignInPerson, 'username' | 'showCode'>,
  path = '/account',
): Promise<void> {
  const { request } = page.context()
  let shown = await request.get('/sign-in')
  shown = await sendForm(request, shown, '/sign-in', { username, password: PASSWORD })
  if (showCode) {
    const code = await showCode()
    shown = await sendForm(request, shown, '/sign-in/second-factor', { code })
  }
  if (new URL(shown.url()).pathname !== '/account') throw new Error(await shown.text())
  await page.goto(path)
}

/** Sends the form of a page that posts to that path, with its hidden fields. */
async function sendForm(
  request: APIRequestContext,
  shown: APIResponse,
  path: string,
  fields: Record<string, string>,
): Promise<APIResponse> {
  const page = { url: shown.url(), status: shown.status(), body: await shown.text() }
  const { action, hidden } = formOf(page, path)
  return request.post(new URL(action, page.url).href, { form: { ...hidden, ...fields } })
}

/** Marks the person's sessions as signed in with a passkey. */
export async function proveFactors(system: TestSystem, username: string): Promise<void> {
  const db = system.tables<IdentityTables>('identity')
  await db
    .updateTable('sessions')
    .set({ methods: ['pop', 'user', 'mfa'] })
    .where('identityId', '=', (eb) =>
      eb.selectFrom('identities').select('id').where('username', '=', username),
    )
    .execute()
}

/** Sets the sign-in back by an hour: sensitive actions require confirmation first. */
export async function ageSignIns(system: TestSystem, username: string): Promise<void> {
  const db = system.tables<IdentityTables>('identity')
  await db
    .updateTable('sessions')
    .set({ authenticatedAt: new Date(Date.now() - 3_600_000) })
    .where('identityId', '=', (eb) =>
      eb.selectFrom('identities').select('id').where('username', '=', username),
    )
    .execute()
}

/** Confirms with the passkey of the page's authenticator, and returns to the account page. */
export async function confirmWithPasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(/\/account.*#/)
}

/** Signs out by the button of the account page. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
}

/** A section of the open page of the account, by its title. */
export function sectionOf(page: Page, title: string) {
  return page.getByRole('region', { name: title })
}
