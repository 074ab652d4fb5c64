// The example app in a browser, against services of their own that execute registered documents alone: a person signs
// in without a token in the page, and the page follows what happens elsewhere.
import type { Page, Response } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { areRegistered } from '../../examples/documents.ts'
import { expectAccessible } from './support/axe.ts'
import { openSignedIn, startExample, type ExampleApp } from './support/example-app.ts'
import { giveGold } from '#test/market-story.ts'
import { joinWithPassword, type Member } from '#test/oauth.ts'
import { startBrowserWithHistory } from '#test/browser.ts'
import { signOut, testPages } from '#test/pages.ts'
import { TIMEOUT } from '#test/process.ts'
import { scrape } from '#test/scrape.ts'
import { addCourse, addProposal, addQuest } from '#test/story.ts'

const MAX_SCRIPT_BYTES = 200 * 1024

const COMPLETE = `mutation ($id: ID!) { completeQuest(questId: $id) { newXP } }`

const pages = testPages({ topology: 'over HTTP', settings: { TRUSTED_DOCUMENTS: 'only' } })
let app: ExampleApp
let ada: Member
let page: Page
let questId: string
/** The responses of the app's server since the page was opened. */
const responses: Response[] = []

beforeAll(async () => {
  app = await startExample(pages.system)
  ada = await joinWithPassword(pages.system, 'ada', { xp: 100 })
  await giveGold(pages.system, ada, 100)
  questId = await addQuest(pages.system, { title: 'Sweep the Harbour' })
  await addCourse(pages.system)
  await addProposal(pages.system)
  page = await pages.open()
  page.on('response', (response) => {
    if (response.url().startsWith(app.url)) responses.push(response)
  })
  await openSignedIn(page, app, ada)
})
/** What Chromium says while the router is away. */
const AWAY = /the server responded with a status of 502/

afterEach(() => expect(pages.faults().filter((fault) => !AWAY.test(fault))).toEqual([]))
afterAll(() => app[Symbol.asyncDispose]())

test('the documents of the app are registered (npm run example:documents)', () => {
  expect(areRegistered()).toBe(true)
})

const fact = (name: string) => page.locator(`[data-fact=${name}]`)

test('the home screen is one query and one stream, with at most 200 KB of scripts', async () => {
  await fact('level').waitFor()
  expect(await fact('gold').innerText()).toBe('100')
  await page.getByRole('link', { name: 'Quest: Sweep the Harbour' }).waitFor()
  await page.getByText('Vote: Plant a Grove').waitFor()
  const sent = responses.filter((response) => response.url().endsWith('/graphql'))
  const names = sent.map((response) => operationOf(response))
  expect(names.sort()).toEqual(['Home', 'News'])
  const scripts = responses.filter((response) => response.url().endsWith('.js'))
  const sizes = await Promise.all(scripts.map((response) => response.request().sizes()))
  const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(MAX_SCRIPT_BYTES)
})

function operationOf(response: Response): string {
  return (response.request().postDataJSON() as { operationName: string }).operationName
}

test('no token reaches the scripts of the page', async () => {
  const reachable = (await page.evaluate(
    '[document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)]',
  )) as string[]
  expect(reachable).toEqual(['', '{}', '{}'])
  const cookies = await page.context().cookies(app.url)
  const session = cookies.find(({ name }) => name.startsWith('session'))
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  const readable = responses.filter(
    (response) => response.ok() && operationType(response) !== 'News',
  )
  for (const response of readable) expect(await response.text()).not.toMatch(/eyJ[\w-]+\.eyJ/)
})

const operationType = (response: Response) =>
  response.request().method() === 'POST' ? operationOf(response) : undefined

test('what the person does elsewhere appears without a reload or a request', async () => {
  const before = responses.length
  const token = await ada.token()
  const variables = { id: questId }
  const { body } = await pages.system.graphql(COMPLETE, { at: 'path', token, variables })
  expect(body.errors).toBeUndefined()
  await expect.poll(() => fact('xp').innerText()).toBe('220 xp')
  await expect.poll(() => fact('gold').innerText()).toBe('130')
  await page.getByText('You have completed a quest: Sweep the Harbour').waitFor()
  await page.getByRole('link', { name: 'Sweep the Harbour' }).waitFor({ state: 'detached' })
  expect(responses).toHaveLength(before)
})

test('the page goes on after the router was away, with what happened meanwhile', async () => {
  const id = await addQuest(pages.system, { title: 'Ring the Bell' })
  await pages.system.stopService('router')
  await page.getByText('Connecting again.').waitFor()
  const token = await ada.token()
  await pages.system.graphql(COMPLETE, { at: 'path', token, variables: { id } })
  await pages.system.startService('router')
  await page.getByText('You have completed a quest: Ring the Bell').waitFor(TIMEOUT)
  await page.getByText('Connecting again.').waitFor({ state: 'detached' })
  await expect.poll(() => fact('xp').innerText()).toBe('340 xp')
})

test('a page that nobody sees closes its stream, and shows what happened when it is seen', async () => {
  const id = await addQuest(pages.system, { title: 'Trim the Wick' })
  const closed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/graphql'))
  await setVisibility('hidden')
  await closed
  const token = await ada.token()
  await pages.system.graphql(COMPLETE, { at: 'path', token, variables: { id } })
  await setVisibility('visible')
  await page.getByText('You have completed a quest: Trim the Wick').waitFor()
})

/** A browser without windows hides no page, so this says it. */
function setVisibility(state: 'hidden' | 'visible'): Promise<unknown> {
  return page.evaluate(`Object.defineProperty(document, 'visibilityState', {
    configurable: true, get: () => '${state}' })
  document.dispatchEvent(new Event('visibilitychange'))`)
}

