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
  // Several: each sale changes the balance of its seller.
  const names = Array.from({ length: 20 }, (_, index) => `merchant_${index}`)
  const merchants = await Promise.all(names.map((name) => addPerson(world, name)))
  const merchantOf = (index: number) => ({ id: merchants[index % merchants.length]! })
  const each = <Item>(add: (index: number) => Promise<Item>) =>
    Promise.all(Array.from({ length: count }, (_, index) => add(index)))
  const quests = await each(() => addQuest(world, { type: 'story', xpReward: 10, goldReward: 5 }))
  const proposals = await each(() => addProposal(world))
  const assets = await each((index) => addAsset(world, merchantOf(index)))
  const listings = await Promise.all(
    assets.map((asset, index) => addListing(world, merchantOf(index), 1, asset)),
  )
  const firstOwners = new Map(assets.map((asset, index) => [asset, merchantOf(index).id]))
  return { quests, proposals, listings, firstOwners }
}
