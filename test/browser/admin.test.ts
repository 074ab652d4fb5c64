// The administrators' console in a real browser, with scripts disabled because it has none.
import { afterEach, expect, test } from 'vitest'
import { joinWithPassword, PASSWORD } from '#test/oauth.ts'
import { ageSignIns, enterAccount, signIn, testPages } from '#test/pages.ts'

const pages = testPages()
afterEach(() => expect(pages.faults()).toEqual([]))

/** The console of an administrator who has signed in with a code. */
async function enter() {
  const ada = await joinWithPassword(pages.system, 'ada', { role: 'admin' })
  const page = await pages.open({ javaScriptEnabled: false })
  await enterAccount(page, ada)
  await page.getByRole('link', { name: 'Administration' }).click()
  return { ada, page }
}

test('a person is found, disabled and enabled again, and an app is registered', async () => {
  const alan = await joinWithPassword(pages.system, 'alan')
  const { ada, page } = await enter()
  await page.getByLabel('Find a person').fill(alan.username)
  await page.getByRole('button', { name: 'Find' }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: `@${alan.username}` })
    .getByRole('link')
    .click()
  await ageSignIns(pages.system, ada.username)
  await page.getByRole('link', { name: 'Disable', exact: true }).click()
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByLabel('Code from your authenticator app').fill(await ada.showCode!())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByLabel('Reason').fill('They asked for it.')
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await page.getByText('The person is disabled').waitFor()
  const theirs = await pages.open()
  await theirs.goto('/sign-in')
  await signIn(theirs, alan)
  await theirs.getByText('Wrong username or password').waitFor()
  await page.getByRole('link', { name: 'Enable', exact: true }).click()
  await page.getByLabel('Reason').fill('They asked for it.')
  await page.getByRole('button', { name: 'Enable', exact: true }).click()
  await page.getByText('The person can sign in again.').waitFor()
  await signIn(theirs, alan)
  await theirs.waitForURL('/account')
  expect(await page.locator('main').innerText()).toContain('They asked for it.')

  await page.getByRole('link', { name: 'Apps', exact: true }).click()
  await page.getByRole('link', { name: 'Register an app' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Harbour')
  await page.getByLabel('It runs on a server').check()
  await page.getByLabel('Redirect URIs', { exact: true }).fill('https://harbour.example/callback')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('heading', { name: 'The secret of Harbour' }).waitFor()
  expect(await page.locator('code').allInnerTexts()).toHaveLength(2)
  await page.getByRole('link', { name: 'I have saved it' }).click()
  await page.getByRole('heading', { name: 'Harbour', exact: true }).waitFor()
  expect(await page.getByLabel('Redirect URIs', { exact: true }).inputValue()).toBe(
    'https://harbour.example/callback',
  )
})