test('a page that is left closes its stream, and shows at "Back" what happened meanwhile', async () => {
  const id = await addQuest(pages.system, { title: 'Oil the Hinge' })
  await using browser = await startBrowserWithHistory()
  const left = await browser.newPage()
  await openSignedIn(left, app, ada)
  await left.getByText('Connecting').waitFor({ state: 'detached' })
  await expect.poll(openStreams).toBe(2)
  await left.evaluate('globalThis.isKept = true')
  await left.goto(`${app.url}/quests`)
  await left.getByRole('heading', { name: 'Quests', level: 1 }).waitFor()
  // Its own, and that of the page of the other tests.
  await expect.poll(openStreams).toBe(2)
  const token = await ada.token()
  await pages.system.graphql(COMPLETE, { at: 'path', token, variables: { id } })
  // A page that was kept is not loaded again.
  await left.goBack({ waitUntil: 'commit' })
  await left.getByText('You have completed a quest: Oil the Hinge').waitFor()
  expect(await left.evaluate('globalThis.isKept')).toBe(true)
})

const openStreams = async () =>
  (await scrape(pages.system.address('router'))).value('live_subscriptions', { transport: 'sse' })

test('a quest on its own screen is completed by a button, and says so', async () => {
  const id = await addQuest(pages.system, { title: 'Mend the Nets' })
  await page.goto(`${app.url}/quests/${id}`)
  await page.getByRole('heading', { name: 'Mend the Nets' }).waitFor()
  await page.getByRole('button', { name: 'Complete' }).click()
  await page.getByText(/^Done now, open again/).waitFor()
  await expectAccessible(page, 'example-quest')
})

test('a completion that is refused is never shown, and the screen says why', async () => {
  const id = await addQuest(pages.system, { title: 'Paint the Door' })
  await page.goto(`${app.url}/quests/${id}`)
  const button = page.getByRole('button', { name: 'Complete' })
  await button.waitFor()
  const closed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/graphql'))
  await setVisibility('hidden')
  await closed
  const token = await ada.token()
  await pages.system.graphql(COMPLETE, { at: 'path', token, variables: { id } })
  await button.click()
  await page
    .getByRole('alert')
    .getByText(/^You have done this. You can do it again on/)
    .waitFor()
  await button.waitFor()
  await setVisibility('visible')
  await page.getByText(/^Done now, open again/).waitFor()
})

test('the home screen is accessible, wide and narrow, light and dark', async () => {
  await page.goto(app.url)
  await fact('level').waitFor()
  await expectAccessible(page, 'example-home')
})

test('requests that do not come from a page of the app are refused', async () => {
  const post = (headers: Record<string, string>) =>
    page.request.post(`${app.url}/graphql`, { data: { query: '{ me { id } }' }, headers })
  const origin = app.url
  expect((await post({ origin: 'https://evil.example', 'x-csrf-protection': '1' })).status()).toBe(
    403,
  )
  expect((await post({ origin })).status()).toBe(403)
  expect((await post({ origin, 'x-csrf-protection': '1' })).status()).toBe(400)
})

test('an administrator confirms with a second factor, and comes back to where they were', async () => {
  const grace = await joinWithPassword(pages.system, 'grace', { role: 'admin' })
  const hers = await pages.open()
  await openSignedIn(hers, app, grace)
  await hers.goto(`${app.url}/auth/step-up?return_to=/nowhere`)
  await hers.getByRole('button', { name: 'Allow' }).click()
  await hers.waitForURL(`${app.url}/nowhere`)
  await hers.getByRole('heading', { name: 'There is nothing here' }).waitFor()
})

test('who signs out at the ID service is asked to sign in by the open page', async () => {
  const alan = await joinWithPassword(pages.system, 'alan')
  const his = await pages.open()
  await openSignedIn(his, app, alan)
  const account = await his.context().newPage()
  await account.goto('/account')
  await signOut(account)
  await his.bringToFront()
  await his.getByLabel('Password').waitFor()
  await his.context().close()
})

test('requests at once with an expired token redeem the refresh token once', async () => {
  const before = await redemptions()
  app.server.send('SIGUSR2')
  const request = responses.findLast((response) => operationType(response) === 'Home')!.request()
  const body = request.postData()!
  const statuses = await page.evaluate(`Promise.all(Array.from({ length: 5 }, () =>
    fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-protection': '1' },
      body: ${JSON.stringify(body)},
    }).then(({ status }) => status)))`)
  expect(statuses).toEqual([200, 200, 200, 200, 200])
  expect((await redemptions()) - before).toBe(1)
})

/** How often tokens were asked for at the ID service. */
async function redemptions(): Promise<number> {
  const { text } = await metrics()
  const counts = text.matchAll(/duration_seconds_count\{.*route="\/api\/oauth\/token".*\} (\d+)/g)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

async function metrics(): Promise<{ text: string }> {
  const response = await fetch(`${pages.system.address('identity')}/metrics`)
  return { text: await response.text() }
}

test('the way back from signing in never leads to another site', async () => {
  for (const path of ['/.//evil.example/x', 'https://evil.example/x', '/auth/sign-in']) {
    await page.goto(`${app.url}/auth/sign-in?${new URLSearchParams({ return_to: path })}`)
    expect(new URL(page.url()).origin, path).toBe(app.url)
  }
})

test('signing out ends the session of the app and that of the ID service', async () => {
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
  expect(page.url()).toBe(`${app.url}/signed-out`)
  await expectAccessible(page, 'example-signed-out')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Password').waitFor()
})
