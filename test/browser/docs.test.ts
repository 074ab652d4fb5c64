// The REST documentation in a real browser: its requests work, and nothing is loaded from elsewhere.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { closePages, startBrowser } from '#test/browser.ts'
import { signInAs, watchElsewhere } from './support/developer-page.ts'
import { startTestSystem, type TestSystem } from '#test/system.ts'
import { subgraphs } from '../../subgraphs/index.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => closePages(browser))

const WIDE = { width: 1280, height: 800 }

/** Opens a path such as `/api/quests`, sends the request of the page, and returns its status. */
async function tryOut(page: Page, path: string): Promise<number> {
  const operation = page.locator('.opblock-get').filter({
    has: page.locator(`[data-path="${path}"]`),
  })
  await operation.locator('.opblock-summary-control').click()
  const responded = page.waitForResponse((response) => new URL(response.url()).pathname === path)
  await operation.getByRole('button', { name: 'Execute' }).click()
  const status = (await responded).status()
  await operation.locator('.live-responses-table').getByText(String(status)).first().waitFor()
  return status
}

async function openDocs(system: TestSystem, at: string, viewport = WIDE): Promise<Page> {
  const page = await browser.newPage({ viewport })
  await page.goto(`${system.address(at)}/docs`)
  await page.locator('.opblock').first().waitFor()
  return page
}

/** At the router over HTTP, requests go to the services at their own addresses. */
async function signInAndTry(system: TestSystem, at: string): Promise<void> {
  const page = await openDocs(system, at)
  const own = ['router', 'identity', 'path'].map((name) => system.address(name))
  const elsewhere = watchElsewhere(page, ...own)
  expect(await tryOut(page, '/api/quests')).toBe(401)
  await signInAs(page, 'grace')
  expect(new URL(page.url()).pathname).toBe('/docs')
  expect(await tryOut(page, '/api/quests')).toBe(200)
  await page.getByText('"xpReward"').first().waitFor()
  if (process.env.SCREENSHOTS) {
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/docs-${at}.png` })
  }
  expect(elsewhere).toEqual([])
}

test('a person signs in at a router that runs alone, and sends a request', async () => {
  const system = await startTestSystem({ topology: 'over HTTP', settings: { DEMO: '1' } })
  await signInAndTry(system, 'router')
  await system.stop()
})

describe('in one process', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startTestSystem({ settings: { DEMO: '1' } })
  })
  afterAll(() => system.stop())

  test.each(['router', 'path'])('%s: a person signs in, and sends a request', async (at) => {
    await signInAndTry(system, at)
  })

  test('a pasted token is sent instead', async () => {
    const page = await openDocs(system, 'path')
    await page.getByRole('button', { name: 'Authorize' }).first().click()
    const dialog = page.locator('.dialog-ux')
    await dialog.getByRole('textbox').fill(await (await system.join('ida')).token())
    await dialog.getByRole('button', { name: 'Apply credentials' }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(await tryOut(page, '/api/quests')).toBe(200)
  })

  test.each(subgraphs)('$name shows its paths, from its own URL', async ({ name, title }) => {
    const page = await browser.newPage({ viewport: WIDE })
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(error.message))
    const elsewhere = watchElsewhere(page, system.address(name))
    const response = await page.goto(`${system.address(name)}/docs`)
    await page.getByRole('heading', { name: title }).first().waitFor()
    await page.locator('.opblock').first().waitFor()
    const policy = response!.headers()['content-security-policy']
    expect(policy).toContain("default-src 'none'; script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect({ elsewhere, errors }).toEqual({ elsewhere: [], errors: [] })
    await page.close()
  })

  test('the documentation does not scroll sideways on a phone', async () => {
    const page = await openDocs(system, 'path', { width: 375, height: 700 })
    await page.locator('.opblock-summary').first().click()
    await page.locator('.responses-table').first().waitFor()
    const width = await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)
    expect(width).toBeLessThanOrEqual(375)
    await page.getByRole('button', { name: 'Sign in' }).click({ trial: true })
    await page.getByRole('button', { name: 'Authorize' }).first().click({ trial: true })
  })
})

test('no documentation is served where the explorer is off', async () => {
  const system = await startTestSystem({ settings: { GRAPHIQL: '0' } })
  for (const name of ['router', 'path', 'identity']) {
    for (const path of ['/docs', '/docs/swagger-ui.js', '/callback', '/developer/sign-in.js']) {
      const { body, status } = await system.fetch(system.address(name) + path)
      expect({ name, path, status, code: body.error.code }).toEqual({
        name,
        path,
        status: 404,
        code: 'NOT_FOUND',
      })
    }
  }
  await system.stop()
})
