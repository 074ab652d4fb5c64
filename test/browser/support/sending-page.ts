// The example app in the browser of an administrator, for tests of what it sends.
import type { Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { joinWithPassword, type Member } from '#test/oauth.ts'
import { testPages, type Pages } from '#test/pages.ts'
import { openSignedIn, startExample, type ExampleApp } from './example-app.ts'

export let pages: Pages
export let app: ExampleApp
export let ada: Member
/** The page of the test. */
export let page: Page

/** Starts the app for the tests of a file, each of which has a page. */
export function sendingPage(): void {
  pages = testPages({ settings: { TRUSTED_DOCUMENTS: 'only' } })
  beforeAll(async () => {
    app = await startExample(pages.system)
    ada = await joinWithPassword(pages.system, 'ada', { xp: 50 * 50 * 49, role: 'admin' })
    page = await pages.open()
    await openSignedIn(page, app, ada)
  })
  beforeEach(async () => {
    page = await page.context().newPage()
    // Retries wait for seconds.
    await page.clock.install()
  })
  afterEach(async () => {
    await page.context().setOffline(false)
    await page.close()
    page = page.context().pages()[0]!
    expect(pages.faults().filter((fault) => !PROVOKED.test(fault))).toEqual([])
  })
  afterAll(() => app[Symbol.asyncDispose]())
}

/** Goes on in another page. */
export function turnTo(other: Page): void {
  page = other
}

/** What Chromium says of the failures that these tests cause. */
const PROVOKED = /Failed to load resource: net::ERR|Couldn't load preload assets/

export const button = (name: string | RegExp) => page.getByRole('button', { name })
export const notice = () => page.locator('.unconfirmed')
export const sending = () => page.getByRole('status').getByText(/^Sending/)

export async function open(path: string): Promise<void> {
  await page.goto(app.url + path)
  await page.locator('h1').waitFor()
  await page.locator('.skeleton').waitFor({ state: 'detached' })
}

export async function leave(): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'People' }).click()
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor()
}

export function isOperation(request: Request, name: string): boolean {
  return request.method() === 'POST' && (request.postData() ?? '').includes(`"${name}"`)
}

export async function passTimeUntilFailed(
  sentence = 'did not go through. The network does not respond.',
): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(5000)
      return page.getByRole('alert').getByText(sentence).count()
    })
    .toBe(1)
}
