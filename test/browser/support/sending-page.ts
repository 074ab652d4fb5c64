// The example app in the browser of an administrator, for tests of what it sends.
import type { Request } from 'playwright-core'
import { afterEach, beforeEach, expect } from 'vitest'
import { examplePage } from './example-page.ts'

/** What Chromium says of the failures that these tests cause. */
const PROVOKED = /Failed to load resource: net::ERR|Couldn't load preload assets/

export function isOperation(request: Request, name: string): boolean {
  return request.method() === 'POST' && (request.postData() ?? '').includes(`"${name}"`)
}

/** Starts the app for the tests of a file, each of which has a page whose time it passes: retries wait for seconds. */
export function sendingPage() {
  const example = examplePage(PROVOKED)
  const { app, page, turnTo } = example
  beforeEach(async () => {
    turnTo(await page().context().newPage())
    await page().clock.install()
  })
  afterEach(async () => {
    await page().context().setOffline(false)
    await page().close()
    turnTo(page().context().pages()[0]!)
  })

  const button = (name: string | RegExp) => page().getByRole('button', { name })
  const notice = () => page().locator('.unconfirmed')
  const sending = () =>
    page()
      .getByRole('status')
      .getByText(/^Sending/)

  async function open(path: string): Promise<void> {
    await page().goto(app.url + path)
    await page().locator('h1').waitFor()
    await page().locator('.skeleton').waitFor({ state: 'detached' })
  }

  async function leave(): Promise<void> {
    await page().getByRole('navigation').getByRole('link', { name: 'People' }).click()
    await page().getByRole('heading', { name: 'People', level: 1 }).waitFor()
  }

  async function passTimeUntilFailed(
    sentence = 'did not go through. The network does not respond.',
  ): Promise<void> {
    await expect
      .poll(async () => {
        await page().clock.runFor(5000)
        return page().getByRole('alert').getByText(sentence).count()
      })
      .toBe(1)
  }

  return { ...example, button, notice, sending, open, leave, passTimeUntilFailed }
}
