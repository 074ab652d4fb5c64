// A wallet in a real browser: it is linked to an account, and signs in to it.
import { afterEach, expect, test } from 'vitest'
import { addWallet } from './support/browser-credentials.ts'
import { joinWithPassword } from '#test/oauth.ts'
import { enterAccount, sectionOf, signOut, testPages } from '#test/pages.ts'
import { newWallet } from '#test/wallet.ts'

const pages = testPages()
afterEach(() => expect(pages.faults()).toEqual([]))

test('a wallet is linked, signs in, and is unlinked', async () => {
  const ada = await joinWithPassword(pages.system, 'ada')
  const wallet = newWallet()
  const page = await pages.open()
  await addWallet(page, wallet)
  await enterAccount(page, ada, '/account/security')
  const section = sectionOf(page, 'Wallets')
  await section.getByRole('button', { name: 'Link a wallet' }).click()
  await section.getByText('The wallet is linked.').waitFor()
  expect(await section.getByRole('listitem').innerText()).toContain(wallet.address)
  await signOut(page)
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Use a wallet' }).click()
  await page.waitForURL('/account')
  expect(await page.locator('.profile').innerText()).toContain('@ada')
  await page.goto('/account/security')
  await section.getByRole('button', { name: 'Unlink' }).click()
  await section.getByText('You have linked no wallet.').waitFor()
})

test('a wallet that nobody linked is refused with a message', async () => {
  const page = await pages.open()
  await addWallet(page, newWallet())
  await page.goto('/sign-in')
  const button = page.getByRole('button', { name: 'Use a wallet' })
  await button.waitFor()
  // Screen readers announce changes only in regions that existed before (WCAG 2.2, 4.1.3).
  const outcome = page.locator('form', { has: button }).getByRole('status')
  expect(await outcome.count()).toBe(1)
  await button.click()
  await outcome.getByText('This wallet cannot sign in to any account here.').waitFor()
})

test('a browser without a wallet shows no sign-in method for it', async () => {
  const page = await pages.open()
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
  expect(await page.getByRole('button', { name: 'Use a wallet' }).isVisible()).toBe(false)
})
