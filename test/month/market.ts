// Trade: buying from the system, selling to each other, changing a price, cancelling, giving away.
import { expect } from 'vitest'
import type { Resident } from './resident.ts'

export interface Offer {
  id: string
  name: string
  listing: { id: string; price: number }
}

/** The listed assets, by name. */
export async function findOffer(resident: Resident, name: string): Promise<Offer> {
  const { assets } = await resident.call('GET', '/api/assets?listed=true')
  const offer = (assets as Offer[]).find((asset) => asset.name === name)
  expect(offer, `${name} is not for sale`).toBeDefined()
  return offer!
}

/** Buys at the price that was seen, and returns the asset's id. */
export async function buy(buyer: Resident, name: string): Promise<string> {
  const { id, listing } = await findOffer(buyer, name)
  const { data } = await buyer.call('POST', `/api/listings/${listing.id}/purchase`, {
    body: { expectedPrice: listing.price },
  })
  expect(data).toMatchObject({ assetId: id, price: listing.price })
  return id
}

/** Offers an asset for a price, and returns the listing's id. */
export async function list(seller: Resident, assetId: string, price: number): Promise<string> {
  const { listAsset } = await seller.ask(
    `mutation ($input: ListAssetInput!) {
      listAsset(input: $input) { id price mine status asset { id listing { id } } }
    }`,
    { input: { assetId, price } },
  )
  const { id } = listAsset
  expect(listAsset).toMatchObject({ price, mine: true, asset: { id: assetId, listing: { id } } })
  return id as string
}

/** A buyer who saw the old price does not pay the new one by accident. */
async function buyAfterPriceChange(buyer: Resident, seller: Resident, listingId: string) {
  const { node } = await buyer.ask(
    'query ($id: ID!) { node(id: $id) { ... on Listing { price } } }',
    { id: listingId },
  )
  const price = (node.price as number) + 5
  await seller.call('PATCH', `/api/listings/${listingId}`, { body: { price } })
  const path = `/api/listings/${listingId}/purchase`
  const { error } = await buyer.call('POST', path, {
    body: { expectedPrice: node.price as number },
    status: 400,
  })
  expect(error.details).toEqual({ reason: 'PRICE_CHANGED', price })
  await buyOnceThoughRepeated(buyer, listingId, price)
}

/** The response is lost, and the app sends the request again with its key. */
async function buyOnceThoughRepeated(buyer: Resident, listingId: string, expectedPrice: number) {
  const path = `/api/listings/${listingId}/purchase`
  const request = { body: { expectedPrice }, headers: { 'idempotency-key': `buy-${listingId}` } }
  const first = await buyer.call('POST', path, request)
  expect(await buyer.call('POST', path, request)).toEqual(first)
}

async function cancel(seller: Resident, listingId: string): Promise<void> {
  const { cancelListing } = await seller.ask(
    'mutation ($id: ID!) { cancelListing(listingId: $id) { status asset { listing { id } } } }',
    { id: listingId },
  )
  expect(cancelListing).toEqual({ status: 'cancelled', asset: { listing: null } })
}

async function give(owner: Resident, assetId: string, to: Resident): Promise<void> {
  const { data } = await owner.call('POST', `/api/assets/${assetId}/give`, { body: { to: to.id } })
  expect(data).toMatchObject({ id: assetId, ownerId: to.id })
}

/** A seller buys from the system, resells, gives a gift, and buys it back. */
export async function trade(seller: Resident, buyer: Resident, friend: Resident): Promise<void> {
  const sextant = await buy(seller, 'Brass Sextant')
  await buyAfterPriceChange(buyer, seller, await list(seller, sextant, 350))
  const clock = await buy(seller, 'Deck Clock')
  await cancel(seller, await list(seller, clock, 400))
  await give(seller, clock, friend)
  await buyAfterPriceChange(seller, friend, await list(friend, clock, 10))
}
