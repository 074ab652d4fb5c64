// The events of the Market service: their kinds, and who may read their subjects.
import { defineEventKinds, type ServiceEvents } from '#foundation/events/kinds.ts'
import { changed, cleared, inserted, set } from '#foundation/events/row-change.ts'
import { readsAsAdministrator } from '#foundation/peers/administrator.ts'
import type { MarketContext } from './context.ts'
import { findListing } from './domain/listing.ts'
import { findPurchase } from './domain/purchase.ts'
import { findSale } from './domain/sale.ts'

const asset = { subject: 'Asset', id: 'new.id', audience: 'public' } as const
const listing = {
  subject: 'Listing',
  id: 'new.id',
  related: ['new.seller_id', 'new.asset_id'],
} as const
const ofEverybody = { ...listing, audience: 'public' } as const
const ofSeller = { ...listing, audience: { owner: 'new.seller_id' } } as const

export const marketEventKinds = defineEventKinds({
  'asset.minted': {
    description: 'An asset was added.',
    change: inserted('assets'),
    ...asset,
  },
  'asset.updated': {
    description: 'The name, the description or the kind of an asset changed.',
    change: changed('assets', ['name', 'description', 'kind']),
    ...asset,
  },
  'asset.transferred': {
    description: 'An asset has another owner. The event does not name the owners.',
    change: changed('assets', ['owner_id']),
    ...asset,
  },
  'asset.retired': {
    description: 'An asset was retired, and cannot be sold any more.',
    change: set('assets', 'retired_at'),
    ...asset,
  },
  'asset.restored': {
    description: 'A retired asset is back.',
    change: cleared('assets', 'retired_at'),
    ...asset,
  },
  'listing.listed': {
    description: 'An asset is for sale.',
    change: inserted('listings'),
    ...ofEverybody,
  },
  'listing.repriced': {
    description: 'A listing has another price.',
    change: changed('listings', ['price']),
    ...ofEverybody,
  },
  'listing.ended': {
    description:
      'An asset is no longer for sale. Only the seller learns whether the listing was sold or cancelled.',
    change: changed('listings', ['status'], `new.status <> 'active' and new.hidden_at is null`),
    subject: 'Asset',
    id: 'new.asset_id',
    related: ['new.id'],
    audience: 'public',
  },
  'listing.sold': {
    description: 'A listing of the person was sold.',
    change: changed('listings', ['status'], `new.status = 'sold'`),
    ...ofSeller,
  },
  'listing.cancelled': {
    description: 'A listing of the person was cancelled, by them or with the change of its asset.',
    change: changed('listings', ['status'], `new.status = 'cancelled'`),
    ...ofSeller,
  },
  'listing.hidden': {
    description: 'An administrator hid a listing.',
    change: set('listings', 'hidden_at'),
    ...ofSeller,
  },
  'listing.shown': {
    description: 'A listing can be seen by everybody again.',
    change: cleared('listings', 'hidden_at'),
    ...ofEverybody,
  },
  'sale.made': {
    description: 'The person sold an asset.',
    change: inserted('purchases'),
    subject: 'Sale',
    // The id as `saleIdOf` derives it.
    id: `regexp_replace(new.id, '^purchase_', 'sale_')`,
    related: ['new.seller_id', 'new.listing_id', 'new.asset_id'],
    audience: { owner: 'new.seller_id' },
  },
  'purchase.made': {
    description: 'The person bought an asset.',
    change: inserted('purchases'),
    subject: 'Purchase',
    id: 'new.id',
    related: ['new.buyer_id', 'new.listing_id', 'new.asset_id'],
    audience: { owner: 'new.buyer_id' },
  },
  'gift.received': {
    description: 'Somebody gave the person an asset.',
    change: inserted('gifts'),
    subject: 'Asset',
    id: 'new.asset_id',
    related: ['new.receiver_id'],
    audience: { owner: 'new.receiver_id' },
  },
  'gift.given': {
    description: 'The person gave an asset to somebody.',
    change: inserted('gifts'),
    subject: 'Asset',
    id: 'new.asset_id',
    related: ['new.giver_id'],
    audience: { owner: 'new.giver_id' },
  },
  'gold.changed': {
    description: 'The person has more or less gold.',
    change: changed('accounts', ['balance'], `new.kind = 'identity'`),
    subject: 'Identity',
    id: 'new.owner_id',
    audience: { owner: 'new.owner_id' },
  },
})

/** Whether the caller may read a person's gold: the person and administrators may. */
async function mayReadGold(ctx: MarketContext, identityId: string): Promise<boolean> {
  return ctx.viewer?.identityId === identityId || readsAsAdministrator(ctx)
}

export const marketEvents: ServiceEvents<MarketContext> = {
  kinds: marketEventKinds,
  subjects: {
    Asset: async ({ loaders }, id) => (await loaders.asset.load(id)) !== undefined,
    Listing: async (ctx, id) => (await findListing(ctx, id)) !== undefined,
    Sale: async (ctx, id) => (await findSale(ctx, id)) !== undefined,
    Purchase: async (ctx, id) => (await findPurchase(ctx, id)) !== undefined,
    Identity: mayReadGold,
  },
  readsAsAdministrator,
}
