// What people send from the example app: nothing is shown as done before the server has confirmed it, and a failure is
// shown wherever they are then.
import { beforeAll, expect, test } from 'vitest'
import { addAsset, addListing, giveGold } from '#test/market-story.ts'
import { joinWithPassword, type Member } from '#test/oauth.ts'
import { addPlace, addRealm } from '#test/realm-story.ts'
import { addCourse, addOrganization, addProposal, addQuest, addScroll } from '#test/story.ts'
import { isOperation, sendingPage } from './support/sending-page.ts'

const { pages, app, ada, page, open, button, notice, sending, leave, passTimeUntilFailed } =
  sendingPage()

let alan: Member
beforeAll(async () => {
  alan = await joinWithPassword(pages.system, 'alan', { xp: 100 })
  await giveGold(pages.system, ada, 100)
  await page().goto(`${app.url}/auth/step-up?return_to=/admin/content`)
  await button('Allow').click()
  await page().getByRole('heading', { name: 'Content', level: 1 }).waitFor()
})

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
  await page().getByRole('dialog').getByRole('button').first().click()
}

async function fillIn(values: Record<string, string>, submit: string): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await page().getByLabel(label).filter({ visible: true }).fill(value)
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
    act: () =>
      page()
        .locator('.plan .land')
        .click({ position: { x: 120, y: 120 } }),
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
      await page().locator('summary', { hasText: 'Change' }).click()
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
    const shown = page().getByRole('main').getByText(done)
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

/** Holds the requests of an operation back; then they reach the server, and their responses are lost. */
async function hold(operation: string) {
  const keys: (string | undefined)[] = []
  const released = Promise.withResolvers<void>()
  page().on('request', (request) => {
    if (isOperation(request, operation)) keys.push(request.headers()['idempotency-key'])
  })
  await page().route('**/graphql', async (route) => {
    if (!isOperation(route.request(), operation)) return route.fallback()
    await released.promise
    if (keys.length === 1) await route.fetch()
    await route.abort()
  })
  return {
    keys,
    loseResponses: released.resolve,
    end: () => page().unroute('**/graphql'),
  }
}
