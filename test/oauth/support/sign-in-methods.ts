// Passkeys and wallets on the account page: adding them, and the response without a confirmation.
import { expect } from 'vitest'
import { newPasskey, type TestPasskey } from './passkey.ts'
import type { TestSystem } from '#test/system.ts'
import { createUserAgent, type Page, type UserAgent } from '#test/user-agent.ts'
import { newWallet, type TestWallet } from '#test/wallet.ts'

/** Another browser with the same, stolen cookies. */
export function copyOf({ cookies }: UserAgent): UserAgent {
  const copy = createUserAgent()
  for (const [name, value] of cookies) copy.cookies.set(name, value)
  return copy
}

/** The challenge in the response to a call, if it has one. */
export async function passkeyChallenge(browser: UserAgent, page: Page, path: string) {
  const { body } = await browser.call(page, path, {})
  return (body as { options?: { challenge: string } }).options?.challenge
}

/** Adds a passkey, beginning with its challenge. */
export async function addPasskey(
  browser: UserAgent,
  page: Page,
  passkey = newPasskey(new URL(page.url).origin),
) {
  const challenge = await passkeyChallenge(browser, page, '/account/passkeys/options')
  const credential = passkey.create(challenge ?? 'A'.repeat(43))
  return browser.call(page, '/account/passkeys/add', { name: 'Phone', credential })
}

/** Adds a passkey to the account of the browser's session. */
export async function addAccountPasskey(
  system: TestSystem,
  browser: UserAgent,
): Promise<TestPasskey> {
  const address = system.address('identity')
  const passkey = newPasskey(address)
  const added = await addPasskey(browser, await browser.get(`${address}/account`), passkey)
  expect(added.status).toBe(200)
  return passkey
}

/** The challenge at a path of the page's script for wallets, signed by the wallet. */
export async function signedChallenge(
  browser: UserAgent,
  page: Page,
  path: string,
  { address, sign }: TestWallet,
  headers?: Record<string, string>,
) {
  const { body } = await browser.call(page, `${path}/challenge`, { address, chainId: 1 }, headers)
  const message = body.message as string
  return { message, signature: sign(message) }
}

/** Links a wallet to the account of the browser's session. */
export async function linkWallet(browser: UserAgent, page: Page, wallet = newWallet()) {
  const signed = await signedChallenge(browser, page, '/account/wallets', wallet)
  return browser.call(page, '/account/wallets/link', signed)
}

/** The response to a session without a step-up. */
export const UNCONFIRMED = {
  status: 403,
  body: {
    message:
      'You must have signed in within the last ten minutes, with your second factor if you have one. Confirm on your account page that it is you.',
  },
}
