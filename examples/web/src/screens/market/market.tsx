// What is for sale. What the reader opens is followed live beside the list.
import { Link } from 'react-router'
import { Filters } from '../../components/forms/filters.tsx'
import { useFilters, useParameter, useParameterLink } from '../../components/forms/use-filters.ts'
import { Results } from '../../components/lists/results.tsx'
import { countText, numberText } from '../../components/number-text.ts'
import { Screen } from '../../components/screen.tsx'
import { useList } from '../../graphql/use-live.ts'
import { useOnNews } from '../../layout/use-on-news.ts'
import { MarketDocument, type ListingDetailsFragment } from './generated/graphql.ts'
import { Opened } from './opened.tsx'
import { Rooms } from './rooms.tsx'
import { KINDS } from './words.ts'
import './market.css'

const FILTERS = {
  kind: { label: 'Kind', options: KINDS },
  minPrice: { label: 'From gold', kind: 'number' },
  maxPrice: { label: 'To gold', kind: 'number' },
  order: {
    label: 'Order',
    options: { cheapest: 'Cheapest first', dearest: 'Dearest first', oldest: 'Oldest first' },
    all: 'Newest first',
  },
} as const

/** The parameter of the address with the listing that is open. */
const OPEN = 'listing'

/** After these, the list is another one. */
const KINDS_OF_NEWS = ['listing.sold', 'listing.cancelled', 'listing.hidden']

export function Component() {
  const { order, ...filters } = useFilters(FILTERS)
  const [opened] = useParameter(OPEN)
  const close = useParameterLink(OPEN, '')
  const live = useList(MarketDocument, { ...filters, orderBy: order })
  useOnNews(KINDS_OF_NEWS, live.reload)
  return (
    <Screen
      title="Market"
      live={live}
      above={
        <>
          <Rooms />
          <Filters label="Filter listings" filters={FILTERS} />
        </>
      }
    >
      {({ listings, me }) => (
        <div className={opened ? 'columns' : 'stack'}>
          {listings && (
            <Results
              label="For sale"
              count={(total) => countText(total, 'listing', 'listings')}
              list={listings}
              fetchMore={live.fetchMore}
              none="Nothing is for sale now."
              empty="Nothing like that is for sale now."
            >
              {(listing) => <Row key={listing.id} {...listing} isOpen={listing.id === opened} />}
            </Results>
          )}
          {opened && (
            <Opened key={opened} id={opened} gold={me?.gold} close={close} onEnd={live.reload} />
          )}
        </div>
      )}
    </Screen>
  )
}

function Row({
  id,
  price,
  status,
  mine,
  asset,
  isOpen,
}: ListingDetailsFragment & { isOpen: boolean }) {
  const to = useParameterLink(OPEN, id)
  return (
    <li className="listing-row">
      <div>
        <p className="actions">
          <Link to={to} preventScrollReset aria-current={isOpen || undefined}>
            {asset.name}
          </Link>
          {mine && <span className="chip">Yours</span>}
          {status === 'sold' && <span className="chip">Sold</span>}
        </p>
        <p className="soft excerpt">{asset.description}</p>
      </div>
      <p className="price">
        {numberText(price)} gold <span className="soft">{asset.kind}</span>
      </p>
    </li>
  )
}
