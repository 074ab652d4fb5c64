// The second factor and accounts without a password, in a real browser that reads the QR code from the screen.
import { afterEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { decodeQR } from 'qr/decode.js'
import { addAuthenticator } from './support/browser-credentials.ts'
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
import { appOf } from '#test/second-factor.ts'

const pages = testPages()
afterEach(() => expect(pages.faults()).toEqual([]))

/** The account page with the sign-in methods. */
const METHODS = '/account/security'

interface Pixels {
  width: number
  height: number
  /** Four bytes per pixel, as returned by a script. */
  bytes: Record<number, number>
}

/** Reads the QR code like a phone would. */
async function scan(page: Page): Promise<string> {
  const picture = await page.locator('svg.qr').screenshot()
  const lens = await page.context().newPage()
  const source = JSON.stringify(`data:image/png;base64,${picture.toString('base64')}`)
  const { width, height, bytes } = await lens.evaluate<Pixels>(`(async () => {
    const image = Object.assign(new Image(), { src: ${source} })
    await image.decode()
    const { width, height } = image
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d')
    context.drawImage(image, 0, 0)
    return { width, height, bytes: context.getImageData(0, 0, width, height).data }
  })()`)
  await lens.close()
  return decodeQR({ width, height, data: Uint8Array.from(Object.values(bytes)) })
}

test('an app is set up from the drawn QR code, and its code signs in', async () => {
  const ada = await joinWithPassword(pages.system, 'ada')
  const page = await pages.open({ colorScheme: 'dark' })
  await enterAccount(page, ada, METHODS)
  await sectionOf(page, 'Second factor').getByRole('button', { name: 'Set up an app' }).click()
  const uri = new URL(await scan(page))
  expect([uri.protocol, uri.pathname]).toEqual(['otpauth:', '/localhost:ada'])
  const key = uri.searchParams.get('secret')!
  const shown = await page.locator('.secret').innerText()
  expect(shown.replaceAll(' ', '')).toBe(key)
  const { code } = appOf(pages.system, key)
  await page.getByLabel('Code that the app shows now').fill(code())
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await page.getByText('Your authenticator app is on.').waitFor()
  expect(await page.locator('.codes code').count()).toBe(10)
  await page.getByRole('link', { name: 'I have saved them' }).click()
  await page.goto('/account')
  await signOut(page)
  await page.goto('/sign-in')
  await signIn(page, ada)
  await page.getByLabel('Code from your authenticator app').fill(code(1))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('/account')
})

test('somebody signs up with a passkey alone, keeps recovery codes, and signs in again', async () => {
  const page = await pages.open()
  await addAuthenticator(page, { offersInField: false })
  await page.goto('/sign-up')
  const button = page.getByRole('button', { name: 'Create it with a passkey' })
  await button.click()
  await page.getByText('Fill in the fields above first.').waitFor()
  await page.getByLabel('Username').fill('grace')
  await page.getByLabel('Display name').fill('Grace Hopper')
  await page.getByLabel('Tide').check()
  await page.getByLabel('Archetype').selectOption('Navigator')
  await button.click()
  await page.getByRole('button', { name: 'Make recovery codes' }).click()
  expect(await page.locator('.codes code').count()).toBe(10)
  await page.getByRole('link', { name: 'I have saved them' }).click()
  await page.waitForURL('/account')
  await page.goto(METHODS)
  expect(await sectionOf(page, 'Password').innerText()).toContain('You have no password')
  await page.goto('/account')
  await signOut(page)
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('/account')
  // The last way in cannot be removed.
  await page.goto(METHODS)
  await sectionOf(page, 'Passkeys')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await page.getByText('This is your last way to sign in.').waitFor()
})

test('somebody chooses to be asked for a passkey after the password', async () => {
  const linus = await joinWithPassword(pages.system, 'linus')
  const page = await pages.open()
  await addAuthenticator(page, { offersInField: false })
  await enterAccount(page, linus, METHODS)
  const section = sectionOf(page, 'Passkeys')
  await section.getByLabel('Name of a new passkey').fill('Laptop')
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await section.getByText('The passkey is added.').waitFor()
  await ageSignIns(pages.system, linus.username)
  const choice = page.getByRole('button', { name: 'Ask for the passkey, too' })
  await choice.click()
  await confirmWithPasskey(page)
  await choice.click()
  await page.getByText('From now on, you also need your passkey.').waitFor()
  expect(await page.locator('.codes code').count()).toBe(10)
  await page.getByRole('link', { name: 'I have saved them' }).click()
  await page.goto('/account')
  await signOut(page)
  await page.goto('/sign-in')
  await signIn(page, linus)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('/account')
})
