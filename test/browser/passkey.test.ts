// Passkeys with the virtual authenticator of a real browser.
import { afterEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sha256 } from '../../subgraphs/identity/domain/secrets/random.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { addAuthenticator, replaceAuthenticator } from './support/browser-credentials.ts'
import { joinWithPassword } from '#test/oauth.ts'
import {
  ageSignIns,
  confirmWithPasskey,
  enterAccount,
  sectionOf,
  signOut,
  testPages,
} from '#test/pages.ts'

const pages = testPages()
afterEach(() => expect(pages.faults()).toEqual([]))

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto('/account/security')
  const section = sectionOf(page, 'Passkeys')
  await section.getByLabel('Name of a new passkey').fill(name)
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await section.getByText('The passkey is added.').waitFor()
}

test('a passkey is added, and signs in by the button', async () => {
  const ada = await joinWithPassword(pages.system, 'ada')
  const page = await pages.open()
  await addAuthenticator(page, { offersInField: false })
  await enterAccount(page, ada)
  await addPasskey(page, 'Laptop')
  expect(await sectionOf(page, 'Passkeys').getByRole('listitem').innerText()).toContain('Laptop')
  await signOut(page)
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('/account')
  await page.goto('/account/devices')
  expect(await sectionOf(page, 'Sign-ins').innerText()).toContain('with a passkey')
})

test('a passkey signs in from the username field', async () => {
  const grace = await joinWithPassword(pages.system, 'grace')
  const page = await pages.open()
  await addAuthenticator(page, { offersInField: true })
  await enterAccount(page, grace)
  await addPasskey(page, 'Phone')
  await signOut(page)
  // Its script continues to the account by itself, perhaps before everything is loaded.
  await page.goto('/sign-in', { waitUntil: 'commit' })
  await page.waitForURL('/account')
  expect(await page.locator('.profile').innerText()).toContain('@grace')
})

test('the same authenticator is not added twice', async () => {
  const mary = await joinWithPassword(pages.system, 'mary')
  const page = await pages.open()
  await addAuthenticator(page, { offersInField: false })
  await enterAccount(page, mary)
  await addPasskey(page, 'Laptop')
  const section = sectionOf(page, 'Passkeys')
  await section.getByLabel('Name of a new passkey').fill('Laptop again')
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await section.getByText('This device has a passkey for your account already.').waitFor()
})

test('a passkey that was removed signs in nobody', async () => {
  const linus = await joinWithPassword(pages.system, 'linus')
  const page = await pages.open()
  await addAuthenticator(page, { offersInField: false })
  await enterAccount(page, linus)
  await addPasskey(page, 'Laptop')
  const section = sectionOf(page, 'Passkeys')
  await section.getByRole('button', { name: 'Remove the passkey Laptop' }).click()
  await section.getByText('You have no passkey yet.').waitFor()
  await signOut(page)
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('This passkey cannot sign in to any account here.').waitFor()
})

test('another passkey is added by confirming with the first', async () => {
  const barbara = await joinWithPassword(pages.system, 'barbara')
  const page = await pages.open()
  await addAuthenticator(page, { offersInField: false })
  await enterAccount(page, barbara)
  await addPasskey(page, 'Laptop')
  await ageSignIns(pages.system, barbara.username)
  await page.reload()
  await page.getByRole('link', { name: 'Add a passkey' }).click()
  await confirmWithPasskey(page)
  expect(page.url()).toMatch(/\/account\/security#passkeys-section$/)
  await replaceAuthenticator(page)
  const section = sectionOf(page, 'Passkeys')
  await section.getByLabel('Name of a new passkey').fill('Phone')
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await section.getByText('The passkey is added.').waitFor()
  expect(await section.getByRole('listitem').count()).toBe(2)
})

/** How often this machine tried to sign in, with any method. */
async function attempts(): Promise<number> {
  const { attempts } = await pages.system
    .tables<IdentityTables>('identity')
    .selectFrom('brakes')
    .select('attempts')
    .where('key', '=', sha256('address:127.0.0.1').toString('base64url'))
    .executeTakeFirstOrThrow()
  return attempts
}

test('opening the page is no attempt at signing in', async () => {
  const alan = await joinWithPassword(pages.system, 'alan')
  await enterAccount(await pages.open(), alan)
  const before = await attempts()
  const page = await pages.open()
  await addAuthenticator(page, { offersInField: true })
  const offered = page.waitForResponse(/passkey.options/)
  await page.goto('/sign-in')
  expect((await offered).status()).toBe(200)
  expect(await attempts()).toBe(before)
})

test('without a passkey, the button shows a message', async () => {
  const page = await pages.open()
  await addAuthenticator(page, { offersInField: false })
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('No passkey was used').waitFor()
})
