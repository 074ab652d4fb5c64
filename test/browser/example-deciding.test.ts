// The example app where people decide together and trade: proposals, guilds and the market, in the browsers of two
// people, against a system in production.
import type { Locator, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { openSignedIn, startExample, type ExampleApp } from './support/example-app.ts'
import { addAsset, addListing, giveGold } from '#test/market-story.ts'
import { joinWithPassword, type Member } from '#test/oauth.ts'
import { testPages } from '#test/pages.ts'
import { addOrganization, addProposal } from '#test/story.ts'
import type { GovernanceTables } from '../../subgraphs/governance/tables.ts'

const pages = testPages({ settings: { TRUSTED_DOCUMENTS: 'only', NODE_ENV: 'production' } })
let app: ExampleApp
let ada: Member
let alan: Member
/** Ada's browser, and Alan's. */
let hers: Page
let his: Page
/** The names of the operations that Ada's page has sent. */
const sent: string[] = []

beforeAll(async () => {
  app = await startExample(pages.system)
  ada = await joinWithPassword(pages.system, 'ada', { xp: 50 * 50 * 49 })
  alan = await joinWithPassword(pages.system, 'alan', { xp: 100 })
  await giveGold(pages.system, ada, 70)
  ;[hers, his] = await Promise.all([openFor(ada), openFor(alan)])
  hers.on('request', note)
})
afterEach(() => expect(pages.faults()).toEqual([]))
afterAll(() => app[Symbol.asyncDispose]())

async function openFor(person: Member): Promise<Page> {
  const page = await pages.open()
  await openSignedIn(page, app, person)
  await page.locator('[data-fact=level]').waitFor()
  return page
}

function note(request: Request): void {
  if (!request.url().endsWith('/graphql')) return
  sent.push(operationOf(request))
}

function isOperation(request: Request, name: string): boolean {
  return request.url().endsWith('/graphql') && operationOf(request) === name
}

function operationOf(request: Request): string {
  return (request.postDataJSON() as { operationName: string }).operationName
}

/** Opens an address in Ada's browser, and waits for a heading. */
async function open(path: string, heading: string): Promise<void> {
  sent.length = 0
  await hers.goto(app.url + path)
  await hers.getByRole('heading', { name: heading }).first().waitFor()
}

/** What the router sends while the service of proposals is away. */
const AWAY = {
  data: { __typename: 'Query', proposals: null },
  errors: [
    {
      message: 'The Governance service is unavailable.',
      path: ['proposals'],
      extensions: { code: 'INTERNAL_ERROR', details: { retry: true } },
    },
  ],
}

/** What is told at a field. */
async function descriptionOf(field: Locator): Promise<string> {
  const ids = (await field.getAttribute('aria-describedby')) ?? ''
  const texts = ids.split(' ').map((id) => field.page().locator(`[id="${id}"]`).innerText())
  return (await Promise.all(texts)).join(' ')
}

/** Presses a button that asks first, and says yes. */
async function confirm(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).click()
  await page.getByRole('dialog').getByRole('button').first().click()
}

/** Holds back the requests of an operation of Ada's page. @returns lets them go on */
async function hold(operation: string): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>()
  await hers.route('**/graphql', async (route) => {
    if (operationOf(route.request()) === operation) await released.promise
    await route.fallback()
  })
  return () => {
    released.resolve()
    return hers.unroute('**/graphql')
  }
}

/** Ends the voting on a proposal, which its service notices within a second. */
async function end(id: string): Promise<void> {
  const governance = pages.system.tables<GovernanceTables>('governance')
  const endTime = new Date(Date.now() - 1000)
  await governance.updateTable('proposals').set({ endTime }).where('id', '=', id).execute()
}

