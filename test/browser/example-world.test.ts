// The example app's realm, people, settings and administration, in two browsers where something is live.
import type { Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { RealmTables } from '../../subgraphs/realm/tables.ts'
import { expectAccessible } from './support/axe.ts'
import { startBrowserWithWebGL } from '#test/browser.ts'
import { openSignedIn, signInForApp, startExample, type ExampleApp } from './support/example-app.ts'
import { joinWithPassword, type Member } from '#test/oauth.ts'
import { ageSignIns, testPages } from '#test/pages.ts'
import { addPlace, addRealm } from '#test/realm-story.ts'
import { addQuest, addScroll } from '#test/story.ts'

const pages = testPages({ settings: { TRUSTED_DOCUMENTS: 'only' } })
let app: ExampleApp
let ada: Member
let grace: Member
let page: Page
let hers: Page
let realmId: string
/** The operations that Ada's page has sent, without its streams. */
const sent: string[] = []

beforeAll(async () => {
  app = await startExample(pages.system)
  ada = await joinWithPassword(pages.system, 'ada', { xp: 100, house: 'Ember' })
  grace = await joinWithPassword(pages.system, 'grace', { xp: 350, house: 'Tide' })
  await furnish()
  page = await pages.open()
  page.on('request', (request) => note(request))
  hers = await pages.open()
  await openSignedIn(page, app, ada)
  await openSignedIn(hers, app, grace)
})
afterEach(() => expect(pages.faults()).toEqual([]))
afterAll(() => app[Symbol.asyncDispose]())

async function furnish(): Promise<void> {
  realmId = await addRealm(pages.system, { name: 'The Harbour' })
  const refId = await addQuest(pages.system, { title: 'Sweep the Quay' })
  await addPlace(pages.system, {
    realmId,
    name: 'The Quay',
    kind: 'market',
    refType: 'Quest',
    refId,
  })
  await addPlace(pages.system, { realmId, name: 'The Lighthouse', kind: 'tower', x: 400, y: 60 })
}

function note(request: Request): void {
  if (request.method() !== 'POST' || !request.url().endsWith('/graphql')) return
  sent.push((request.postDataJSON() as { operationName: string }).operationName)
}

/** Opens an address of the app in Ada's browser, and expects one query beside News and a stream. */
async function openAsOneQuery(path: string, operations: readonly string[]): Promise<void> {
  sent.length = 0
  await page.goto(app.url + path)
  await page.locator('h1').waitFor()
  await expect.poll(() => sent.toSorted()).toEqual([...operations, 'News'].toSorted())
}

describe('the realm', () => {
  test('the people in a realm walk, and others see it at once', async () => {
    await openAsOneQuery('/realm?view=plan', ['Realm', 'RealmLive'])
    await page.getByText('You are not here.').waitFor()
    await hers.goto(`${app.url}/realm?view=plan`)
    await hers.getByRole('heading', { name: 'Nobody is here' }).waitFor()
    await walkTo('The Quay')
    await page.getByText('You are here, by The Quay.').waitFor()
    await seenBy('The Quay')
    const figure = hers.locator('.plan .figure')
    const before = await figure.getAttribute('style')
    await walkTo('The Lighthouse')
    await seenBy('The Lighthouse')
    expect(await figure.getAttribute('style')).not.toBe(before)
    await page.getByRole('button', { name: 'Leave the realm' }).click()
    await hers.getByRole('heading', { name: 'Nobody is here' }).waitFor()
    await page.getByText('You are not here.').waitFor()
  })

  async function walkTo(place: string): Promise<void> {
    const name = page.getByRole('button', { name: place, exact: true })
    if ((await name.getAttribute('aria-expanded')) === 'false') await name.click()
    await page.getByRole('button', { name: `Walk here: ${place}` }).click()
  }

  const seenBy = (place: string) =>
    hers.getByRole('listitem').filter({ hasText: `Ada` }).getByText(`by ${place}`).waitFor()

  test('a click on the ground of the plan walks there', async () => {
    await page.goto(`${app.url}/realm/${realmId}?view=plan`)
    await page.locator('.plan .land').click({ position: { x: 120, y: 120 } })
    await page.getByText('You are here').waitFor()
    await page.getByRole('button', { name: 'Leave the realm' }).click()
  })

  test('an open place is in the URL, and its quest is a link', async () => {
    await page
      .locator('.plan [data-place]')
      .filter({ hasText: 'The Quay' })
      .locator('.roof')
      .click()
    await page.waitForURL(/place=/)
    await expectAccessible(page, 'example-realm')
    await page.getByRole('link', { name: 'Quest: Sweep the Quay' }).click()
    await page.getByRole('heading', { name: 'Sweep the Quay' }).waitFor()
  })

  test('a walk that is refused is never shown, and the screen says why', async () => {
    const id = await addRealm(pages.system, { name: 'The Old Hills' })
    await addPlace(pages.system, { realmId: id, name: 'The Cairn' })
    await page.goto(`${app.url}/realm/${id}?view=plan`)
    await page.getByText('You are not here.').waitFor()
    const realm = pages.system.tables<RealmTables>('realm')
    await realm.updateTable('realms').set({ maxX: -500 }).where('id', '=', id).execute()
    await walkTo('The Cairn')
    await page.getByRole('alert').getByText('X must be').waitFor()
    await page.getByText('You are not here.').waitFor()
  })

  test('the scene in 3D is drawn, turned, and cleared away', async () => {
    await using browser = await startBrowserWithWebGL()
    const storageState = await page.context().storageState()
    const context = await browser.newContext({ storageState, reducedMotion: 'reduce' })
    const scene = await context.newPage()
    const errors: Error[] = []
    scene.on('pageerror', (error) => errors.push(error))
    await scene.goto(`${app.url}/realm/${realmId}`)
    const canvas = scene.locator('.stage canvas')
    await scene.locator('.realm-label', { hasText: 'The Lighthouse' }).waitFor()
    const before = await canvas.screenshot()
    // A picture of one colour has a hundredth of this.
    expect(before.length).toBeGreaterThan(20_000)
    await scene.getByRole('button', { name: 'Turn left' }).click()
    await expect.poll(async () => before.equals(await canvas.screenshot())).toBe(false)
    await scene.getByRole('link', { name: 'As a plan' }).click()
    await scene.locator('.plan').waitFor()
    expect(await canvas.count()).toBe(0)
    expect(errors).toEqual([])
  })
})

describe('people and settings', () => {
  test('somebody is found by their name, and their profile shows what they have done', async () => {
    await addScroll(pages.system, { title: 'On Tides', authorId: grace.id, author: 'Grace' })
    await openAsOneQuery('/people?search=grace', ['People'])
    await expectAccessible(page, 'example-people')
    await page.getByRole('link', { name: 'Grace' }).click()
    await page.getByRole('heading', { name: 'Grace', exact: true }).waitFor()
    expect(await page.locator('[data-fact=level]').innerText()).toBe('3')
    await page.getByRole('link', { name: 'Scrolls 1' }).click()
    await page.getByRole('link', { name: 'On Tides' }).waitFor()
    expect(page.url()).toBe(`${app.url}/people/${grace.id}?list=scrolls`)
    await openAsOneQuery(`/people/${grace.id}`, ['Profile'])
    await expectAccessible(page, 'example-profile')
  })

  test('a profile is changed, and others see it', async () => {
    await openAsOneQuery('/settings', ['Settings'])
    await page.getByLabel('Display name').fill('Ada of the Harbour')
    await page.getByLabel('Archetype').selectOption('Keeper')
    await page.getByLabel('About you').fill('Keeps the light.')
    await page.getByRole('button', { name: 'Save the profile' }).click()
    await page.getByText('Your profile is saved.').waitFor()
    expect(await page.getByLabel('Archetype').inputValue()).toBe('Keeper')
    await hers.goto(`${app.url}/people/${ada.id}`)
    await hers.getByRole('heading', { name: 'Ada of the Harbour' }).waitFor()
    await hers.getByText('Keeps the light.').waitFor()
  })

  test('a username that somebody has is refused at its field', async () => {
    await page.getByLabel('Username').fill('grace')
    await page.getByRole('button', { name: 'Change the username' }).click()
    await page.getByText('Somebody has this username. Choose another one.').waitFor()
    await expectAccessible(page, 'example-settings')
    expect(await page.getByRole('heading', { name: 'For administrators' }).count()).toBe(0)
  })

  test('the links of the account lead to the ID service, and no other name does', async () => {
    const issuer = pages.system.address('identity')
    for (const name of ['Sign-in and security', 'Devices and apps', 'Your data']) {
      const path = await page.getByRole('link', { name, exact: true }).getAttribute('href')
      const response = await page.request.get(app.url + path!, { maxRedirects: 0 })
      expect(response.status(), name).toBe(303)
      expect(response.headers().location, name).toMatch(`${issuer}/account/`)
    }
    const unknown = await page.request.get(`${app.url}/auth/account/evil`, { maxRedirects: 0 })
    expect(unknown.headers().location ?? '').not.toMatch(issuer)
  })
})

describe('the administration', () => {
  let desk: Page
  let hopper: Member

  test('an administrator is led to the console, and confirms before they see the content', async () => {
    hopper = await joinWithPassword(pages.system, 'hopper', { role: 'admin' })
    desk = await pages.open()
    await openSignedIn(desk, app, hopper, '/settings')
    const path = await desk.getByRole('link', { name: 'Console' }).getAttribute('href')
    const response = await desk.request.get(app.url + path!, { maxRedirects: 0 })
    expect(response.headers().location).toBe(`${pages.system.address('identity')}/admin`)
    await desk.getByRole('link', { name: 'Content', exact: true }).click()
    await desk.getByRole('button', { name: 'Allow' }).click()
    await desk.getByRole('heading', { name: 'Content' }).waitFor()
    await desk.getByLabel('Or one object, by its id').fill(grace.id)
    await openChanges('Grace')
    await expectAccessible(desk, 'example-person')
  })

  /** Opens what an administrator can do with an object of the list. */
  const openChanges = (name: string) =>
    desk
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByText('Change', { exact: true })
      .click()

  const formOf = (submit: string) =>
    desk.locator('form').filter({ has: desk.locator('button', { hasText: submit }) })

  async function send(submit: string, values: Record<string, string>): Promise<void> {
    const form = formOf(submit)
    for (const [label, value] of Object.entries(values)) await form.getByLabel(label).fill(value)
    await form.getByRole('button').click()
  }

  test('xp is corrected, and the person sees it at once', async () => {
    await hers.goto(app.url)
    await hers.locator('[data-fact=xp]').waitFor()
    await send('Correct the xp', { Amount: '50', Reason: 'For the tides.' })
    await desk.getByText('They have 400 xp, level 3.').waitFor()
    await expect.poll(() => hers.locator('[data-fact=xp]').innerText()).toBe('400 xp')
  })

  test('a correction below zero is refused with a sentence', async () => {
    await send('Correct the xp', { Amount: '-500', Reason: 'Too much.' })
    await desk.getByText('There are only 400 xp.').waitFor()
  })

  test('an administrator who confirmed too long ago confirms again, and keeps what they wrote', async () => {
    await desk.reload()
    await openChanges('Grace')
    pages.system.clock.now = new Date(Date.now() + 11 * 60_000)
    await send('Hide', { Reason: 'A rude name.' })
    const alert = desk.getByRole('alert')
    await alert.getByText('Confirm first that it is you.').waitFor()
    pages.system.clock.now = undefined
    await ageSignIns(pages.system, hopper.username)
    await alert.getByRole('link', { name: 'Confirm' }).click()
    await signInForApp(desk, hopper)
    const form = formOf('Hide')
    await form.getByText('What you wrote is here again.').waitFor()
    expect(await form.getByLabel('Reason').inputValue()).toBe('A rude name.')
    await form.getByRole('button').click()
    await desk.getByText('A rude name.').waitFor()
    await desk.getByRole('button', { name: 'Show again' }).click()
    await form.waitFor()
  })

  test('who signs in instead does not get what somebody else wrote', async () => {
    await desk.reload()
    await openChanges('Grace')
    pages.system.clock.now = new Date(Date.now() + 11 * 60_000)
    await send('Hide', { Reason: 'Between Hopper and me.' })
    await desk.getByText('Confirm first that it is you.').waitFor()
    pages.system.clock.now = undefined
    const kept = () => desk.evaluate(() => sessionStorage.getItem('kept-form'))
    await expect.poll(kept).toContain('Between Hopper and me.')
    const { pathname, search } = new URL(desk.url())
    const perlman = await joinWithPassword(pages.system, 'perlman', { role: 'admin' })
    await desk.context().clearCookies()
    const address = encodeURIComponent(pathname + search)
    await desk.goto(`${app.url}/auth/step-up?return_to=${address}`)
    await signInForApp(desk, perlman)
    const reason = formOf('Hide').getByLabel('Reason')
    await reason.waitFor({ state: 'attached' })
    await expect.poll(kept).toBe(null)
    expect(await reason.inputValue()).toBe('')
  })

  test('a scroll is hidden with a reason, and shown again', async () => {
    await desk.goto(`${app.url}/admin/content?kind=scrolls`)
    const row = desk.getByRole('listitem').filter({ hasText: 'On Tides' })
    await row.getByText('Change').click()
    await row.getByLabel('Reason').fill('It names a person.')
    await row.getByRole('button', { name: 'Hide' }).click()
    await row.getByText(/^hidden now: It names a person\./).waitFor()
    await expectAccessible(desk, 'example-content')
    await row.getByRole('button', { name: 'Show again' }).click()
    await row.getByText('hidden').waitFor({ state: 'detached' })
  })
})
