// What people send from the example app: nothing is shown as done before the server has confirmed it, and a failure is
// shown wherever they are then.
import type { Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { openSignedIn, signInForApp, startExample, type ExampleApp } from './support/example-app.ts'
import { addAsset, addListing, giveGold } from '#test/market-story.ts'
import { joinWithPassword, type Member } from '#test/oauth.ts'
import { testPages } from '#test/pages.ts'
import { addPlace, addRealm } from '#test/realm-story.ts'
import type { GovernanceTables } from '../../subgraphs/governance/tables.ts'
import { addCourse, addOrganization, addProposal, addQuest, addScroll } from '#test/story.ts'

const pages = testPages({ settings: { TRUSTED_DOCUMENTS: 'only' } })
let app: ExampleApp
let ada: Member
let alan: Member
let page: Page

beforeAll(async () => {
  app = await startExample(pages.system)
  ada = await joinWithPassword(pages.system, 'ada', { xp: 50 * 50 * 49, role: 'admin' })
  alan = await joinWithPassword(pages.system, 'alan', { xp: 100 })
  await giveGold(pages.system, ada, 100)
  page = await pages.open()
  await openSignedIn(page, app, ada)
  await page.goto(`${app.url}/auth/step-up?return_to=/admin/content`)
  await button('Allow').click()
  await page.getByRole('heading', { name: 'Content', level: 1 }).waitFor()
})
beforeEach(async () => {
  page = await page.context().newPage()
  // Retries wait for seconds.
  await page.clock.install()
})
afterEach(async () => {
  await page.context().setOffline(false)
  await page.close()
  page = page.context().pages()[0]!
  expect(pages.faults().filter((fault) => !PROVOKED.test(fault))).toEqual([])
})
afterAll(() => app[Symbol.asyncDispose]())

/** What Chromium says of the failures that these tests cause. */
const PROVOKED = /Failed to load resource: net::ERR|Couldn't load preload assets/

const button = (name: string | RegExp) => page.getByRole('button', { name })

interface Case {
  /** The address of the screen. */
  path: string
  /** The name of the mutation. */
  operation: string
  /** Sends it. */
  act: () => Promise<void>
  /** Is on the screen when it is done, or on the screen with the address `doneAt`. */
  done: string | RegExp
  doneAt?: string
}

const press = (name: string | RegExp) => () => button(name).click()

async function confirm(name: string): Promise<void> {
  await button(name).click()
  await page.getByRole('dialog').getByRole('button').first().click()
}

async function fillIn(values: Record<string, string>, submit: string): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await page.getByLabel(label).filter({ visible: true }).fill(value)
  }
  await button(submit).click()
}

