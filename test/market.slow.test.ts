// The market as the whole system shows it: through the router, beside what other services know.
import { afterEach, expect, test } from 'vitest'
import { stableId } from '#foundation/domain/ids.ts'
import { addListing, giveGold } from '#test/market-story.ts'
import { TIMEOUT } from '#test/process.ts'
import { addQuest } from '#test/story.ts'
import { startTestSystem, type TestSystem } from '#test/system.ts'

let system: TestSystem
afterEach(() => system.stop())

test('one query tells who owns what, and nobody’s gold but the caller’s', async () => {
  system = await startTestSystem({ topology: 'over HTTP' })
  const [ada, grace] = [await system.join('ada'), await system.join('grace')]
  await giveGold(system, ada, 70)
  await giveGold(system, grace, 100)
  const id = await addListing(system, ada, 30)
  const token = await grace.token()
  const quest = await addQuest(system, { goldReward: 5 })
  const { body: answer } = await system.graphql(
    `mutation ($id: ID!, $quest: ID!) {
      purchaseListing(listingId: $id) { goldBalance asset { owner { displayName gold } } }
      completeQuest(questId: $quest) { goldEarned }
    }`,
    { token, variables: { id, quest } },
  )
  expect(answer.data).toEqual({
    purchaseListing: { goldBalance: 70, asset: { owner: { displayName: 'Grace', gold: 70 } } },
    completeQuest: { goldEarned: 5 },
  })
  // Gold that Market does not confirm in time follows the answer.
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
