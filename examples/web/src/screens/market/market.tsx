// What is for sale. What the reader opens is followed live beside the list.
import { Link } from 'react-router'
import { Filters, useFilters, useParameter, useParameterLink } from '../../components/filters.tsx'
import { Results } from '../../components/lists.tsx'
import { Screen } from '../../components/screen.tsx'
import { numberText } from '../../components/text.ts'
import { useList } from '../../graphql/use-live.ts'
import { MarketDocument, type ListingDetailsFragment } from './generated/graphql.ts'
import { Opened } from './opened.tsx'
import { Rooms } from './rooms.tsx'
import './market.css'

/** The kinds of assets with a filter. The market may have others: an administrator names them. */
const KINDS = {
  instrument: 'Instrument',
  land: 'Land',
  map: 'Map',
  relic: 'Relic',
  tool: 'Tool',
} as const

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
const NEWS = ['listing.sold', 'listing.cancelled', 'listing.hidden']

export function Component() {
  const { order, ...filters } = useFilters(FILTERS)
  const [opened] = useParameter(OPEN)
  const close = useParameterLink(OPEN, '')
  const live = useList(MarketDocument, { ...filters, orderBy: order }, NEWS)
  const above = (
    <>
      <Rooms />
      <Filters label="Filter listings" filters={FILTERS} />
    </>
  )
  return (
    <Screen title="Market" live={live} above={above}>
      {({ listings, me }) => (
        <div className={opened ? 'columns' : 'stack'}>
          <Results
            label="For sale"
            words={['listing', 'listings']}
            list={listings}
            none="Nothing is for sale now."
            empty="Nothing like that is for sale now."
          >
            {(listing) => <Listing key={listing.id} {...listing} isOpen={listing.id === opened} />}
          </Results>
          {opened && (
            <Opened key={opened} id={opened} gold={me?.gold} close={close} onEnd={live.reload} />
          )}
        </div>
      )}
    </Screen>
  )
}

type ListingProps = ListingDetailsFragment & { isOpen: boolean }

function Listing({ id, price, status, mine, asset, isOpen }: ListingProps) {
  const to = useParameterLink(OPEN, id)
  return (
    <li className="wide-row listing-row">
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