/** An action of every screen that has one. */
const CASES: Record<string, () => Promise<Case>> = {
  quest: async () => ({
    path: `/quests/${await addQuest(pages.system)}`,
    operation: 'CompleteQuest',
    act: press('Complete'),
    done: /^Done/,
  }),
  quests: async () => ({
    path: `/quests?search=${(await addQuest(pages.system, { title: 'Wind the Clock' })) && 'wind'}`,
    operation: 'CompleteQuest',
    act: press('Complete Wind the Clock'),
    done: /^Done .*open again/,
  }),
  course: async () => ({
    path: `/courses/${await addCourse(pages.system)}`,
    operation: 'Enroll',
    act: press('Enroll'),
    done: 'Leave the course',
  }),
  lesson: async () => ({
    path: `/courses/${await addCourse(pages.system)}/lessons/1`,
    operation: 'Enroll',
    act: press('Enroll'),
    done: 'Complete the lesson',
  }),
  scroll: async () => ({
    path: `/scrolls/${await addScroll(pages.system, { authorId: ada.id })}`,
    operation: 'WithdrawScroll',
    act: () => confirm('Withdraw'),
    done: 'You have withdrawn it',
  }),
  'a new scroll': async () => ({
    path: '/scrolls/new',
    operation: 'PublishScroll',
    act: () => fillIn({ Title: 'On Rain', Text: 'It falls.' }, 'Publish'),
    done: 'On Rain',
    doneAt: '/scrolls',
  }),
  'the editor of a scroll': async () => {
    const id = await addScroll(pages.system, { authorId: ada.id })
    return {
      path: `/scrolls/${id}/edit`,
      operation: 'EditScroll',
      act: () => fillIn({ Title: 'On Snow' }, 'Save'),
      done: 'On Snow',
      doneAt: `/scrolls/${id}`,
    }
  },
  proposal: async () => ({
    path: `/proposals/${await addProposal(pages.system)}`,
    operation: 'CastVote',
    act: press('Vote for it'),
    done: /You voted|1 for/,
  }),
  'a new proposal': async () => ({
    path: '/proposals/new',
    operation: 'CreateProposal',
    act: () => fillIn({ Title: 'Paint it', 'What you propose': 'Red.' }, 'Put it to the vote'),
    done: 'Paint it',
    doneAt: '/proposals',
  }),
  guild: async () => ({
    path: `/guilds/${await addOrganization(pages.system)}`,
    operation: 'JoinGuild',
    act: press('Join'),
    done: /^Member$/,
  }),
  'a new guild': async () => ({
    path: '/guilds/new',
    operation: 'FoundGuild',
    act: () => fillIn({ Name: 'Moth Keepers', 'What it is for': 'Moths.' }, 'Found it'),
    done: 'Moth Keepers',
    doneAt: '/guilds',
  }),
  market: async () => ({
    path: `/market?listing=${await addListing(pages.system, alan, 7)}`,
    operation: 'BuyListing',
    act: () => confirm('Buy for 7 gold'),
    done: 'It is sold.',
  }),
  assets: async () => ({
    path: `/market/assets?sell=${await addAsset(pages.system, ada, { name: 'Tin Whistle' })}`,
    operation: 'ListAsset',
    act: () => fillIn({ 'Price in gold': '12' }, 'Put it up for sale'),
    done: 'For sale at 12 gold',
  }),
  gift: async () => ({
    path: `/market/assets/${await addAsset(pages.system, ada)}/give?search=alan`,
    operation: 'GiveAsset',
    act: () => confirm('Give it to Alan'),
    done: 'It belongs to somebody else.',
  }),
  realm: async () => {
    const realmId = await addRealm(pages.system)
    const place = await addPlace(pages.system, { realmId, name: 'The Quay' })
    return {
      path: `/realm/${realmId}?view=plan&place=${place}`,
      operation: 'WalkTo',
      act: press('Walk here'),
      done: 'You are here',
    }
  },
  'the plan of a realm': async () => ({
    path: `/realm/${await addRealm(pages.system)}?view=plan`,
    operation: 'WalkTo',
    act: () => page.locator('.plan .land').click({ position: { x: 120, y: 120 } }),
    done: 'You are here',
  }),
  settings: async () => ({
    path: '/settings',
    operation: 'ChangeProfile',
    act: () => fillIn({ 'About you': 'Keeps the light.' }, 'Save the profile'),
    done: 'Keeps the light.',
    doneAt: `/people/${ada.id}`,
  }),
  content: async () => ({
    path: `/admin/content?id=${await addQuest(pages.system)}`,
    operation: 'RetireQuest',
    act: async () => {
      await page.locator('summary', { hasText: 'Change' }).click()
      await button('Retire').click()
    },
    done: /^retired/,
  }),
  desk: async () => ({
    path: `/guilds/${await foundGuild()}/desk?form=post`,
    operation: 'PostRole',
    act: () => fillIn({ Title: 'Moth Keeper', 'What there is to do': 'Moths.' }, 'Post the role'),
    done: 'Moth Keeper',
  }),
}

/** A guild that Ada is the steward of. */
async function foundGuild(): Promise<string> {
  const input = { name: 'Lamplighters', description: 'Oil.', openToJoin: true }
  const { body } = await pages.system.graphql(FOUND, {
    at: 'guild',
    token: await ada.token(),
    variables: { input },
  })
  expect(body.errors).toBeUndefined()
  return body.data.foundOrganization.id as string
}

const FOUND =
  'mutation ($input: FoundOrganizationInput!) { foundOrganization(input: $input) { id } }'

test.each(Object.keys(CASES))(
  'An action of the screen “%s” is done when the server says so, and its failure is shown on another screen',
  async (name) => {
    const { path, operation, act, done, doneAt = path } = await CASES[name]!()
    const shown = page.getByRole('main').getByText(done)
    await open(path)
    const network = await hold(operation)
    await act()
    await sending().waitFor()
    expect(await shown.count()).toBe(0)
    await leave()
    await sending().waitFor()
    network.loseResponses()
    await passTimeUntilFailed()
    await network.end()
    await button('Try again').click()
    await expect.poll(() => notice().innerText()).toBe('')
    expect(new Set(network.keys).size).toBe(1)
    await open(doneAt)
    await shown.first().waitFor()
  },
)

