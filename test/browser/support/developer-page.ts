// Steps in a browser for tests of the explorer and of the REST documentation.
import type { Page } from 'playwright-core'
import { DEMO_PASSWORD } from '../../../subgraphs/identity/demo.ts'

/** Signs a demo person in with the page's button, and returns to the page. */
export async function signInAs(page: Page, username: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const out = page.getByRole('button', { name: 'Sign out' })
  const allow = page.getByRole('button', { name: 'Allow' })
  await out
    .or(allow)
    .waitFor()
    .catch(async (error: unknown) => {
      const shown = await page.locator('body').innerText()
      throw new Error(`${username} is not signed in at ${page.url()}: ${shown}`, { cause: error })
    })
  if (await allow.isVisible()) await allow.click()
  await out.waitFor()
}

/** Collects the page's requests to other addresses. */
export function watchElsewhere(page: Page, ...addresses: string[]): string[] {
  const hosts = addresses.map((address) => new URL(address).host)
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const { host, protocol } = new URL(request.url())
    const isHere = hosts.includes(host) || protocol === 'data:' || protocol === 'blob:'
    if (!isHere) elsewhere.push(request.url())
  })
  return elsewhere
}
