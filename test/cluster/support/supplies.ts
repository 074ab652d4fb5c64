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

/** Adds so many of each. */
export async function addSupplies(world: World, count: number): Promise<Supplies> {
  const merchant = { id: await addPerson(world, 'merchant') }
  const each = <Item>(add: () => Promise<Item>) => Promise.all(Array.from({ length: count }, add))
  const quests = await each(() => addQuest(world, { type: 'story', xpReward: 10, goldReward: 5 }))
  const proposals = await each(() => addProposal(world))
  const assets = await each(() => addAsset(world, merchant))
  const listings = await Promise.all(assets.map((asset) => addListing(world, merchant, 1, asset)))
  const firstOwners = new Map(assets.map((asset) => [asset, merchant.id]))
  return { quests, proposals, listings, firstOwners }
}
