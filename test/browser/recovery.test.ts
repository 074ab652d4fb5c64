// Account recovery by mail in a real browser.
import { afterEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { addAuthenticator } from './support/browser-credentials.ts'
import { linkTo, mailTo } from '#test/mail.ts'
import { joinWithPassword } from '#test/oauth.ts'
import { enterAccount, sectionOf, signIn, testPages } from '#test/pages.ts'

const NEW_PASSWORD = 'a bell above the water'

const pages = testPages()
afterEach(() => expect(pages.faults()).toEqual([]))

/** Gives and verifies an address in a session that has stepped up. */
async function verify(page: Page, email: string): Promise<void> {
  await page.goto('/account/security')
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await sectionOf(page, 'E-mail').getByText('Waiting for you').waitFor()
  await page.goto(linkTo((await mailTo(pages.system, email)).at(-1), '/email/verify'))
  await page.getByRole('button', { name: 'Verify the address' }).click()
  await page.getByRole('heading', { name: 'The address is verified' }).waitFor()
}

test('a passkey ends a claim of an earlier address, at the page that a sign-in leads to', async () => {
  const joan = await joinWithPassword(pages.system, 'joan')
  const page = await pages.open()
  await addAuthenticator(page, { offersInField: false })
  const old = 'joan@old.example'
  await enterAccount(page, joan)
  // Before the address: a claim is decided by what is older than the first mail to the mailbox.
  await page.goto('/account/security')
  const section = sectionOf(page, 'Passkeys')
  await section.getByLabel('Name of a new passkey').fill('Laptop')
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await section.getByText('The passkey is added.').waitFor()
  await verify(page, old)
  await verify(page, 'joan@new.example')

  const thief = await pages.open()
  await thief.goto(linkTo((await mailTo(pages.system, old)).at(-1), '/not-me'))
  await thief.getByRole('button', { name: 'Lock my account' }).click()
  await thief.getByRole('heading', { name: 'The account is locked' }).waitFor()

  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('heading', { name: 'Is this your account?' }).waitFor()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('radio', { name: 'joan@new.example' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('/account')
  await page.goto('/account/security')
  await sectionOf(page, 'E-mail').getByText('joan@new.example').first().waitFor()
  await thief.reload()
  await thief.getByText('This link has been used').waitFor()
})

test('an address is given and verified, and its mail sets a new password', async () => {
  const ada = await joinWithPassword(pages.system, 'ada')
  const email = `${ada.username}@mail.example`
  const page = await pages.open({ javaScriptEnabled: false })
  await enterAccount(page, ada, '/account/security')
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await sectionOf(page, 'E-mail').getByText('Waiting for you').waitFor()
  await page.goto(linkTo((await mailTo(pages.system, email)).at(-1), '/email/verify'))
  await page.getByRole('button', { name: 'Verify the address' }).click()
  await page.getByRole('link', { name: 'Open your account' }).click()
  await sectionOf(page, 'E-mail').getByText('Verified.').waitFor()

  const other = await pages.open({ javaScriptEnabled: false })
  await other.goto('/sign-in')
  await other.getByRole('link', { name: 'Forgot your password?' }).click()
  await other.getByLabel('Username').fill(ada.username)
  await other.getByRole('button', { name: 'Send the link' }).click()
  await other.getByRole('heading', { name: 'Check your mail' }).waitFor()
  // The way a developer reads mail, once it is sent.
  await mailTo(pages.system, email)
  await other.goto('/dev/mail')
  const mail = other.getByRole('article', { name: 'Set a new password' }).first()
  await mail.getByRole('link', { name: /\/recover\/password/ }).click()
  await other.getByLabel('New password').fill(NEW_PASSWORD)
  await other.getByRole('button', { name: 'Set the password' }).click()
  await other.getByRole('link', { name: 'Sign in' }).click()
  await signIn(other, ada, NEW_PASSWORD)
  await other.waitForURL('/account')
  await page.goto('/account')
  expect(new URL(page.url()).pathname).toBe('/sign-in')
})
