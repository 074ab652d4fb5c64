// The example app when the session ends, or somebody else signs in.
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { joinWithPassword, PASSWORD } from '#test/oauth.ts'
import { openSignedIn, signInForApp } from './support/example-app.ts'
import { examplePage } from './support/example-page.ts'

const { pages, app, page, turnTo, open, button } = examplePage()

/** A browser of its own. */
let context: BrowserContext

test('Who writes while they are signed out elsewhere keeps the text, and sends it later', async () => {
  const alan = await joinWithPassword(pages.system, 'alan')
  turnTo(await pages.open())
  context = page().context()
  await openSignedIn(page(), app, alan, '/scrolls/new')
  await page().getByLabel('Title').fill('The Long Night')
  await page().getByLabel('Text').fill('Written in one sitting.')
  const writing = page()
  turnTo(await context.newPage())
  await open('/quests', 'Quests')
  await signOut()
  await writing.getByText('You are signed out.').waitFor()
  await signInFrom(writing)
  await writing.bringToFront()
  await writing.getByRole('button', { name: 'Publish' }).click()
  await writing.getByRole('heading', { name: 'The Long Night', level: 1 }).waitFor()
  await writing.getByText('You are signed out.').waitFor({ state: 'detached' })
  turnTo(writing)
})

async function signOut(): Promise<void> {
  await button('Sign out').click()
  await button('Sign out').click()
  await page().getByRole('heading', { name: 'You are signed out' }).waitFor()
}

async function signInFrom(writing: Page, link = 'Sign in'): Promise<void> {
  const opened = context.waitForEvent('page')
  await writing.getByRole('link', { name: link, exact: true }).click()
  const other = await opened
  await other.getByLabel('Username').fill('alan')
  await other.getByLabel('Password').fill(PASSWORD)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await other.locator('[data-fact=level]').waitFor()
}

test('What somebody has written is not sent in the name of who signs in in another tab', async () => {
  const kurt = await joinWithPassword(pages.system, 'kurt')
  await open('/scrolls/new', 'Write a scroll')
  await page().getByLabel('Title').fill('My Diary')
  await page().getByLabel('Text').fill('Only in my name.')
  const writing = page()
  turnTo(await context.newPage())
  await page().goto(`${app.url}/auth/switch-account`)
  await signInForApp(page(), kurt)
  await page().locator('[data-fact=level]').waitFor()
  await writing.bringToFront()
  await writing.getByRole('button', { name: 'Publish' }).click()
  await writing.getByText('Somebody else has signed in.').waitFor()
  await signInFrom(writing, 'Sign in as yourself')
  await writing.bringToFront()
  await writing.getByRole('button', { name: 'Publish' }).click()
  await writing.getByRole('heading', { name: 'My Diary', level: 1 }).waitFor()
  await writing.getByRole('main').getByText('alan').first().waitFor()
  turnTo(writing)
})

test('The screen before is not shown again to who goes back after signing out', async () => {
  await open('/quests', 'Quests')
  await signOut()
  // Later, since the answer to this call would be lost with the page.
  await page().evaluate('void setTimeout(() => history.go(-2))')
  await page().getByLabel('Password').waitFor()
})

test('Many tabs that are signed out at once do not fill the browser with cookies', async () => {
  for (let tab = 0; tab < 12; tab += 1) await page().goto(`${app.url}/quests?tab=${tab}`)
  const cookies = await context.cookies(app.url)
  expect(cookies.filter(({ name }) => name.startsWith('sign-in-')).length).toBeLessThan(8)
  await page().getByLabel('Username').fill('alan')
  await page().getByLabel('Password').fill(PASSWORD)
  await page().getByRole('button', { name: 'Sign in' }).click()
  await page().waitForURL(`${app.url}/quests?tab=11`)
})
