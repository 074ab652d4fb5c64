// The account page, and what its forms and links show.
import { newId } from '#foundation/domain/ids.ts'
import { joinWithPassword, PASSWORD, withSecondFactor } from '#test/oauth.ts'
import { ageSignIns, enterAccount, sectionOf } from '#test/pages.ts'
import { newWallet } from '#test/wallet.ts'
import { addWallet } from '../browser-credentials.ts'
import {
  openAsNewPerson,
  identityOf,
  giveVerifiedAddress,
  fillAccount,
  type GalleryContext,
  type GalleryPages,
} from './gallery-people.ts'

export const ACCOUNT_PAGES: GalleryPages = {
  account: (context) => openAsNewPerson(context, 'mary', 'Tide'),
  async 'account-security'(context) {
    const page = await openAsNewPerson(context, 'edith', 'Tide')
    await ageSignIns(context.pages.system, 'edith')
    await page.goto('/account/security')
    await page.getByRole('link', { name: 'Add a passkey' }).waitFor()
    return page
  },
  async 'account-devices'(context) {
    const page = await openAsNewPerson(context, 'countess', 'Ember')
    await fillAccount(context, 'countess')
    await page.goto('/account/devices')
    return page
  },
  'account-data': (context) => openAsNewPerson(context, 'lise', 'Aether', '/account/data'),
  async 'account-data-ready'(context) {
    const page = await openAsNewPerson(context, 'noether', 'Terra')
    await addExportAndDeparture(context, 'noether')
    await page.goto('/account/data')
    return page
  },
  async 'account-leaving'(context) {
    const page = await openAsNewPerson(context, 'rubin', 'Ember')
    await addExportAndDeparture(context, 'rubin')
    await page.reload()
    return page
  },
  async 'account-confirmed'(context) {
    const page = await openAsNewPerson(context, 'katherine', 'Aether')
    await addWallet(page, newWallet())
    await page.goto('/account/security')
    await page.getByRole('button', { name: 'Add a passkey' }).waitFor()
    return page
  },
  async confirm(context) {
    const page = await openAsNewPerson(context, 'dorothy', 'Ember')
    await fillAccount(context, 'dorothy')
    await page.goto('/account/security')
    await page.getByRole('link', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
    return page
  },
  async 'confirm-app'(context) {
    const page = await openAsNewPerson(context, 'wilma', 'Aether')
    await fillAccount(context, 'wilma')
    await page.goto(`${context.app.url}/?acr_values=2`)
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
    return page
  },
  async 'confirm-code'({ pages }) {
    const person = await joinWithPassword(pages.system, 'klara', { house: 'Tide' })
    const withApp = await withSecondFactor(pages.system, person)
    const page = await pages.open()
    await addWallet(page, newWallet())
    await enterAccount(page, withApp)
    await page.goto('/account/confirm?for=factors')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByLabel('Code from your authenticator app').fill('000000')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('That is not the code').waitFor()
    return page
  },
  async 'confirm-refused'(context) {
    const page = await openAsNewPerson(context, 'annie', 'Terra')
    await ageSignIns(context.pages.system, 'annie')
    await page.goto('/account/security')
    await page.getByRole('link', { name: 'Link a wallet' }).click()
    await page.getByLabel('Password').fill('not hers')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('That is not your password.').waitFor()
    return page
  },
  async 'account-full'(context) {
    const page = await openAsNewPerson(context, 'augusta', 'Ember')
    await fillAccount(context, 'augusta')
    await page.goto('/account/security?done=passkey-removed')
    return page
  },
  async 'account-refused'(context) {
    const page = await openAsNewPerson(context, 'joan', 'Terra', '/account/security')
    await sectionOf(page, 'Password').getByLabel('Current password').fill('not hers')
    await sectionOf(page, 'Password').getByLabel('New password').fill('a bell above the water')
    await sectionOf(page, 'Password').getByRole('button', { name: 'Change password' }).click()
    await page.getByText('That is not your current password.').waitFor()
    return page
  },
  async 'recovery-codes'(context) {
    const page = await openAsNewPerson(context, 'evelyn', 'Tide', '/account/security')
    await page.getByRole('button', { name: 'Make recovery codes' }).click()
    await page.getByText('They are shown only now.').waitFor()
    return page
  },
  async 'authenticator-app'({ pages }) {
    const person = await joinWithPassword(pages.system, 'emmy', { house: 'Tide' })
    const page = await pages.open()
    await enterAccount(page, person, '/account/security')
    await sectionOf(page, 'Second factor').getByRole('button', { name: 'Set up an app' }).click()
    await page.getByLabel('Code that the app shows now').fill('000000')
    await page.getByRole('button', { name: 'Turn it on' }).click()
    await page.getByText('That is not the code that the app shows now.').waitFor()
    return page
  },
  async 'account-email'(context) {
    const page = await openAsNewPerson(context, 'margaret', 'Ember')
    await giveVerifiedAddress(context, 'margaret')
    await page.goto('/account/security')
    await page.getByRole('textbox', { name: 'E-mail address' }).fill('margaret@moon.example')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('Waiting for you').waitFor()
    return page
  },
  async 'account-profile-refused'(context) {
    const page = await openAsNewPerson(context, 'kiesler', 'Tide')
    const section = sectionOf(page, 'Profile')
    await section.getByLabel('Display name').fill('Support')
    await section.getByLabel('About you').fill('I hop from one frequency to the next.')
    await section.getByRole('button').click()
    await section.getByText('The display name is reserved.').waitFor()
    return page
  },
  async 'form-out-of-date'(context) {
    const page = await openAsNewPerson(context, 'alan', 'Aether')
    const second = await page.context().newPage()
    await enterAccount(second, { username: 'alan' })
    await sectionOf(page, 'Username').getByRole('button').click()
    await page.getByText('This form is out of date').waitFor()
    return page
  },
}

/** A finished export, for somebody who leaves in two weeks. */
async function addExportAndDeparture(context: GalleryContext, username: string): Promise<void> {
  const { db, identityId } = await identityOf(context, username)
  const askedAt = new Date()
  const expiresAt = new Date(askedAt.getTime() + 7 * 86_400_000)
  await db
    .insertInto('exports')
    .values({ id: newId('export'), identityId, askedAt, readyAt: askedAt, expiresAt })
    .execute()
  const ids = { id: newId('departure'), tombstone: newId('identity'), identityId }
  const dueAt = new Date(askedAt.getTime() + 14 * 86_400_000)
  await db
    .insertInto('departures')
    .values({ ...ids, scrolls: 'keep', askedAt, dueAt })
    .execute()
}
