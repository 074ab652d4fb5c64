// People on their account page, for these tests.
import { expect } from 'vitest'
import {
  confirmIdentity,
  joinWithPassword,
  proveTwoFactors,
  signedInUserAgent,
} from '#test/oauth.ts'
import type { Person } from '#test/system.ts'
import { formOf, type Page, type UserAgent } from '#test/user-agent.ts'
import { identityAlone } from '../support/identity-alone.ts'
import { linkWallet } from '../support/sign-in-methods.ts'

export const MINUTE = 60_000

type Fields = Record<string, string>

/** The page that has each form. */
const PAGES = {
  '/account/profile': '/account',
  '/account/username': '/account',
  '/account/password': '/account/security',
  '/account/passkeys/remove': '/account/security',
  '/account/wallets/unlink': '/account/security',
  '/account/apps/disconnect': '/account/devices',
  '/account/sessions/end': '/account/devices',
  '/account/sessions/end-all': '/account/devices',
  '/sign-out': '/account',
}

/** Starts a system for the tests of a file. */
export function accountPages() {
  const identity = identityAlone()
  const { system, address, db } = identity
  const newPerson = () => joinWithPassword(system, `p${crypto.randomUUID().slice(0, 8)}`)

  function wait(ms: number): void {
    system.clock.now = new Date((system.clock.now ?? new Date()).getTime() + ms)
  }

  /** A signed-in person with a passkey and a wallet. */
  async function settled() {
    const person = await newPerson()
    const browser = await signedInUserAgent(system, person)
    const page = await confirmIdentity(system, browser)
    expect((await linkWallet(browser, page)).status).toBe(200)
    const [walletId] = await idsOf('wallets', person)
    const passkeyId = crypto.randomUUID()
    const passkey = { publicKey: Buffer.from('x'), counter: 0, name: 'Laptop' }
    await db()
      .insertInto('passkeys')
      .values({
        ...passkey,
        id: passkeyId,
        identityId: person.id,
        createdAt: new Date(),
        lastUsedAt: null,
      })
      .execute()
    await proveTwoFactors(system, person)
    return { person, browser, passkeyId, walletId: walletId! }
  }

  /** Sends a form of the account. */
  const send = async (
    browser: UserAgent,
    path: keyof typeof PAGES,
    fields?: Fields,
  ): Promise<Page> => browser.submit(await browser.get(address(PAGES[path])), path, fields)

  /** Posts fields that no form of the account has. */
  async function post(browser: UserAgent, path: string, fields: Fields): Promise<Page> {
    const { csrf } = formOf(await browser.get(address('/account')), '/sign-out').hidden
    return browser.post(address(path), { csrf: csrf!, ...fields })
  }

  const idsOf = async (table: 'passkeys' | 'wallets' | 'sessions', { id }: Person) =>
    (await db().selectFrom(table).select('id').where('identityId', '=', id).execute()).map(
      (row) => row.id,
    )

  return { ...identity, newPerson, wait, settled, send, post, idsOf }
}
