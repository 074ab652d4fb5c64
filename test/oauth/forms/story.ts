// The forms of Identity's pages, and a person who sends them, for these tests.
import { beforeAll } from 'vitest'
import {
  joinWithPassword,
  PASSWORD,
  pageUrl,
  registerApp,
  signedInUserAgent,
  type App,
} from '#test/oauth.ts'
import type { Person } from '#test/system.ts'
import { formOf, type Page, type UserAgent } from '#test/user-agent.ts'
import { identityAlone } from '../support/identity-alone.ts'

/** Every form and every call of a script. Ada sends those that require a session. */
export const FORMS = [
  '/sign-in',
  '/sign-up',
  '/consent',
  '/consent/switch',
  '/sign-out',
  '/account/profile',
  '/account/username',
  '/account/password',
  '/account/confirm',
  '/account/passkeys/remove',
  '/account/wallets/unlink',
  '/account/email',
  '/account/recovery-codes',
  '/account/totp',
  '/account/totp/confirm',
  '/account/two-step',
  '/account/export',
  '/account/deletion',
  '/account/sessions/end',
  '/account/sessions/end-all',
  '/account/apps/disconnect',
]
export const SCRIPTS = [
  '/sign-in/passkey/options',
  '/sign-in/passkey/verify',
  '/sign-in/wallet/challenge',
  '/sign-in/wallet/verify',
  '/password/strength',
  '/account/confirm/passkey/options',
  '/account/confirm/passkey/verify',
  '/account/passkeys/options',
  '/account/passkeys/add',
  '/account/wallets/challenge',
  '/account/wallets/link',
]

/** Valid fields for the forms. */
const FIELDS = {
  username: 'ada',
  password: PASSWORD,
  currentPassword: PASSWORD,
  newPassword: 'another lamp in the harbour',
  displayName: 'Ada',
  house: 'Tide',
  archetype: 'Cipher',
  decision: 'allow',
}

export type SentForm = { csrf?: string | undefined; headers?: Record<string, string> }

/** Starts a system for the tests of a file. */
export function formsSystem() {
  const identity = identityAlone()
  const { system, address } = identity
  const app = {} as App
  const ada = {} as Person
  /** A browser in which she is signed in. */
  const hers = {} as UserAgent
  beforeAll(async () => {
    Object.assign(app, await registerApp(system))
    Object.assign(ada, await joinWithPassword(system, 'ada'))
    Object.assign(hers, await signedInUserAgent(system, ada))
  })

  /** Sends fields to a form or a script's URL that would have an effect there. */
  async function sendTo(browser: UserAgent, path: string, sending: SentForm): Promise<Page> {
    const { csrf, headers = {} } = sending
    const isScript = SCRIPTS.includes(path)
    const about = path.startsWith('/consent') ? pageUrl(system, app, path) : address(path)
    const fields = { ...FIELDS, ...(csrf !== undefined && { csrf }) }
    if (!isScript) return browser.post(about, fields, headers)
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await system.fetch(about, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, ...headers },
      body: JSON.stringify(fields),
    })
    return { ...response, url: about, location: undefined }
  }

  /** A new person, signed in, on their account page. */
  async function settled() {
    const person = await joinWithPassword(system, `p${crypto.randomUUID().slice(0, 8)}`)
    const browser = await signedInUserAgent(system, person)
    const page = await browser.get(address('/account'))
    const { csrf } = formOf(page, '/sign-out').hidden
    return { person, browser, csrf: csrf! }
  }

  let shared: ReturnType<typeof settled> | undefined
  /** Shared by all tests that do not change the account. */
  const settledOnce = () => (shared ??= settled())

  return { ...identity, app, ada, hers, sendTo, settled, settledOnce }
}
