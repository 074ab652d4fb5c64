// The device flow (RFC 8628) with two browsers: a television shows a code, and a telephone allows it.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
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

/** A television with the app, and a telephone that has opened the link on its screen. */
async function begin() {
  const [television, telephone] = [await pages.open(), await pages.open()]
  await television.goto(`${app.url}/television`)
  const userCode = await television.locator('strong').innerText()
  await telephone.goto((await television.getByRole('link').first().getAttribute('href'))!)
  return { television, telephone, userCode }
}

test('somebody signs in on a telephone, compares the code and connects a television', async () => {
  const ada = await joinWithPassword(pages.system, 'ada')
  const { television, telephone, userCode } = await begin()
  await signIn(telephone, ada)
  expect(await telephone.getByLabel('Code').inputValue()).toBe(userCode)
  await telephone.getByRole('button', { name: 'Continue' }).click()
  await telephone.getByRole('heading', { name: 'Allow Harbour on a device?' }).waitFor()
  expect(await telephone.locator('.warning').innerText()).toContain(userCode)
  await telephone.getByRole('button', { name: 'Allow' }).click()
  await telephone.getByRole('heading', { name: 'Your device is connected' }).waitFor()
  await television.getByRole('link', { name: 'Go on' }).click()
  await television.getByText('Welcome to Harbour').waitFor()
  const claims = await pages.system.fetch(`${pages.system.address('identity')}/api/claims`, {
    token: app.tokens?.access_token,
  })
  expect(claims.body).toMatchObject({ identityId: ada.id })
})

test('somebody who was sent a stranger’s code denies it, and the device learns of it', async () => {
  const grace = await joinWithPassword(pages.system, 'grace')
  const { television, telephone } = await begin()
  await signIn(telephone, grace)
  await telephone.getByRole('button', { name: 'Continue' }).click()
  await telephone.getByRole('button', { name: 'Deny' }).click()
  await telephone.getByRole('heading', { name: 'Denied' }).waitFor()
  await television.getByRole('link', { name: 'Go on' }).click()
  await television.getByText('Refused: access_denied').waitFor()
})
