// What people act on: quests, proposals and listings.
import { addAsset, addListing } from '#test/market-story.ts'
import { addPerson, addProposal, addQuest, type World } from '#test/story.ts'

export interface Supplies {
  quests: readonly string[]
  proposals: readonly string[]
  listings: readonly string[]
  /** The first owner of each asset by its id. */
  firstOwners: ReadonlyMap<string, string>
}

/** Several, because each sale changes the balance of its seller. */
const MERCHANTS = 20
/** Fewer than the connections of a handle. */
const AT_ONCE = 4

/** Adds so many of each. */
export async function addSupplies(world: World, count: number): Promise<Supplies> {
  const merchants = await addEach(MERCHANTS, (index) => addPerson(world, `merchant_${index}`))
  const reward = { xpReward: 10, goldReward: 5 }
  const quests = await addEach(count, () => addQuest(world, { type: 'story', ...reward }))
  const proposals = await addEach(count, () => addProposal(world))
  const firstOwners = new Map<string, string>()
  const listings = await addEach(count, async (index) => {
    const merchant = { id: merchants[index % MERCHANTS]! }
    const asset = await addAsset(world, merchant)
    firstOwners.set(asset, merchant.id)
    return addListing(world, merchant, 1, asset)
  })
  return { quests, proposals, listings, firstOwners }
}

async function addEach<Item>(count: number, add: (index: number) => Promise<Item>) {
  const items: Item[] = []
  while (items.length < count) {
    const next = Array.from({ length: AT_ONCE }, (_, index) => add(items.length + index))
    items.push(...(await Promise.all(next)))
  }
  return items
}
