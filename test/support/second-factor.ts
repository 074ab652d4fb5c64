// Authenticator apps for tests: set up by the forms of the account page, and used at sign-in.
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { verifyAddress } from './mail.ts'
import { joinWithPassword, signedInUserAgent, signInOn } from './oauth.ts'
import type { Person, TestSystem } from './system.ts'
import { createUserAgent, formOf, type Page, type UserAgent } from './user-agent.ts'

export interface TestApp {
  /** The current code, or that of a later time step. */
  code(later?: number): string
  /** The recovery codes shown with it; none if the person had some already. */
  recoveryCodes: string[]
}

const STEP_MS = 30_000

/** An app with that key, on the clock of the system. */
export function appOf(system: Pick<TestSystem, 'clock'>, key: string): Pick<TestApp, 'code'> {
  const totp = new TOTP({ secret: Secret.fromBase32(key) })
  const now = () => (system.clock.now ?? new Date()).getTime()
  return { code: (later = 0) => totp.generate({ timestamp: now() + later * STEP_MS }) }
}

/** The key on the page. */
export function keyOn(page: Page): string {
  const key = /<p class="secret"><code>([A-Z2-7 ]+)</.exec(String(page.body))?.[1]
  if (key === undefined) throw new Error(`No key at ${page.url} (${page.status}).`)
  return key.replaceAll(' ', '')
}

/** Posts a form of the account, wherever it is, and follows redirects. */
export async function changeAccount(
  system: Pick<TestSystem, 'address'>,
  userAgent: UserAgent,
  path: string,
  fields: Record<string, string> = {},
): Promise<Page> {
  const address = system.address('identity')
  const { hidden } = formOf(await userAgent.get(`${address}/account`), '/sign-out')
  const page = await userAgent.post(`${address}${path}`, { ...hidden, ...fields })
  return page.location === undefined ? page : userAgent.open(page.location)
}

/**
 * Sets an app up in a session that has just begun, which uses up the current code.
 */
export async function setUpTotp(
  system: Pick<TestSystem, 'address' | 'clock'>,
  userAgent: UserAgent,
): Promise<TestApp> {
  const page = await changeAccount(system, userAgent, '/account/totp')
  const app = appOf(system, keyOn(page))
  const done = await userAgent.submit(page, '/account/totp/confirm', { code: app.code() })
  if (done.status !== 200) throw new Error(`Setting up the app failed with ${done.status}.`)
  return { ...app, recoveryCodes: codesOn(done) }
}

export function codesOn(page: Page): string[] {
  return [...String(page.body).matchAll(/<code>([0-9A-Z-]{19})<\/code>/g)].map(([, code]) => code!)
}

const SECOND_FACTOR = '/sign-in/second-factor'

/** Codes of apps consist of digits alone. */
const fieldsOf = (code: string) => (/^\d+$/.test(code) ? { code } : { recoveryCode: code })

/** Sends a code to the page that requires it, and follows redirects. */
export const giveCode = (userAgent: UserAgent, page: Page, code: string): Promise<Page> =>
  userAgent.submit(page, SECOND_FACTOR, fieldsOf(code))

/** Sends a code without following redirects, so that many can be sent at once. */
export function postCode(userAgent: UserAgent, page: Page, code: string): Promise<Page> {
  const { action, hidden } = formOf(page, SECOND_FACTOR)
  return userAgent.post(new URL(action, page.url).href, { ...hidden, ...fieldsOf(code) })
}

/** A person with an app, whose first code is used up; with a verified address if the test requires one. */
export async function joinWithApp(system: TestSystem, { hasAddress = false } = {}) {
  const person = await joinWithPassword(system, `p${crypto.randomUUID().slice(0, 8)}`)
  const browser = await signedInUserAgent(system, person)
  const email = `${person.username}@mail.example`
  if (hasAddress) await verifyAddress(system, browser, email)
  return { person, browser, email, app: await setUpTotp(system, browser) }
}

/** A browser after the password, and the page that requires the second factor. */
export async function provePassword(
  system: TestSystem,
  person: Person,
  password: string,
  path: string,
): Promise<{ userAgent: UserAgent; page: Page }> {
  const userAgent = createUserAgent()
  const signIn = await userAgent.open(`${system.address('identity')}${path}`)
  const page = await signInOn(userAgent, signIn, person, password)
  expect(new URL(page.url).pathname).toBe(SECOND_FACTOR)
  return { userAgent, page }
}

/** Sets the confirmation of the person's sessions to that many milliseconds ago, by the clock of the system. */
export async function confirmSessionsAgo(
  system: TestSystem,
  { id }: Person,
  ms: number,
): Promise<void> {
  await system
    .tables<IdentityTables>('identity')
    .updateTable('sessions')
    .set({ authenticatedAt: new Date((system.clock.now ?? new Date()).getTime() - ms) })
    .where('identityId', '=', id)
    .execute()
}
