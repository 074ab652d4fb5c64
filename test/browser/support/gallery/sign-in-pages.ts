// Pages on which people sign up, sign in and out, and connect apps and devices.
import type { Page } from 'playwright-core'
import { newId } from '#foundation/domain/ids.ts'
import { startDevice } from '#test/loopback-app.ts'
import { joinWithPassword, useUpAttempts, withSecondFactor } from '#test/oauth.ts'
import { enterAccount, signIn } from '#test/pages.ts'
import { newWallet } from '#test/wallet.ts'
import type { IdentityTables } from '../../../../subgraphs/identity/tables.ts'
import { addAuthenticator, addWallet } from '../browser-credentials.ts'
import { entered, appoint, type Exhibition, type GalleryPages } from './gallery-people.ts'

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
  async consent(exhibition) {
    const page = await entered(exhibition, 'ada', 'Aether')
    await page.goto(`${exhibition.app.url}/?scope=openid+identity+wallet`)
    return page
  },
  async 'consent-more'(exhibition) {
    const page = await entered(exhibition, 'grace', 'Ember', '/account', 'admin')
    await page.goto(exhibition.app.url)
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.goto(`${exhibition.app.url}/?scope=identity+admin`)
    return page
  },
  async 'second-factor-needed'(exhibition) {
    const page = await entered(exhibition, 'mileva', 'Terra')
    await appoint(exhibition, 'mileva')
    await page.goto(`${exhibition.app.url}/?scope=identity+admin`)
    await page.getByRole('heading', { name: 'You need a second factor' }).waitFor()
    return page
  },
  async device(exhibition) {
    const page = await deviceConnecting(exhibition, 'ellen', 'BCDF-BCDF')
    await page.getByText('No device is waiting').waitFor()
    return page
  },
  async 'device-consent'(exhibition) {
    const { user_code: userCode } = await startDevice(exhibition.pages.system, exhibition.app)
    return deviceConnecting(exhibition, 'mae', userCode)
  },
  async 'device-connected'(exhibition) {
    const { user_code: userCode } = await startDevice(exhibition.pages.system, exhibition.app)
    const page = await deviceConnecting(exhibition, 'judith', userCode)
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('heading', { name: 'Your device is connected' }).waitFor()
    return page
  },
  async 'sign-out'(exhibition) {
    const page = await entered(exhibition, 'linus', 'Terra')
    await page.goto('/sign-out')
    return page
  },
  async 'signed-out'({ pages }) {
    const page = await pages.open()
    await page.goto('/sign-out')
    return page
  },
  async 'second-factor'(exhibition) {
    const page = await halfSignedIn(exhibition, 'hedy', 'Ember')
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
    return page
  },
  async 'second-factor-refused'(exhibition) {
    const page = await halfSignedIn(exhibition, 'hypatia', 'Terra')
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
  async 'sign-in-out-of-date'(exhibition) {
    const page = await exhibition.pages.open()
    await page.goto(exhibition.app.url)
    await joinWithPassword(exhibition.pages.system, 'radhia', { house: 'Terra' })
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
async function halfSignedIn({ pages, app }: Exhibition, username: string, house: string) {
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
async function deviceConnecting(
  exhibition: Exhibition,
  username: string,
  userCode: string,
): Promise<Page> {
  const page = await entered(exhibition, username, 'Ember', '/device')
  await page.getByLabel('Code').fill(userCode)
  await page.getByRole('button', { name: 'Continue' }).click()
  return page
}
