// People who recover their accounts, for these tests.
import { linkTo, mailTo } from '#test/mail.ts'
import { confirmIdentity, signInOn } from '#test/oauth.ts'
import type { Person } from '#test/system.ts'
import { createUserAgent, type Page, type UserAgent } from '#test/user-agent.ts'
import { identityAlone } from '../support/identity-alone.ts'
import { newPasskey } from '../support/passkey.ts'
import { addPasskey } from '../support/sign-in-methods.ts'

export const NEW_PASSWORD = 'another lamp in the harbour'
export const MINUTE = 60_000

/** Starts a system for the tests of a file. */
export function recovery() {
  const identity = identityAlone()
  const { system, address } = identity

  async function askForMail(username: string, userAgent = createUserAgent()): Promise<Page> {
    const page = await userAgent.get(address('/recover'))
    return userAgent.submit(page, '/recover', { username })
  }

  async function resetLink(to: { person: Person; email: string }): Promise<string> {
    await askForMail(to.person.username)
    return linkTo((await mailTo(system, to.email)).at(-1), '/recover/password')
  }

  async function followLink(link: string, newPassword = NEW_PASSWORD): Promise<Page> {
    const userAgent = createUserAgent()
    const page = await userAgent.get(link)
    return page.status === 200 ? userAgent.submit(page, '/recover/password', { newPassword }) : page
  }

  async function signsIn(person: Person, password: string): Promise<boolean> {
    const userAgent = createUserAgent()
    const page = await userAgent.get(address('/sign-in'))
    return (await signInOn(userAgent, page, person, password)).status === 200
  }

  async function addOnePasskey(browser: UserAgent): Promise<void> {
    await addPasskey(browser, await confirmIdentity(system, browser), newPasskey(address('')))
  }

  /** Creates codes on the account page and returns them. */
  async function makeCodes(browser: UserAgent): Promise<string[]> {
    const account = await confirmIdentity(system, browser)
    const page = await browser.submit(account, '/account/recovery-codes')
    return [...String(page.body).matchAll(/<code>([0-9A-Z-]{19})<\/code>/g)].map(
      ([, code]) => code!,
    )
  }

  async function useCode(username: string, code: string, userAgent = createUserAgent()) {
    const page = await userAgent.get(address('/recover/code'))
    return userAgent.submit(page, '/recover/code', { username, code })
  }

  return {
    ...identity,
    askForMail,
    resetLink,
    followLink,
    signsIn,
    addOnePasskey,
    makeCodes,
    useCode,
  }
}
