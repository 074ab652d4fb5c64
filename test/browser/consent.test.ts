// Consent in a real browser: for an app, with and without scripts, and for a television by a telephone (RFC 8628).
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { startApp, type LoopbackApp } from '#test/loopback-app.ts'
import { joinWithPassword } from '#test/oauth.ts'
import { signIn, testPages } from '#test/pages.ts'

const pages = testPages()
let app: LoopbackApp
beforeAll(async () => {
  app = await startApp(pages.system, { deviceFlow: true })
})
afterEach(() => expect(pages.faults()).toEqual([]))
afterAll(() => app.stop())

const allow = (page: Page) => page.getByRole('button', { name: 'Allow' }).click()

describe.each([true, false])('JavaScript: %s', (javaScriptEnabled) => {
  const open = () => pages.open({ javaScriptEnabled })
  const name = (start: string) => `${start}_${javaScriptEnabled ? 'with' : 'without'}`

  test('a person signs in and allows, and an app without a server asks again each time', async () => {
    const ada = await joinWithPassword(pages.system, name('ada'))
    const page = await open()
    await page.goto(app.url)
    expect(await page.getByRole('main').innerText()).toContain('to continue to Harbour')
    await signIn(page, ada)
    await page.getByRole('heading', { name: 'Allow Harbour?' }).waitFor()
    expect(await page.getByRole('main').innerText()).toContain(new URL(app.url).host)
    await allow(page)
    await page.getByText('Welcome to Harbour').waitFor()
    const token = app.tokens?.access_token
    const claims = await pages.system.fetch(`${pages.system.address('identity')}/api/claims`, {
      token,
    })
    expect(claims.body).toMatchObject({ identityId: ada.id })
    await page.goto(app.url)
    expect(await page.getByRole('main').innerText()).toContain('You have allowed it to')
    await allow(page)
    await page.getByText('Welcome to Harbour').waitFor()
    expect(app.tokens?.access_token).not.toBe(token)
  })
})

test('somebody signs in on a telephone, compares the code and connects a television', async () => {
  const grace = await joinWithPassword(pages.system, 'grace')
  const [television, telephone] = [await pages.open(), await pages.open()]
  await television.goto(`${app.url}/television`)
  const userCode = await television.locator('strong').innerText()
  await telephone.goto((await television.getByRole('link').first().getAttribute('href'))!)
  await signIn(telephone, grace)
  expect(await telephone.getByLabel('Code').inputValue()).toBe(userCode)
  await telephone.getByRole('button', { name: 'Continue' }).click()
  await telephone.getByRole('heading', { name: 'Allow Harbour on a device?' }).waitFor()
  expect(await telephone.locator('.warning').innerText()).toContain(userCode)
  await allow(telephone)
  await telephone.getByRole('heading', { name: 'Your device is connected' }).waitFor()
  await television.getByRole('link', { name: 'Go on' }).click()
  await television.getByText('Welcome to Harbour').waitFor()
  const claims = await pages.system.fetch(`${pages.system.address('identity')}/api/claims`, {
    token: app.tokens?.access_token,
  })
  expect(claims.body).toMatchObject({ identityId: grace.id })
})
