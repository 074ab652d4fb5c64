// Pages on which people sign up, sign in and out, and connect apps and devices.
import type { Page } from 'playwright-core'
import { newId } from '#foundation/domain/ids.ts'
import { startDevice } from '#test/loopback-app.ts'
import { joinWithPassword, useUpAttempts, withSecondFactor } from '#test/oauth.ts'
import { enterAccount, signIn } from '#test/pages.ts'
import { newWallet } from '#test/wallet.ts'
import type { IdentityTables } from '../../../../subgraphs/identity/tables.ts'
import { addAuthenticator, addWallet } from '../browser-credentials.ts'
import {
  openAsNewPerson,
  makeAdministrator,
  type GalleryContext,
  type GalleryPages,
} from './gallery-people.ts'

export const SIGN_IN_PAGES: GalleryPages = {
  async 'sign-in'({ pages, app }) {
    const page = await pages.open()
    await addWallet(page, newWallet())
    await page.goto(app.url)
    return page
  },
  async 'sign-in-refused'({ pages }) {
    const page = await pages.open()
    await page.goto('/sign-in')
    await signIn(page, { username: 'nobody' }, 'not a password')
    return page
  },
  async 'sign-in-too-often'({ pages }) {
    const page = await pages.open()
    await page.goto('/sign-in')
    await useUpAttempts(pages.system, 'hopper')
    await signIn(page, { username: 'hopper' })
    return page
  },
  async 'sign-up'({ pages, app }) {
    const page = await pages.open()
    await page.goto(app.url)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Tide').check()
    return page
  },
  async 'sign-up-refused'({ pages }) {
    const page = await pages.open()
    await page.goto('/sign-up')
    await page.evaluate('document.forms[0].noValidate = true')
    await page.getByLabel('Username').fill('x!')
    await page.getByLabel('Password').fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('alert').waitFor()
    return page
  },
  async consent(context) {
    const page = await openAsNewPerson(context, 'ada', 'Aether')
    await page.goto(`${context.app.url}/?scope=openid+identity+wallet`)
    return page
  },
  async 'consent-more'(context) {
    const page = await openAsNewPerson(context, 'grace', 'Ember', '/account', 'admin')
    await page.goto(context.app.url)
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.goto(`${context.app.url}/?scope=identity+admin`)
    return page
  },
  async 'second-factor-needed'(context) {
    const page = await openAsNewPerson(context, 'mileva', 'Terra')
    await makeAdministrator(context, 'mileva')
    await page.goto(`${context.app.url}/?scope=identity+admin`)
    await page.getByRole('heading', { name: 'You need a second factor' }).waitFor()
    return page
  },
  async device(context) {
    const page = await enterDeviceCode(context, 'ellen', 'BCDF-BCDF')
    await page.getByText('No device is waiting').waitFor()
    return page
  },
  async 'device-consent'(context) {
    const { user_code: userCode } = await startDevice(context.pages.system, context.app)
    return enterDeviceCode(context, 'mae', userCode)
  },
  async 'device-connected'(context) {
    const { user_code: userCode } = await startDevice(context.pages.system, context.app)
    const page = await enterDeviceCode(context, 'judith', userCode)
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('heading', { name: 'Your device is connected' }).waitFor()
    return page
  },
  async 'sign-out'(context) {
    const page = await openAsNewPerson(context, 'linus', 'Terra')
    await page.goto('/sign-out')
    return page
  },
  async 'signed-out'({ pages }) {
    const page = await pages.open()
    await page.goto('/sign-out')
    return page
  },
  async 'second-factor'(context) {
    const page = await openSecondFactor(context, 'hedy', 'Ember')
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
    return page
  },
  async 'second-factor-refused'(context) {
    const page = await openSecondFactor(context, 'hypatia', 'Terra')
    await page.getByText('Use a recovery code instead').click()
    await page.getByLabel('Recovery code').fill('ABCD-1234-EFGH-5678')
    await page.getByRole('button', { name: 'Use the code' }).click()
    await page.getByText('Wrong code').waitFor()
    return page
  },
  async 'sign-up-codes'({ pages }) {
    const page = await pages.open()
    await addAuthenticator(page, { offersInField: false })
    await page.goto('/sign-up')
    await page.getByLabel('Username').fill('ida')
    await page.getByLabel('Display name').fill('Ida Rhodes')
    await page.getByLabel('Aether').check()
    await page.getByLabel('Archetype').selectOption('Cipher')
    await page.getByRole('button', { name: 'Create it with a passkey' }).click()
    await page.getByRole('button', { name: 'Make recovery codes' }).waitFor()
    return page
  },
  async 'sign-in-out-of-date'(context) {
    const page = await context.pages.open()
    await page.goto(context.app.url)
    await joinWithPassword(context.pages.system, 'radhia', { house: 'Terra' })
    const second = await page.context().newPage()
    await enterAccount(second, { username: 'radhia' })
    await signIn(page, { username: 'radhia' })
    await page.getByRole('link', { name: 'Continue as @radhia' }).waitFor()
    return page
  },
  async 'sign-in-hinted'({ pages, app }) {
    const page = await pages.open()
    await page.goto(`${app.url}/?login_hint=ada@mail.example`)
    return page
  },
  async 'unknown-page'({ pages }) {
    const page = await pages.open()
    await page.goto('/admin')
    return page
  },
  async 'request-refused'({ pages, app }) {
    const page = await pages.open()
    await page.goto(`${app.url}/?client_id=nobody`)
    return page
  },
}

/** Somebody with an app and a passkey, who has proved the password. */
async function openSecondFactor({ pages, app }: GalleryContext, username: string, house: string) {
  const person = await joinWithPassword(pages.system, username, { house })
  await withSecondFactor(pages.system, person)
  await pages.system
    .tables<IdentityTables>('identity')
    .insertInto('passkeys')
    .values({
      id: newId('passkey'),
      identityId: person.id,
      publicKey: Buffer.alloc(64),
      counter: 0,
      name: 'Laptop',
      createdAt: new Date(),
      lastUsedAt: null,
    })
    .execute()
  const page = await pages.open()
  await page.goto(app.url)
  await signIn(page, person)
  return page
}

/** The page after somebody types that code on the page for devices. */
async function enterDeviceCode(
  context: GalleryContext,
  username: string,
  userCode: string,
): Promise<Page> {
  const page = await openAsNewPerson(context, username, 'Ember', '/device')
  await page.getByLabel('Code').fill(userCode)
  await page.getByRole('button', { name: 'Continue' }).click()
  return page
}
