// The explorer in a real browser: it loads nothing from elsewhere, and runs its first query.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { startBrowser } from '#test/browser.ts'
import { addQuest } from '#test/story.ts'
import { startTestSystem, type TestSystem } from '#test/system.ts'

let system: TestSystem
let browser: Browser
beforeAll(async () => {
  system = await startTestSystem()
  browser = await startBrowser()
})
afterAll(async () => {
  await browser.close()
  await system.stop()
})

test('runs the first query with the token that is put into its headers', async () => {
  await addQuest(system, { title: 'Light the Beacon' })
  const token = await (await system.join('ada')).token()
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    const local = host === new URL(system.address('router')).host || protocol !== 'http:'
    if (!local) elsewhere.push(request.url())
  })
  await page.goto(`${system.address('router')}/`)
  await page.getByRole('button', { name: 'Headers' }).click()
  await page.locator('[aria-label="Headers"] .graphiql-editor:not(.hidden)').click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(JSON.stringify({ Authorization: `Bearer ${token}` }))
  await page.getByLabel('Execute query').click()
  await page.getByText('Light the Beacon').first().waitFor()
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/explorer.png` })
  expect(elsewhere).toEqual([])
})
