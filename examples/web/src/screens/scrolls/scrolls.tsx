// The scrolls: what people have written, filtered and searched.
import { Link } from 'react-router'
import { Filters } from '../../components/forms/filters.tsx'
import { useFilters } from '../../components/forms/use-filters.ts'
import { HOUSES, houseKey } from '../../components/house.ts'
import { Cards } from '../../components/lists/cards.tsx'
import { countText } from '../../components/number-text.ts'
import { PersonLink } from '../../components/person.tsx'
import { Screen } from '../../components/screen.tsx'
import { Time } from '../../components/time.tsx'
import type { ScrollDetailsFragment } from '../../fragments/generated/graphql.ts'
import { useList } from '../../graphql/use-live.ts'
import { useOnNews } from '../../layout/use-on-news.ts'
import { audience } from '../scroll/words.ts'
import { ScrollsDocument, type ScrollsQuery } from './generated/graphql.ts'
import './scrolls.css'

const FILTERS = {
  search: { label: 'Search' },
  house: { label: 'House', options: HOUSES },
  orderBy: {
    label: 'Order',
    options: { oldest: 'Oldest first', title: 'By title' },
    all: 'Newest first',
  },
} as const

/** What is searched for comes in another order. */
const ORDER_OF_FOUND = { orderBy: { ...FILTERS.orderBy, all: 'Best match first' } } as const

/** Set by links: the scrolls of one person. */
const AUTHOR = { author: { label: 'Author' } } as const

/** News of these kinds changes what is in the list. */
const CHANGES = ['private_scroll.published', 'scroll.withdrawn', 'scroll.hidden']

export function Component() {
  const { author, ...filters } = useFilters({ ...FILTERS, ...AUTHOR })
  const live = useList(ScrollsDocument, { author, ...filters })
  useOnNews(CHANGES, live.reload)
  const shown = filters.search === undefined ? FILTERS : { ...FILTERS, ...ORDER_OF_FOUND }
  const above = <Filters label="Filter the scrolls" filters={shown} />
  return (
    <Screen title="Scrolls" live={live} action={<Write />} above={above}>
      {({ me, scrolls }) => (
        <>
          <Whose me={me?.id} author={author} scrolls={scrolls} />
          {scrolls && (
            <Cards
              count={(total) => countText(total, 'scroll', 'scrolls')}
              list={scrolls}
              fetchMore={live.fetchMore}
              empty="Nobody has written anything yet."
            >
              {/* What was withdrawn leaves by its own field, which the mutation changes in the cache. */}
              {(scroll) => !scroll.withdrawnAt && <Scroll key={scroll.id} {...scroll} />}
            </Cards>
          )}
        </>
      )}
    </Screen>
  )
}

function Write() {
  return (
    <Link className="button" to="/scrolls/new">
      Write a scroll
    </Link>
  )
}

interface WhoseProps {
  me: string | undefined
  author: string | undefined
  scrolls: ScrollsQuery['scrolls']
}

/** Whose scrolls these are, and the way to the others. */
function Whose({ me, author, scrolls }: WhoseProps) {
  if (author === undefined) return me && <Link to={`/scrolls?author=${me}`}>Your scrolls</Link>
  const name = scrolls?.edges[0]?.node.authorIdentity?.displayName ?? 'one person'
  return (
    <p>
      Scrolls by {author === me ? 'you' : name}. <Link to="/scrolls">Show all</Link>
    </p>
  )
}

function Scroll(scroll: ScrollDetailsFragment) {
  const { id, title, author, authorIdentity, house, createdAt, moderation } = scroll
  return (
    <li className="card scroll" data-house={houseKey(house)}>
      <h2>
        <Link to={`/scrolls/${id}`}>{title}</Link>
      </h2>
      <p>{authorIdentity ? <PersonLink person={authorIdentity} /> : author}</p>
      <p className="tags">
        <span className="house">{house}</span>
        {audience(scroll) && <span>{audience(scroll)}</span>}
        {moderation && <span>Hidden</span>}
        <Time at={createdAt} />
      </p>
    </li>
  )
}