/** In the page: the smallest number of rows that it has had since. */
function watchRows(): { count: number } {
  const count = () => document.querySelectorAll('.proposal-row').length
  const watched = { count: count() }
  const observer = new MutationObserver(() => {
    watched.count = Math.min(watched.count, count())
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return watched
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

describe('proposals', () => {
  test('the filters of the list are in the URL, and "Back" undoes them', async () => {
    await addProposal(pages.system, { title: 'Plant a Grove' })
    await addProposal(pages.system, { title: 'Dredge the Canal', quorum: 3 })
    await open('/proposals', 'Proposals')
    await hers.getByRole('link', { name: 'Dredge the Canal' }).waitFor()
    expect(sent.toSorted()).toEqual(['News', 'Proposals'])
    await hers.getByLabel('Search').fill('grove')
    await hers.getByText('1 proposal').waitFor()
    expect(hers.url()).toBe(`${app.url}/proposals?search=grove`)
    await hers.getByLabel('Status').selectOption('Passed')
    await hers.getByText('No proposal is like that').waitFor()
    await hers.goBack()
    await hers.getByRole('link', { name: 'Plant a Grove' }).waitFor()
    await hers.goBack()
    await hers.getByRole('link', { name: 'Dredge the Canal' }).waitFor()
    expect(await hers.getByLabel('Search').inputValue()).toBe('')
    await expectAccessible(hers, 'example-proposals')
  })

  test('a list whose service is away says so, and is read again', async () => {
    await hers.route('**/graphql', async (route) => {
      if (operationOf(route.request()) !== 'Proposals') return route.fallback()
      return route.fulfill({ json: AWAY })
    })
    await open('/proposals', 'Proposals')
    await hers.getByRole('alert').getByText('A part of the system is away').waitFor()
    await hers.unroute('**/graphql')
    await button(hers, 'Try again').click()
    await hers.getByRole('link', { name: 'Plant a Grove' }).waitFor()
    expect(await hers.getByRole('alert').count()).toBe(0)
  })

  test('a long list goes on where its end comes into view', async () => {
    const titles = Array.from({ length: 25 }, (_, number) => `Motion ${number + 1}`)
    for (const title of titles) await addProposal(pages.system, { title })
    await open('/proposals?search=motion', 'Proposals')
    const links = hers.getByRole('link', { name: 'Motion' })
    await hers.getByText('25 proposals').waitFor()
    await links.last().scrollIntoViewIfNeeded()
    await expect.poll(() => links.count()).toBe(25)
    const shown = await links.allInnerTexts()
    expect(new Set(shown)).toEqual(new Set(titles))
  })

  test('a list that is read again keeps its further pages, and what has changed on them', async () => {
    const longAgo = new Date('2020-01-01T00:00:00.000Z')
    const id = await addProposal(pages.system, { title: 'Motion 0', createdAt: longAgo })
    await open(`/proposals/${id}`, 'Motion 0')
    await button(hers, 'Vote for it').click()
    await hers.getByText('You voted for it').waitFor()
    await open('/proposals', 'Proposals')
    const rows = hers.locator('.proposal-row')
    const oldest = rows.filter({ has: hers.getByRole('link', { name: 'Motion 0' }) })
    await rows.last().scrollIntoViewIfNeeded()
    await oldest.getByText('you voted for it').waitFor()
    const all = await rows.count()
    expect(all).toBeGreaterThan(20)
    const fewest = await hers.evaluateHandle(watchRows)
    const read = hers.waitForResponse((response) => isOperation(response.request(), 'Proposals'))
    await end(id)
    await read
    await oldest.getByText('Passed').waitFor()
    expect(await fewest.evaluate((watched) => watched.count)).toBe(all)
  })

  test('a vote shows to its voter, and at once to everybody who looks at the proposal', async () => {
    const id = await addProposal(pages.system, { title: 'Ring the Bells', quorum: 2 })
    await his.goto(`${app.url}/proposals/${id}`)
    await his.getByText('the quorum lacks 2 votes').waitFor()
    await open(`/proposals/${id}`, 'Ring the Bells')
    await button(hers, 'Vote for it').click()
    await hers.getByText('You voted for it').waitFor()
    await his.getByText('1 for').waitFor()
    await his.getByText('the quorum lacks one vote').waitFor()
    await button(his, 'Vote against it').click()
    await hers.getByText('1 against').waitFor()
    await hers.getByText('the votes are equal').waitFor()
    expect(sent.toSorted()).toEqual(['CastVote', 'News', 'Proposal', 'ProposalLive'])
    await expectAccessible(hers, 'example-proposal')
  })

  test('a vote that is refused is never shown, and the screen says why', async () => {
    const id = await addProposal(pages.system, { title: 'Move the Market' })
    await open(`/proposals/${id}`, 'Move the Market')
    const answer = await hold('CastVote')
    await button(hers, 'Vote for it').click()
    await end(id)
    await answer()
    await hers.getByRole('alert').getByText('Voting has ended.').waitFor()
    await hers.getByText('It was rejected').waitFor()
    expect(await hers.getByText('You voted').count()).toBe(0)
    expect(await hers.getByText('0 for').count()).toBe(1)
  })

  test('a proposal is created, and the error of a field is shown at the field', async () => {
    await open('/proposals/new', 'Put a proposal to the vote')
    await hers.getByLabel('Title').fill('Open the Library at Night')
    await hers.getByLabel('What you propose').fill('Whoever cannot sleep can read.')
    const ends = hers.getByLabel('When voting ends')
    await ends.fill('2001-01-01T00:00')
    await button(hers, 'Put it to the vote').click()
    await expect.poll(() => ends.getAttribute('aria-invalid')).toBe('true')
    expect(await descriptionOf(ends)).toMatch(/End time must be/)
    expect(await hers.getByRole('alert').count()).toBe(0)
    await expectAccessible(hers, 'example-proposal-new')
    await ends.fill('')
    await button(hers, 'Put it to the vote').click()
    await hers.getByRole('heading', { name: 'Open the Library at Night' }).waitFor()
    await hers.getByText(/^in 6 days|^next week|^in 1 week/).waitFor()
    await confirm(hers, 'Withdraw the proposal')
    await hers.getByText('Its author withdrew it').waitFor()
  })

  test('below level 50 the screen says what is missing', async () => {
    await his.goto(`${app.url}/proposals/new`)
    await his.getByText(/From level 50 on .* You have reached level 2/).waitFor()
  })
})

describe('guilds', () => {
  let guildId: string

  test('a guild is founded, found by its name, and asked to let somebody in', async () => {
    await addOrganization(pages.system, { name: 'Tide Readers', house: 'Tide' })
    await open('/guilds/new', 'Found a guild')
    await hers.getByLabel('Name').fill('Night Librarians')
    await hers.getByLabel('What it is for').fill('Keep the lamps of the library lit.')
    await hers.getByLabel('Who can join').selectOption('Whom a steward accepts')
    await expectAccessible(hers, 'example-guild-new')
    await button(hers, 'Found it').click()
    await hers.waitForURL(/\/guilds\/(?!new)/)
    guildId = hers.url().split('/').at(-1)!
    await his.goto(`${app.url}/guilds`)
    await his.getByRole('link', { name: 'Tide Readers' }).waitFor()
    await his.getByLabel('Search').fill('librarians')
    await his.getByRole('link', { name: 'Tide Readers' }).waitFor({ state: 'detached' })
    await his.getByRole('link', { name: 'Night Librarians' }).click()
    await button(his, 'Ask to join').click()
    await his.getByText('You asked to join').waitFor()
  })

  test('the steward lets somebody in, who sees it at once', async () => {
    await open(`/guilds/${guildId}/desk`, 'Steward’s desk of Night Librarians')
    await button(hers, 'Accept Alan').click()
    await hers.getByText('Nobody waits to be let in.').waitFor()
    await his.getByText('Member', { exact: true }).waitFor()
    expect(sent.toSorted()).toEqual(['DecideRequest', 'Desk', 'DeskLive', 'News'])
  })

  test('a role is posted, applied for with a message, given and taken back', async () => {
    await button(hers, 'Post a role').click()
    await hers.getByLabel('Title').fill('Keeper of Lamps')
    await hers.getByLabel('What there is to do').fill('Fill the lamps, trim the wicks.')
    await button(hers, 'Post the role').click()
    await button(his, 'Apply: Keeper of Lamps').click()
    await his.getByLabel('A message to the stewards').fill('I am awake anyway.')
    await button(his, 'Send the application').click()
    await his.getByText('You applied').waitFor()
    await hers.getByText('I am awake anyway.').waitFor()
    await expectAccessible(hers, 'example-guild-desk')
    await button(hers, 'Accept Alan as Keeper of Lamps').click()
    await his.getByText('You have this role').waitFor()
    await expectAccessible(his, 'example-guild')
    await confirm(hers, 'Dismiss Alan as Keeper of Lamps')
    await button(his, 'Apply: Keeper of Lamps').waitFor()
    await button(hers, 'Close Keeper of Lamps').click()
    await his.getByText('no openings').waitFor()
    await button(hers, 'Open again Keeper of Lamps').click()
    await button(hers, 'Open it again').click()
    await his.getByText('1 opening').waitFor()
  })

  test('the last steward has to appoint another one before they leave', async () => {
    await confirm(hers, 'Resign as a steward')
    await hers.getByRole('alert').getByText('There must be another steward first.').waitFor()
    await button(hers, 'Appoint Alan').click()
    await his.getByRole('link', { name: 'Open the steward’s desk' }).waitFor()
    await confirm(hers, 'Resign as a steward')
    await hers.getByText('Only the stewards of this guild have a desk.').waitFor()
    await hers.getByRole('link', { name: 'See the guild' }).click()
    await button(hers, 'Leave').press('Enter')
    await hers.getByRole('dialog').getByText('Leave Night Librarians?').waitFor()
    await hers.keyboard.press('Escape')
    await hers.getByRole('dialog').waitFor({ state: 'hidden' })
    await button(hers, 'Leave').and(hers.locator(':focus')).waitFor()
    await confirm(hers, 'Leave')
    await button(hers, 'Ask to join').waitFor()
    await his.getByRole('heading', { name: '1 member' }).waitFor()
  })

  test('the list of guilds is one query, and accessible', async () => {
    await open('/guilds', 'Guilds')
    await hers.getByRole('link', { name: 'Tide Readers' }).waitFor()
    expect(sent.toSorted()).toEqual(['Guilds', 'News'])
    await expectAccessible(hers, 'example-guilds')
  })
})

describe('the market', () => {
  let listingId: string

  test('a price that changes is seen by who looks at it, and refused to who has not seen it', async () => {
    const asset = await addAsset(pages.system, ada, {
      name: 'Rotor of Seven Letters',
      kind: 'relic',
    })
    listingId = await addListing(pages.system, ada, 30, asset)
    await giveGold(pages.system, alan, 100)
    await his.goto(`${app.url}/market`)
    await his.getByRole('link', { name: 'Rotor of Seven Letters' }).click()
    const price = his.locator('[data-fact=price]')
    await expect.poll(() => price.innerText()).toBe('30 gold')
    await open('/market/assets', 'Your assets')
    await changePrice('45')
    await expect.poll(() => price.innerText()).toBe('45 gold')
    await button(his, 'Buy for 45 gold').click()
    await changePrice('50')
    await expect.poll(() => price.innerText()).toBe('50 gold')
    await his.getByRole('dialog').getByRole('button', { name: 'Buy for 45 gold' }).click()
    await his.getByRole('alert').getByText('The price has changed: it is 50 gold now.').waitFor()
    await expectAccessible(his, 'example-market')
    await confirm(his, 'Buy for 50 gold')
    await his.getByText('It is sold.').waitFor()
    await hers.getByText('Rotor of Seven Letters to').waitFor()
    await hers.getByText('You own 0 things').waitFor()
  })

  async function changePrice(price: string): Promise<void> {
    await button(hers, 'Change the price of Rotor of Seven Letters').click()
    await hers.getByLabel('Price in gold').fill(price)
    await button(hers, 'Change it').click()
    await hers.getByText(`For sale at ${price} gold`).waitFor()
  }

  test('what is for sale is filtered by its kind and its price', async () => {
    const map = await addAsset(pages.system, ada, { name: 'Shortest Path Map', kind: 'map' })
    await addListing(pages.system, ada, 80, map)
    await addListing(pages.system, ada, 20)
    await his.goto(`${app.url}/market?minPrice=30`)
    await his.getByText('1 listing').waitFor()
    await his.getByLabel('From gold').fill('')
    await his.getByText('2 listings').waitFor()
    await his.getByLabel('Kind').selectOption('Map')
    await his.getByRole('link', { name: 'Ember Lantern' }).waitFor({ state: 'detached' })
    await his.getByRole('link', { name: 'Shortest Path Map' }).waitFor()
    expect(his.url()).toBe(`${app.url}/market?kind=map`)
  })

  test('the seller sees at the URL of a listing that it is sold', async () => {
    await open(`/market?listing=${listingId}`, 'Market')
    await hers.getByText('You have sold it.').waitFor()
    expect(sent.toSorted()).toEqual(['ListingLive', 'Market', 'News'])
  })

  test('an asset is put up for sale, taken off the market and given away', async () => {
    await addAsset(pages.system, ada, { name: 'Moth Wing Folio' })
    await open('/market/assets', 'Your assets')
    expect(sent.toSorted()).toEqual(['MyAssets', 'News'])
    await button(hers, 'Sell Moth Wing Folio').click()
    await hers.getByLabel('Price in gold').fill('12')
    await button(hers, 'Put it up for sale').click()
    await hers.getByText('For sale at 12 gold').waitFor()
    await expectAccessible(hers, 'example-market-assets')
    await his.goto(`${app.url}/market`)
    await his.getByRole('link', { name: 'Moth Wing Folio' }).click()
    await button(his, 'Buy for 12 gold').waitFor()
    await button(hers, 'Take it off the market: Moth Wing Folio').click()
    await his.getByText('It is no longer for sale.').waitFor()
    await his.getByRole('link', { name: 'Moth Wing Folio' }).waitFor({ state: 'detached' })
    await button(hers, 'Sell Moth Wing Folio').waitFor()
    await hers.getByRole('link', { name: 'Give away Moth Wing Folio' }).click()
    await hers.getByLabel('To whom?').fill('alan')
    await button(hers, 'Give it to Alan').waitFor()
    await expectAccessible(hers, 'example-market-gift')
    await confirm(hers, 'Give it to Alan')
    await hers.getByRole('heading', { name: 'Moth Wing Folio' }).waitFor({ state: 'detached' })
    await hers.getByText('You own 2 things').waitFor()
    await his.goto(`${app.url}/market/assets`)
    await his.getByRole('heading', { name: 'Moth Wing Folio' }).waitFor()
  })

  test('the statement has the totals, and every movement as a table beside the chart', async () => {
    await open('/market/statement', 'Your gold')
    const total = (name: string) => hers.locator(`[data-fact=${name}]`).innerText()
    await expect.poll(() => total('received')).toBe('120')
    expect(await total('now')).toBe('120')
    await hers.getByRole('img', { name: 'Your gold over time, from 0 to 120' }).waitFor()
    await hers.getByRole('cell', { name: 'Sold: Rotor of Seven Letters' }).waitFor()
    expect(sent.toSorted()).toEqual(['News', 'Statement'])
    await giveGold(pages.system, ada, 5)
    await expect.poll(() => total('now')).toBe('125')
    await expectAccessible(hers, 'example-market-statement')
    await hers.getByLabel('Period').selectOption('The last 7 days')
    await expect.poll(() => hers.url()).toMatch(/\?period=week$/)
    await expect.poll(() => total('received')).toBe('125')
  })
})
