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

test('a person is found, disabled and enabled again', async () => {
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
})
