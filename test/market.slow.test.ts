// The market in the whole system: through the router, joined with other services.
import { afterEach, expect, test } from 'vitest'
import { stableId } from '#foundation/domain/ids.ts'
import { addAsset, addListing, giveGold } from '#test/market-story.ts'
import { TIMEOUT } from '#test/process.ts'
import { addQuest } from '#test/story.ts'
import { startTestSystem, type TestSystem } from '#test/system.ts'
import type { PathTables } from '../subgraphs/path/tables.ts'

let system: TestSystem
afterEach(() => system.stop())

test('one query returns who owns what, and nobody’s gold but the caller’s', async () => {
  system = await startTestSystem({ topology: 'over HTTP' })
  const [ada, grace] = [await system.join('ada'), await system.join('grace')]
  await giveGold(system, ada, 70)
  await giveGold(system, grace, 100)
  const id = await addListing(system, ada, 30)
  const token = await grace.token()
  const quest = await addQuest(system, { goldReward: 5 })
  const { body: response } = await system.graphql(
    `mutation ($id: ID!, $quest: ID!) {
      purchaseListing(listingId: $id) { goldBalance asset { owner { displayName gold } } }
      completeQuest(questId: $quest) { goldEarned }
    }`,
    { token, variables: { id, quest } },
  )
  expect(response.data).toEqual({
    purchaseListing: { goldBalance: 70, asset: { owner: { displayName: 'Grace', gold: 70 } } },
    completeQuest: { goldEarned: 5 },
  })
  // Gold that Market does not confirm in time follows the response.
  const goldOf = async () => (await system.graphql('{ me { gold } }', { token })).body.data.me.gold
  await expect.poll(goldOf).toBe(75)
  await addListing(system, ada, 40)
  const PERSON = 'displayName gold purchases { totalCount }'
  const { body } = await system.graphql(
    `{ me { ${PERSON} assets { nodes { name } } } assets { nodes { owner { ${PERSON} } } } }`,
    { token },
  )
  expect(body.errors).toBeUndefined()
  const graces = { displayName: 'Grace', gold: 75, purchases: { totalCount: 1 } }
  const adas = { displayName: 'Ada', gold: null, purchases: null }
  expect(body.data).toEqual({
    me: { ...graces, assets: { nodes: [{ name: 'Ember Lantern' }] } },
    assets: { nodes: [{ owner: adas }, { owner: graces }] },
  })
})

const BOOKS = `{ me {
  postings { nodes { kind reason amount ...Seen } }
  xpHistory { nodes { kind reason ...MoreSeen } }
} }
fragment Seen on Posting { about { id ... on Quest { title } ... on Asset { name } ... on Course { title } } }
fragment MoreSeen on XpChange { about { __typename id ... on Quest { title retiredAt } } }`

test('the books of a person link to what each entry is about', async () => {
  system = await startTestSystem({ topology: 'over HTTP' })
  const [ada, grace] = [await system.join('ada', { role: 'admin' }), await system.join('grace')]
  await giveGold(system, grace, 100)
  const assetId = await addAsset(system, ada)
  const listing = await addListing(system, ada, 30, assetId)
  const token = await grace.token()
  const buy = 'mutation ($id: ID!) { purchaseListing(listingId: $id) { id } }'
  await system.graphql(buy, { token, variables: { id: listing } })
  const quests = [await addQuest(system, { title: 'Beacon' }), await addQuest(system)]
  const complete = 'mutation ($id: ID!) { completeQuest(questId: $id) { success } }'
  for (const id of quests) await system.graphql(complete, { token, variables: { id } })
  const adjust = `mutation ($input: AdjustGoldInput!) { adjustGold(input: $input) { goldBalance } }`
  const reason = `bought ${assetId}`
  const input = { key: 'k', identityId: grace.id, amount: 1, reason }
  const adjusted = await system.graphql(adjust, {
    token: await ada.token({ scope: 'identity admin' }),
    variables: { input },
  })
  expect(adjusted.body.errors).toBeUndefined()
  const show = async () => (await system.graphql(BOOKS, { token })).body
  await expect.poll(async () => (await show()).data.me.postings.nodes.length).toBe(5)

  const retiredAt = new Date()
  const paths = system.tables<PathTables>('path')
  await paths.updateTable('quests').set({ retiredAt }).where('id', '=', quests[0]!).execute()
  const before = await fetchesOf('path')
  const { data, errors } = await show()
  expect(errors).toBeUndefined()
  const titles = new Map([
    [quests[0], 'Beacon'],
    [quests[1], 'Light the Beacon'],
  ])
  const granted = (id: string) => ({ kind: 'grant', reason: `completed ${id}`, amount: 30 })
  const bought = { id: assetId, name: 'Ember Lantern' }
  expect(data.me.postings.nodes).toEqual(
    expect.arrayContaining([
      { kind: 'adjustment', reason, amount: 1, about: null },
      { kind: 'purchase', reason, amount: -30, about: bought },
      { kind: 'grant', reason: 'the story begins', amount: 100, about: null },
      ...quests.map((id) => ({ ...granted(id), about: { id, title: titles.get(id) } })),
    ]),
  )
  expect(data.me.xpHistory.nodes).toMatchObject(
    quests.toReversed().map((id) => ({
      reason: `completed ${id}`,
      about: { __typename: 'Quest', id, title: titles.get(id) },
    })),
  )
  // One request for all quests of a list, however long it is.
  expect((await fetchesOf('path')) - before).toBeLessThanOrEqual(2)
})

/** How many requests the router has made to a service. It counts them before it responds. */
async function fetchesOf(subgraph: string): Promise<number> {
  const { body } = await system.fetch(`${system.address('router')}/metrics`)
  const count = new RegExp(`^subgraph_request_duration_seconds_count{.*"${subgraph}".*} (.*)$`, 'm')
  return Number(count.exec(body as string)![1])
}

test('a first start shows gold for everybody, assets and a sale, and a second one the same', async () => {
  system = await startTestSystem({ topology: 'over HTTP', settings: { DEMO: '1' } })
  const someone = await system.join('someone')
  const token = await someone.token({ subject: stableId('identity', 'grace') })
  const show = async () => {
    const { body } = await system.graphql(
      `{
        me { gold purchases { nodes { price asset { name owner { username } } } } }
        assets { nodes { name kind listing { price } } totalCount }
      }`,
      { token },
    )
    expect(body.errors).toBeUndefined()
    return body.data
  }
  // 640 of the welcome, less 75 for the lantern, and 25 and 200 for two quests that Path settles.
  await expect.poll(async () => (await show()).me.gold as number, TIMEOUT).toBe(790)
  const first = await show()
  const bought = { price: 75, asset: { name: 'Ember Lantern', owner: { username: 'grace' } } }
  expect(first.me.purchases.nodes).toEqual([bought])
  expect(first.assets.totalCount).toBe(6)
  const listings = first.assets.nodes.map(({ listing }: { listing: object | null }) => listing)
  expect(listings.filter(Boolean)).toHaveLength(3)
  for (const name of ['market', 'path']) {
    await system.stopService(name)
    await system.startService(name)
  }
  expect(await show()).toEqual(first)
})
