// Two people at the same frontend, each in a browser: what one does appears on the other's page, which asks for
// nothing a second time.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '#foundation/domain/ids.ts'
import { generateFrontendTypes, startFrontend } from './support/frontend.ts'
import { addAsset, addListing } from '#test/market-story.ts'
import { joinWithPassword } from '#test/oauth.ts'
import { sectionOf, signIn, startPages, type Pages } from '#test/pages.ts'
import { TIMEOUT } from '#test/process.ts'
import { addRealm } from '#test/realm-story.ts'
import { addOrganization, addProposal, addRole } from '#test/story.ts'
import type { Person } from '#test/system.ts'
import type { GuildTables } from '../../subgraphs/guild/tables.ts'

const VOTE = `mutation ($id: ID!) { castVote(proposalId: $id, input: { vote: no }) { votedAt } }`
const DECIDE = `mutation ($id: ID!) {
  decideApplication(input: { applicationId: $id, accept: true }) { id }
}`
/** What Chromium says while nobody listens. */
const REFUSED = /WebSocket connection to .* failed: .*ERR_CONNECTION_REFUSED/

let pages: Pages
let frontend: Awaited<ReturnType<typeof startFrontend>>
let ada: Person
let page: Page
let pageOfAda: Page
let proposalId: string
/** The names of the operations that Grace's page has sent by HTTP. */
const sent: string[] = []

beforeAll(async () => {
  await generateFrontendTypes()
  pages = await startPages({ topology: 'over HTTP' })
  frontend = await startFrontend(pages.system)
  ada = await joinWithPassword(pages.system, 'ada')
  const grace = await joinWithPassword(pages.system, 'grace')
  await furnish()
  pageOfAda = await openFrontend(ada, '/')
  page = await openFrontend(grace, '/live')
})
afterEach(() => expect(pages.faults().filter((fault) => !REFUSED.test(fault))).toEqual([]))
afterAll(async () => {
  await frontend[Symbol.asyncDispose]()
  await pages.stop()
})

/** What both see, and an organization of which Ada is a steward. */
async function furnish(): Promise<void> {
  const { system } = pages
  const asset = await addAsset(system, ada, { name: 'Copper Kettle' })
  await addListing(system, ada, 30, asset)
  proposalId = await addProposal(system)
  await addRealm(system)
  const organizationId = await addOrganization(system)
  await addRole(system, { organizationId })
  const steward = { organizationId, identityId: ada.id, status: 'active' as const, steward: true }
  await system
    .tables<GuildTables>('guild')
    .insertInto('memberships')
    .values({ id: newId('membership'), requestedAt: new Date(), ...steward })
    .execute()
}

async function openFrontend(person: Person, path: string): Promise<Page> {
  const opened = await pages.open()
  await opened.goto(frontend.url)
  await signIn(opened, person)
  await opened.getByRole('button', { name: 'Allow' }).click()
  await opened.waitForURL(`${frontend.url}/`)
  await opened.locator('main').waitFor()
  if (path === '/') return opened
  opened.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/graphql')) return
    sent.push((request.postDataJSON() as { operationName: string }).operationName)
  })
  await opened.goto(frontend.url + path)
  await opened.locator('main').waitFor()
  return opened
}

async function press(on: Page, section: string, item: string, button: string): Promise<void> {
  const row = sectionOf(on, section).getByRole('listitem').filter({ hasText: item })
  await row.getByRole('button', { name: button }).click()
}

const shows = (section: string, text: RegExp) =>
  expect.poll(() => sectionOf(page, section).innerText(), TIMEOUT).toMatch(text)

test('a vote, a new price and who enters a realm appear on the page of another person', async () => {
  await shows('Proposals', /0 yes, 0 no/)
  await press(pageOfAda, 'Proposals', 'Plant a Grove', 'Vote yes')
  await shows('Proposals', /Plant a Grove, active: 1 yes, 0 no, quorum 1, as it stands passed/)
  await press(pageOfAda, 'Your assets', 'Copper Kettle', 'Ask 35')
  await shows('For sale', /Copper Kettle by Ada for 35 gold/)
  await press(pageOfAda, 'Realms', 'The Beacon Hills', 'Enter')
  await shows('Realms', /The Beacon Hills, 1 here: Ada/)
  expect(sent).toEqual(['Dashboard'])
})

test('a page goes on after the router was away, with the decision that was made meanwhile', async () => {
  await press(page, 'Roles', 'Beacon Warden', 'Apply')
  await shows('Roles', /pending, I climb well./)
  const { system } = pages
  const refused = page.waitForEvent('console', (message) => REFUSED.test(message.text()))
  await system.stopService('router')
  const { id } = await system
    .tables<GuildTables>('guild')
    .selectFrom('applications')
    .select('id')
    .executeTakeFirstOrThrow()
  const token = await ada.token()
  const decision = await system.graphql(DECIDE, { at: 'guild', token, variables: { id } })
  expect(decision.body.errors).toBeUndefined()
  await refused
  await system.startService('router')
  await shows('News', /application\.accepted/)
  await shows('Roles', /Beacon Warden of Beacon Wardens, 2 openings: accepted, I climb well./)
  await shows('Person', /Applications: 1 \(Beacon Warden accepted\)/)
  expect(sent).toEqual(['Dashboard', 'Apply'])
})

test('a page goes on after its token has expired, with a new one', async () => {
  const { system } = pages
  const refreshed = page.waitForResponse((response) => response.url().endsWith('/api/oauth/token'))
  system.clock.now = new Date(Date.now() + 3_600_000)
  const margaret = await system.join('margaret')
  const vote = { token: await margaret.token(), variables: { id: proposalId } }
  const { body } = await system.graphql(VOTE, vote)
  expect(body.errors).toBeUndefined()
  expect((await refreshed).status()).toBe(200)
  await shows('Proposals', /1 yes, 1 no/)
  await press(page, 'Realms', 'The Beacon Hills', 'Enter')
  // Ada, who has sent nothing for an hour, is no longer there.
  await shows('Realms', /The Beacon Hills, 1 here: Grace/)
  expect(sent).toEqual(['Dashboard', 'Apply', 'Enter'])
  if (process.env.SCREENSHOTS) {
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/live.png`, fullPage: true })
  }
})
