// The market: what is for sale, what there is, and what the person has.
import {
  BuyDocument,
  CancelListingDocument,
  ChangePriceDocument,
  SellDocument,
  type AssetPartsFragment,
  type ListingPartsFragment,
  type PossessionsFragment,
} from './generated/graphql.ts'
import { Record } from './person.tsx'
import { Action, Section } from './section.tsx'

interface MarketProps {
  listings: readonly ListingPartsFragment[]
  assets: readonly AssetPartsFragment[]
  person: PossessionsFragment
}

/** A listing leaves the list by its status; the person's own are with their assets. */
export function Market({ listings, assets, person }: MarketProps) {
  const offers = listings.filter(({ status, mine }) => status === 'active' && !mine)
  return (
    <>
      <Section title="For sale">
        {offers.map(({ id, asset, price }) => (
          <li key={id}>
            {asset.name} by {asset.owner?.displayName} for {price} gold
            <Action label="Buy" document={BuyDocument} variables={{ id, expectedPrice: price }} />
          </li>
        ))}
      </Section>
      <Section title="All assets">
        {assets.map(({ id, name, owner, listing }) => (
          <li key={id}>
            {name} of {owner?.displayName}, {listing ? `${listing.price} gold` : 'not for sale'}
          </li>
        ))}
      </Section>
      <Section title="Your assets">
        {person.assets?.nodes.map((asset) => (
          <Possession key={asset.id} {...asset} />
        ))}
        <Record name="Bought" total={person.purchases?.totalCount}>
          {person.purchases?.nodes.map(({ asset, price }) => `${asset.name} for ${price}`)}
        </Record>
      </Section>
    </>
  )
}

function Possession({ id, name, listing }: AssetPartsFragment) {
  const sell = { assetId: id, price: 30 }
  if (!listing) {
    return (
      <li>
        {name}, yours <Action label="Sell for 30" document={SellDocument} variables={sell} />
      </li>
    )
  }
  const price = listing.price + 5
  return (
    <li>
      {name}, for sale at {listing.price}
      <Action
        label={`Ask ${price}`}
        document={ChangePriceDocument}
        variables={{ id: listing.id, price }}
      />
      <Action label="Cancel" document={CancelListingDocument} variables={{ id: listing.id }} />
    </li>
  )
}
