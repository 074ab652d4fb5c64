// A small frontend with React and Apollo Client: after each mutation the page is up to date from the response alone,
// without a cache update in code, another request or a reload.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { generateFrontendTypes, startFrontend, typeErrors } from './support/frontend.ts'
import { addAsset, addListing, giveGold } from '#test/market-story.ts'
import { joinWithPassword } from '#test/oauth.ts'
import { sectionOf, signIn, startPages, type Pages } from '#test/pages.ts'
import { addRealm } from '#test/realm-story.ts'
import {
  addCourse,
  addOrganization,
  addProposal,
  addQuest,
  addRole,
  addScroll,
} from '#test/story.ts'
import type { Person, TestSystem } from '#test/system.ts'

beforeAll(generateFrontendTypes)

test('TypeScript accepts the frontend with the types of the schema', async () => {
  expect(await typeErrors()).toBe('')
})

describe('on the page of a person who has signed in', () => {
  let pages: Pages
  let frontend: Awaited<ReturnType<typeof startFrontend>>
  let page: Page
  /** The names of the operations sent to the router since the test began. */
  const sent: string[] = []

  beforeAll(async () => {
    pages = await startPages()
    frontend = await startFrontend(pages.system)
    // One quest below level 50.
    const ada = await joinWithPassword(pages.system, 'ada', { xp: 122_440 })
    await furnish(pages.system, ada)
    page = await pages.open()
    page.on('request', (request) => {
      if (request.method() !== 'POST' || !request.url().endsWith('/graphql')) return
      sent.push((request.postDataJSON() as { operationName: string }).operationName)
    })
    await page.goto(frontend.url)
    await signIn(page, ada)
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(`${frontend.url}/`)
    await page.locator('main').waitFor()
  })
  beforeEach(() => {
    sent.length = 0
  })
  afterEach(() => expect(pages.faults()).toEqual([]))
  afterAll(async () => {
    await frontend[Symbol.asyncDispose]()
    await pages.stop()
  })

  test.each<Case>([
    {
      action: 'completing a quest',
      press: ['Quests', 'Light the Beacon', 'Complete'],
      operation: 'CompleteQuest',
      shows: {
        Quests: /Light the Beacon.*done at .*, opens \d{4}-/,
        Person:
          /Level 50, 122560 xp.* 130 gold[^]*path_initiate[^]*completed: 1 \(Light the Beacon\)/,
      },
    },
    {
      action: 'voting',
      press: ['Proposals', 'Plant a Grove', 'Vote yes'],
      operation: 'Vote',
      shows: {
        Proposals:
          /Plant a Grove, active: 1 yes, 0 no, quorum 1, as it stands passed. You voted yes/,
        Person: /governance_participant[^]*Votes: 1 \(yes to Plant a Grove\)/,
      },
    },
    {
      action: 'buying',
      press: ['For sale', 'Ember Lantern', 'Buy'],
      operation: 'Buy',
      shows: {
        'For sale': /^For sale$/,
        'All assets': /Ember Lantern of Ada, not for sale/,
        'Your assets': /Ember Lantern, yours[^]*Bought: 1 \(Ember Lantern for 40\)/,
        Person: / 90 gold/,
      },
    },
    {
      action: 'selling',
      press: ['Your assets', 'Copper Kettle', 'Sell for 30'],
      operation: 'Sell',
      shows: {
        'All assets': /Copper Kettle of Ada, 30 gold/,
        'Your assets': /Copper Kettle, for sale at 30/,
      },
    },
    {
      action: 'changing a price',
      press: ['Your assets', 'Copper Kettle', 'Ask 35'],
      operation: 'ChangePrice',
      shows: {
        'All assets': /Copper Kettle of Ada, 35 gold/,
        'Your assets': /Copper Kettle, for sale at 35/,
      },
    },
    {
      action: 'cancelling a listing',
      press: ['Your assets', 'Copper Kettle', 'Cancel'],
      operation: 'CancelListing',
      shows: {
        'All assets': /Copper Kettle of Ada, not for sale/,
        'Your assets': /Copper Kettle, yours/,
      },
    },
    {
      action: 'enrolling',
      press: ['Courses', 'Knots and Ropes', 'Enroll'],
      operation: 'Enroll',
      shows: {
        Courses: /Knots and Ropes: enrolled, 0 of 1 lessons/,
        Person: /Courses: 1 \(Knots and Ropes enrolled\)/,
      },
    },
    {
      action: 'completing the last lesson',
      press: ['Courses', 'Knots and Ropes', 'Complete lesson 1'],
      operation: 'CompleteLesson',
      shows: {
        Courses: /Knots and Ropes: completed, 1 of 1 lessons \d{4}-/,
        Person: / 7 skill points[^]*Courses: 1 \(Knots and Ropes completed\)/,
      },
    },
    {
      action: 'unenrolling',
      press: ['Courses', 'Knots and Ropes', 'Unenroll'],
      operation: 'Unenroll',
      shows: { Courses: /Knots and Ropes: Enroll/, Person: /Courses: 0/ },
    },
    {
      action: 'joining',
      press: ['Organizations', 'Beacon Wardens', 'Join'],
      operation: 'Join',
      shows: {
        Organizations: /Beacon Wardens, 1 members \(Ada\): active/,
        Person: /Memberships: 1 \(Beacon Wardens active\)/,
      },
    },
    {
      action: 'applying for a role',
      press: ['Roles', 'Beacon Warden', 'Apply'],
      operation: 'Apply',
      shows: {
        Roles: /3 openings: pending, I climb well./,
        Person: /Applications: 1 \(Beacon Warden pending\)/,
      },
    },
    {
      action: 'withdrawing an application',
      press: ['Roles', 'Beacon Warden', 'Withdraw'],
      operation: 'Withdraw',
      shows: { Roles: /3 openings: no application/, Person: /Applications: 0/ },
    },
    {
      action: 'leaving an organization',
      press: ['Organizations', 'Beacon Wardens', 'Leave'],
      operation: 'Leave',
      shows: {
        Organizations: /Beacon Wardens, 0 members \(\): no member/,
        Person: /Memberships: 0/,
      },
    },
    {
      action: 'publishing a scroll',
      press: ['Your scrolls', 'in all', 'Publish'],
      operation: 'Publish',
      shows: { 'Your scrolls': /The Second Winter by Ada, as it was published[^]*1 in all/ },
    },
    {
      action: 'editing a scroll',
      press: ['Your scrolls', 'The Second Winter', 'Edit'],
      operation: 'EditScroll',
      shows: { 'Your scrolls': /The Second Winter, Told Again by Ada, edited \d{4}-/ },
    },
    {
      action: 'withdrawing a scroll',
      press: ['Your scrolls', 'The Second Winter', 'Withdraw'],
      operation: 'WithdrawScroll',
      shows: { 'Your scrolls': /^Your scrolls\s+0 in all/ },
    },
    {
      action: 'entering a realm',
      press: ['Realms', 'The Beacon Hills', 'Enter'],
      operation: 'Enter',
      shows: {
        Realms: /The Beacon Hills, 1 here: Ada/,
        Person: /In realm: The Beacon Hills/,
      },
    },
    {
      action: 'changing the profile',
      press: ['Person', 'About', 'Introduce yourself'],
      operation: 'EditProfile',
      shows: {
        Person: /^Person\s+Ada of the Lamp @ada[^]*About: I keep the lamp./,
        'All assets': /Ember Lantern of Ada of the Lamp/,
        Realms: /1 here: Ada of the Lamp/,
      },
    },
  ])('$action needs the response alone', async ({ press, operation, shows }) => {
    const [section, item, button] = press
    const row = sectionOf(page, section).getByRole('listitem').filter({ hasText: item })
    await row.getByRole('button', { name: button }).click()
    for (const [title, text] of Object.entries(shows)) {
      await expect.poll(() => sectionOf(page, title).innerText()).toMatch(text)
    }
    const right = await page.locator('main').innerText()
    expect(sent).toEqual([operation])
    await page.reload()
    await page.locator('main').waitFor()
    expect(right).toBe(await page.locator('main').innerText())
    expect(sent).toEqual([operation, 'Dashboard'])
  })
})

interface Case {
  action: string
  /** The section, the item and the button to press. */
  press: [section: string, item: string, button: string]
  operation: string
  /** The expected text of each section afterwards. */
  shows: Record<string, RegExp>
}

/** Adds some objects in every domain. */
async function furnish(system: TestSystem, ada: Person): Promise<void> {
  const grace = await system.join('grace')
  await giveGold(system, ada, 100)
  await addQuest(system, { credentialType: 'path_initiate' })
  await addQuest(system, { title: 'Sweep the Harbour' })
  await addCourse(system, { lessons: 1, skillPoints: 7 })
  const organizationId = await addOrganization(system)
  await addRole(system, { organizationId })
  await addProposal(system)
  await addListing(system, grace, 40)
  await addAsset(system, ada, { name: 'Copper Kettle' })
  await addScroll(system)
  await addRealm(system)
}
