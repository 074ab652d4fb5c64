// The consent page in a real browser: people allow and deny access, with and without scripts.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { startApp, type LoopbackApp } from '#test/loopback-app.ts'
import { joinWithPassword, PASSWORD } from '#test/oauth.ts'
import { enterAccount, signIn, testPages } from '#test/pages.ts'

const pages = testPages()
let app: LoopbackApp
beforeAll(async () => {
  app = await startApp(pages.system)
})
afterEach(() => expect(pages.faults()).toEqual([]))
afterAll(() => app.stop())

const decide = (page: Page, decision: string) =>
  page.getByRole('button', { name: decision }).click()

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
    await decide(page, 'Allow')
    await page.getByText('Welcome to Harbour').waitFor()
    const token = app.tokens?.access_token
    const claims = await pages.system.fetch(`${pages.system.address('identity')}/api/claims`, {
      token,
    })
    expect(claims.body).toMatchObject({ identityId: ada.id })
    await page.goto(app.url)
    expect(await page.getByRole('main').innerText()).toContain('You have allowed it to')
    await decide(page, 'Allow')
    await page.getByText('Welcome to Harbour').waitFor()
    expect(app.tokens?.access_token).not.toBe(token)
  })

  test('an app with a server is allowed once', async () => {
    const barbara = await joinWithPassword(pages.system, name('barbara'))
    const server = await startApp(pages.system, { kind: 'confidential' })
    const page = await open()
    await enterAccount(page, barbara)
    await page.goto(server.url)
    await decide(page, 'Allow')
    await page.getByText('Welcome to Harbour').waitFor()
    const token = server.tokens?.access_token
    await page.goto(server.url)
    await page.getByText('Welcome to Harbour').waitFor()
    expect(server.tokens?.access_token).not.toBe(token)
    server.stop()
  })

  test('a person denies, and the app learns of it', async () => {
    const grace = await joinWithPassword(pages.system, name('grace'))
    const page = await open()
    await enterAccount(page, grace)
    await page.goto(app.url)
    await decide(page, 'Deny')
    await page.getByText('Refused: access_denied').waitFor()
  })

  test('somebody new signs up on the way to the app', async () => {
    const page = await open()
    await page.goto(app.url)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Username').fill(name('mary'))
    await page.getByLabel('Display name').fill('Mary')
    await page.getByLabel('Ember').check()
    await page.getByLabel('Archetype').selectOption('Cipher')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await decide(page, 'Allow')
    await page.getByText('Welcome to Harbour').waitFor()
  })
})

test('a person can switch to another account', async () => {
  const [linus, joan] = [
    await joinWithPassword(pages.system, 'linus'),
    await joinWithPassword(pages.system, 'joan'),
  ]
  const page = await pages.open()
  await enterAccount(page, linus)
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Use another account' }).click()
  await signIn(page, joan)
  await page.getByText('@joan').waitFor()
  await decide(page, 'Allow')
  await page.getByText('Welcome to Harbour').waitFor()
})

test('a later request for more scopes asks for those alone, and calls them new', async () => {
  const alan = await joinWithPassword(pages.system, 'alan')
  const page = await pages.open()
  await enterAccount(page, alan)
  await page.goto(app.url)
  await decide(page, 'Allow')
  await page.getByText('Welcome to Harbour').waitFor()
  await page.goto(`${app.url}/?scope=identity+wallet`)
  const [fresh, known] = await page.locator('.wishes').allInnerTexts()
  expect(fresh).toContain('linked wallets')
  expect(known).toContain('See and change your profile')
})
