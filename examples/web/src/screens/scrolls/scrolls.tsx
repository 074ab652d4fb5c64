// The scrolls: what people have written, filtered and searched.
import { Link } from 'react-router'
import { Filters, useFilters } from '../../components/filters.tsx'
import { Cards } from '../../components/lists.tsx'
import { HOUSES, PersonLink } from '../../components/person.tsx'
import { Screen } from '../../components/screen.tsx'
import { Time } from '../../components/time.tsx'
import type { ScrollDetailsFragment } from '../../fragments/generated/graphql.ts'
import { useList } from '../../graphql/use-live.ts'
import { audience } from '../scroll/words.ts'
import { ScrollsDocument, type ScrollsQuery } from './generated/graphql.ts'
import '../scroll/scroll.css'

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

const NEWS = ['private_scroll.published', 'scroll.withdrawn', 'scroll.hidden']

export function Component() {
  const filters = useFilters({ ...FILTERS, ...AUTHOR })
  const live = useList(ScrollsDocument, filters, NEWS)
  const shown = filters.search === undefined ? FILTERS : { ...FILTERS, ...ORDER_OF_FOUND }
  const above = <Filters label="Filter the scrolls" filters={shown} />
  const write = (
    <Link className="button" to="/scrolls/new">
      Write a scroll
    </Link>
  )
  return (
    <Screen title="Scrolls" live={live} action={write} above={above}>
      {({ me, scrolls }) => (
        <>
          <Whose me={me?.id} author={filters.author} scrolls={scrolls} />
          <Cards
            words={['scroll', 'scrolls']}
            list={scrolls}
            empty="Nobody has written anything yet."
          >
            {/* What was withdrawn leaves by its own field, which the mutation changes in the cache. */}
            {(scroll) => !scroll.withdrawnAt && <Scroll key={scroll.id} {...scroll} />}
          </Cards>
        </>
      )}
    </Screen>
  )
}

interface WhoseProps extends Pick<ScrollsQuery, 'scrolls'> {
  me: string | undefined
  author: string | undefined
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
    <li className="card scroll" data-house={house}>
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