describe('votes', () => {
  let id: string
  beforeEach(async () => {
    id = await addProposal(pages.system, { title: 'Raise the Pier' })
  })

  test('A vote is under way while the network is away, fails at its button, and can be sent again', async () => {
    await open(`/proposals/${id}`)
    await page.context().setOffline(true)
    await button('Vote for it').click()
    await page.locator('button[aria-busy=true]').getByText('Vote for it').waitFor()
    expect(await button('Vote against it').getAttribute('aria-disabled')).toBe('true')
    expect(await page.getByText('1 for').count()).toBe(0)
    await expectAccessible(page, 'example-sending')
    await passTimeUntilFailed('The network does not respond.')
    expect(await notice().innerText()).toBe('')
    await page.context().setOffline(false)
    await button('Try again').click()
    await page.getByText('You voted for it').waitFor()
  })

  test('A failed vote is not lost when the next screen cannot be loaded', async () => {
    await open(`/proposals/${id}`)
    await page.route('**/assets/people-*.js', (route) => route.abort())
    await page.context().setOffline(true)
    await button('Vote for it').click()
    await page.getByRole('navigation').getByRole('link', { name: 'People' }).click()
    await page.getByRole('heading', { name: 'This screen could not be loaded' }).waitFor()
    await passTimeUntilFailed()
    await expectAccessible(page, 'example-not-sent')
    await page.unroute('**/assets/people-*.js')
    await page.context().setOffline(false)
    await page.getByText('You are offline.').waitFor({ state: 'detached' })
    await button('Try again').click()
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor()
    await open(`/proposals/${id}`)
    await page.getByText('You voted for it').waitFor()
  })

  test('The failure of a vote is over when the person votes the other way', async () => {
    await open(`/proposals/${id}`)
    await page.context().setOffline(true)
    await button('Vote for it').click()
    await passTimeUntilFailed('The network does not respond.')
    await page.context().setOffline(false)
    await button('Vote against it').click()
    await page.getByText('You voted against it').waitFor()
    await leave()
    expect(await notice().innerText()).toBe('')
  })

  test('A vote after another tab has voted is refused, and the page says why', async () => {
    await open(`/proposals/${id}`)
    const slow = page
    const released = Promise.withResolvers<void>()
    await slow.route('**/graphql', async (route) => {
      if (isOperation(route.request(), 'CastVote')) await released.promise
      await route.fallback()
    })
    await button('Vote for it').click()
    page = await page.context().newPage()
    await open(`/proposals/${id}`)
    await button('Vote against it').click()
    await slow.getByText('You voted against it').waitFor()
    released.resolve()
    await slow.getByRole('alert').getByText('You have voted.').waitFor()
    await slow.close()
  })

  test('A vote of somebody who is signed out waits until they are back', async () => {
    await using _ = await inBrowserOf('kurt')
    await open(`/proposals/${id}`)
    await page.request.post(`${app.url}/auth/sign-out`, { headers: { origin: app.url } })
    await button('Vote for it').click()
    await page.getByRole('main').getByRole('alert').first().waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'People' }).click()
    const opened = page.waitForEvent('popup')
    await notice().getByRole('link', { name: 'Sign in' }).click()
    await (await opened).locator('header.bar').waitFor()
    await notice().getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => votes(id)).toBe(1)
  })

  test('A vote is not sent in the name of somebody else who signs in', async () => {
    await using _ = await inBrowserOf('emmy')
    const carol = await joinWithPassword(pages.system, 'carol')
    await open(`/proposals/${id}`)
    await page.route('**/graphql', async (route) =>
      isOperation(route.request(), 'CastVote') ? route.abort() : route.fallback(),
    )
    await button('Vote for it').click()
    await passTimeUntilFailed('The network does not respond.')
    await page.unroute('**/graphql')
    const other = await page.context().newPage()
    await other.goto(`${app.url}/auth/switch-account`)
    await signInForApp(other, carol)
    await page.getByText('You are signed out.').first().waitFor()
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await page.getByText('You are signed out.').first().waitFor({ state: 'detached' })
    expect(await button('Try again').count()).toBe(0)
    await button('Vote for it').waitFor()
    expect(await votes(id)).toBe(0)
  })

  /** Opens a page in a browser of somebody else, until the end of the scope. */
  async function inBrowserOf(username: string): Promise<AsyncDisposable> {
    const before = page
    page = await pages.open()
    await page.clock.install()
    await openSignedIn(page, app, await joinWithPassword(pages.system, username))
    const context = page.context()
    return {
      async [Symbol.asyncDispose]() {
        await context.close()
        page = before
      },
    }
  }

  async function votes(proposalId: string): Promise<number> {
    const governance = pages.system.tables<GovernanceTables>('governance')
    const cast = governance.selectFrom('votes').selectAll().where('proposalId', '=', proposalId)
    return (await cast.execute()).length
  }
})

const notice = () => page.locator('.unconfirmed')
const sending = () => page.getByRole('status').getByText(/^Sending/)

async function open(path: string): Promise<void> {
  await page.goto(app.url + path)
  await page.locator('h1').waitFor()
  await page.locator('.skeleton').waitFor({ state: 'detached' })
}

async function leave(): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'People' }).click()
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor()
}

function isOperation(request: Request, name: string): boolean {
  return request.method() === 'POST' && (request.postData() ?? '').includes(`"${name}"`)
}

/** Holds the requests of an operation back; then they reach the server, and their responses are lost. */
async function hold(operation: string) {
  const keys: (string | undefined)[] = []
  const released = Promise.withResolvers<void>()
  page.on('request', (request) => {
    if (isOperation(request, operation)) keys.push(request.headers()['idempotency-key'])
  })
  await page.route('**/graphql', async (route) => {
    if (!isOperation(route.request(), operation)) return route.fallback()
    await released.promise
    if (keys.length === 1) await route.fetch()
    await route.abort()
  })
  return {
    keys,
    loseResponses: released.resolve,
    end: () => page.unroute('**/graphql'),
  }
}

async function passTimeUntilFailed(
  sentence = 'did not go through. The network does not respond.',
): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(5000)
      return page.getByRole('alert').getByText(sentence).count()
    })
    .toBe(1)
}
