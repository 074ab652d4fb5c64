// The listing that the reader has opened: its price as it is now, and the button that buys it for that price.
import { useFragment, useSubscription } from '@apollo/client/react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Action } from '../../components/action.tsx'
import { Fault } from '../../components/fault.tsx'
import { PersonLink } from '../../components/person.tsx'
import { Fact, Skeleton } from '../../components/screen.tsx'
import { isolated, numberText } from '../../components/text.ts'
import { Time } from '../../components/time.tsx'
import {
  BuyListingDocument,
  ListingDetailsFragmentDoc,
  ListingLiveDocument,
  type ListingDetailsFragment,
} from './generated/graphql.ts'

interface OpenedProps {
  id: string
  /** The person's gold. */
  gold: number | null | undefined
  /** Where the link leads that closes it. */
  close: { search: string }
  /** Called when the listing has ended for the reader. */
  onEnd: () => void
}

export function Opened({ id, gold, close, onEnd }: OpenedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { listing, error, loading } = useListing(id, onEnd)
  return (
    <section className="card opened" aria-label="The listing">
      <div className="head row apart">
        <h2 ref={heading} tabIndex={-1}>
          {listing?.asset.name ?? 'Listing'}
        </h2>
        <Link to={close} preventScrollReset>
          Close
        </Link>
      </div>
      <Fault error={error} />
      {loading && <Skeleton />}
      {listing && <Listing {...listing} gold={gold} />}
      {!listing && !loading && !error && <p>It is no longer for sale.</p>}
    </section>
  )
}

/** What the list has of it is shown at once; the subscription says what it is now. */
function useListing(id: string, onEnd: () => void) {
  const known = useFragment({
    fragment: ListingDetailsFragmentDoc,
    fragmentName: 'ListingDetails',
    from: { __typename: 'Listing', id },
  })
  const { data, error, loading } = useSubscription(ListingLiveDocument, {
    variables: { id },
    onData: ({ data: { data } }) => {
      if (data?.listing === null) onEnd()
    },
  })
  const listing = known.complete ? known.data : undefined
  return {
    listing: data?.listing === null || error ? undefined : listing,
    error,
    loading: loading && !listing,
  }
}

function Listing(listing: ListingDetailsFragment & Pick<OpenedProps, 'gold'>) {
  const { price, createdAt, moderation, seller, asset } = listing
  return (
    <>
      {moderation && <p role="note">An administrator has hidden it: {moderation.reason}</p>}
      <p className="text">{asset.description}</p>
      <dl className="facts">
        <Fact name="Price" data-fact="price" aria-live="polite">
          {numberText(price)} gold
        </Fact>
        <Fact name="Kind">{asset.kind}</Fact>
      </dl>
      <p className="row">
        <PersonLink person={seller} />
        <span className="soft">
          listed <Time at={createdAt} />
        </span>
      </p>
      <Buy {...listing} />
    </>
  )
}

/** The words for the seller. */
const MINE = {
  active: 'It is yours.',
  sold: 'You have sold it.',
  cancelled: 'You have taken it off the market.',
} as const

function Buy({ id, price, status, mine, asset, gold }: Parameters<typeof Listing>[0]) {
  const assets = <Link to="/market/assets">See what is yours</Link>
  const words = `${numberText(price)} gold`
  return (
    <div className="actions" aria-live="polite">
      {mine && (
        <p>
          {MINE[status]} {assets}
        </p>
      )}
      {!mine && status === 'sold' && <p>It is sold. {assets}</p>}
      {!mine && status === 'cancelled' && <p>It is no longer for sale.</p>}
      {!mine && status === 'active' && (
        <>
          <Action
            label={`Buy for ${words}`}
            confirm={`Buy ${isolated(asset.name)} for ${words}?`}
            document={BuyListingDocument}
            variables={{ id, expectedPrice: price }}
          />
          {typeof gold === 'number' && (
            <span className="soft">You have {numberText(gold)} gold.</span>
          )}
        </>
      )}
    </div>
  )
}
