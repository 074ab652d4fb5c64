// People leave a running system one after the other, while a service is down and others interact with them.
// Nothing about them is left in any database or file, and the books balance.
import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { stableId } from '#foundation/domain/ids.ts'
import { expectGoldConserved, readBooks } from '#test/books.ts'
import {
  askToLeave,
  downloadExport,
  findInDatabase,
  findInFiles,
  letThemLeave,
  passDays,
  askForExport,
  tracesOf,
} from '#test/leaving.ts'
import { addAsset, addListing, giveGold } from '#test/market-story.ts'
import { signInOn } from '#test/oauth.ts'
import { TIMEOUT } from '#test/process.ts'
import { testSystem, type Person } from '#test/system.ts'
import { createUserAgent, type UserAgent } from '#test/user-agent.ts'
import type { IdentityTables } from '../subgraphs/identity/tables.ts'
import { subgraphs } from '../subgraphs/index.ts'

const PASSWORD = 'demo-password'
const PEOPLE = ['barbara', 'edsger', 'alan', 'grace'] as const
const PEERS = subgraphs.map(({ name }) => name).filter((name) => name !== 'identity')

const system = testSystem({ topology: 'over HTTP', settings: { DEMO: '1' } })

const db = () => system.tables<IdentityTables>('identity')

/** The people who leave, and what else happens meanwhile. */
const departures = fc.record(
  {
    away: fc.constantFrom(...PEERS),
    scrolls: fc.constantFrom('keep', 'erase'),
    deals: fc.integer({ min: 1, max: 3 }),
  },
  { noNullPrototype: true },
)

test('Everybody who leaves is gone from every service', async () => {
  const stories = fc.sample(departures, {
    numRuns: PEOPLE.length,
    seed: Number(process.env.SEED ?? Date.now()),
  })
  for (const [at, story] of stories.entries()) {
    const described = JSON.stringify(story)
    const person = await renamed(stableId('identity', PEOPLE[at]!), `wanderer_${at}`)
    const { username } = person
    const browser = await enter(person)
    await askForExport(system, browser, PASSWORD)
    const files = await downloadExport(system, browser)
    expect(Object.keys(files).map((name) => name.split('/')[0])).toContain('market')
    await askToLeave(system, browser, { confirmation: username, scrolls: story.scrolls }, PASSWORD)
    await leaveWithout(story.away, person, story.deals)
    expect(await findInDatabase(db(), tracesOf(person)), described).toEqual([])
    expect(await findInFiles(system.config.dataDir, tracesOf(person)), described).toEqual([])
    expectGoldConserved(await readBooks(system))
  }
})

/** Renames a demo person, because texts of others contain demo people's names. */
async function renamed(id: string, username: string): Promise<{ id: string; username: string }> {
  await db().updateTable('identities').set({ username }).where('id', '=', id).execute()
  return { id, username }
}

async function enter(person: { username: string }): Promise<UserAgent> {
  const userAgent = createUserAgent()
  const page = await userAgent.open(`${system.address('identity')}/sign-in`)
  await signInOn(userAgent, page, person, PASSWORD)
  return userAgent
}

/** While a service is away, no departure completes; what others send to the person comes too late. */
async function leaveWithout(
  away: string,
  person: { id: string; username: string },
  deals: number,
): Promise<void> {
  const vera = await system.join(`vera_${person.username.slice(-1)}`)
  await giveGold(system, vera, 500)
  const listings = await Promise.all(
    Array.from({ length: deals }, () => addListing(system, person, 30)),
  )
  await system.stopService(away)
  await othersHaveErased()
  expect(await db().selectFrom('departures').select('id').execute()).toHaveLength(1)
  await system.startService(away)
  const [dealt] = await Promise.all([
    Promise.all(listings.flatMap((listing) => [give(vera, person), buy(vera, listing)])),
    letThemLeave(db()),
  ])
  expect(dealt.map(({ status }) => status)).toEqual(dealt.map(() => 200))
  const late = await give(vera, person)
  expect(late.body.errors[0].extensions.code).toBe('NOT_FOUND')
}

async function othersHaveErased(): Promise<void> {
  const others = PEERS.length - 1
  const timing = { ...TIMEOUT, interval: 300 }
  await vi.waitFor(async () => {
    await passDays(db(), 15)
    const done = await db()
      .selectFrom('personalDataTasks')
      .select('id')
      .where('departureId', 'is not', null)
      .where('doneAt', 'is not', null)
      .execute()
    if (done.length < others) throw new Error(`${done.length} services have finished.`)
  }, timing)
}

/** Gives a new asset. */
async function give(giver: Person, { id: to }: { id: string }) {
  const assetId = await addAsset(system, giver)
  return asMarket(
    giver,
    'mutation ($assetId: ID!, $input: GiveAssetInput!) { giveAsset(assetId: $assetId, input: $input) { id } }',
    { assetId, input: { to } },
  )
}

function buy(buyer: Person, listingId: string) {
  const purchase = 'mutation ($id: ID!) { purchaseListing(listingId: $id) { listing { id } } }'
  return asMarket(buyer, purchase, { id: listingId })
}

/** Market may be the service that is down. */
async function asMarket(person: Person, query: string, variables: object) {
  return system.graphql(query, { token: await person.token(), at: 'market', variables })
}
