// Passkeys with the virtual authenticator of a real browser.
import { afterEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sha256 } from '../../subgraphs/identity/domain/secrets/random.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { addAuthenticator, replaceAuthenticator } from '#test/browser-credentials.ts'
import { joinWithPassword } from '#test/oauth.ts'
import {
  ageSignIns,
  confirmWithPasskey,
  enterAccount,
  sectionOf,
  signIn,
  signOut,
  testPages,
} from '#test/pages.ts'

const NEW_PASSWORD = 'a bell above the water'

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

test('a session alone adds no passkey: the page has no form for it, and its script is refused (attack)', async () => {
  const edsger = await joinWithPassword(pages.system, 'edsger')
  const page = await pages.open()
  await addAuthenticator(page, { offersInField: false })
  await enterAccount(page, edsger)
  await ageSignIns(pages.system, edsger.username)
  await page.goto('/account/security')
  expect(await sectionOf(page, 'Passkeys').locator('form').count()).toBe(0)
  // A thief would copy the cookies to another browser.
  const thief = await pages.open({ storageState: await page.context().storageState() })
  await addAuthenticator(thief, { offersInField: false })
  await thief.goto('/account')
  expect(await thief.locator('.profile').innerText()).toContain('@edsger')
  const response = await thief.evaluate(async () => {
    const csrf = document.querySelector<HTMLInputElement>('input[name=csrf]')!.value
    const headers = { 'Content-Type': 'application/json' }
    const body = JSON.stringify({ csrf })
    const asked = await fetch('/account/passkeys/options', { method: 'POST', headers, body })
    return { status: asked.status, body: (await asked.json()) as unknown }
  })
  expect(response).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('signed in within the last ten minutes') as string },
  })
  await thief.goto('/account/security')
  await thief.getByRole('link', { name: 'Add a passkey' }).click()
  await thief.getByLabel('Password').fill('a guess')
  await thief.getByRole('button', { name: 'Confirm' }).click()
  await thief.getByText('That is not your password.').waitFor()
  expect(await thief.title()).toBe('Error: Confirm that it is you · Ecosystem')
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

test('somebody who forgot the password signs in with a passkey, sets a new password, and removes the others', async () => {
  const tony = await joinWithPassword(pages.system, 'tony')
  const page = await pages.open()
  await addAuthenticator(page, { offersInField: false })
  await enterAccount(page, tony)
  await addPasskey(page, 'Kept')
  await signOut(page)
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('/account')
  const kept = await page.context().storageState()
  await replaceAuthenticator(page)
  await addPasskey(page, 'Lost')
  const section = sectionOf(page, 'Password')
  expect(await section.getByRole('checkbox', { name: 'Passkey Kept' }).isChecked()).toBe(true)
  await section.getByRole('checkbox', { name: 'Passkey Lost' }).uncheck()
  expect(await section.getByLabel('Current password').count()).toBe(0)
  await section.getByLabel('New password').fill(NEW_PASSWORD)
  await section.getByRole('button', { name: 'Change password' }).click()
  await section.getByText('Your new password is set').waitFor()
  const left = sectionOf(page, 'Passkeys').getByRole('listitem')
  expect(await left.allInnerTexts()).toEqual([expect.stringContaining('Kept')])
  // The authenticator still has the removed passkey.
  await signOut(page)
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('This passkey cannot sign in to any account here.').waitFor()
  await signIn(page, tony, NEW_PASSWORD)
  await page.waitForURL('/account')
  // The previous session has ended, also for copies of its cookie.
  const thief = await pages.open({ storageState: kept })
  await thief.goto('/account')
  expect(new URL(thief.url()).pathname).toBe('/sign-in')
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
