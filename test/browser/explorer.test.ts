// The explorer in a real browser: it loads nothing from elsewhere, signs people in, and runs its first query.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { startBrowser } from '#test/browser.ts'
import { startTestSystem, type TestSystem } from '#test/system.ts'

let system: TestSystem
let browser: Browser
beforeAll(async () => {
  system = await startTestSystem({ settings: { DEMO: '1' } })
  browser = await startBrowser()
})
afterAll(async () => {
  await browser.close()
  await system.stop()
})

test('runs the first query with the token that is put into its headers', async () => {
  const token = await (await system.join('ida')).token()
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
  await page.getByText('"displayName": "Ida"').first().waitFor()
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/explorer.png` })
  expect(elsewhere).toEqual([])
})

test('signs a person in at the ID service, and runs the first query as them', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const explorer = await page.goto(`${system.address('router')}/`)
  expect(explorer!.headers()).toMatchObject({ 'x-frame-options': 'DENY' })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Username').fill('ada')
  await page.getByLabel('Password').fill('demo-password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await page.getByRole('tab', { name: 'Me' }).click()
  await page.getByLabel('Execute query').click()
  await page.getByText('Ada Lovelace').first().waitFor()
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/explorer-signed-in.png` })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await page.getByRole('tab', { name: 'Me' }).click()
  await page.getByLabel('Execute query').click()
  await page.getByText('INVALID_TOKEN').first().waitFor()
})
