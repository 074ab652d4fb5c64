// Lists of what a search or a filter has found: how many there are, and their items without an end.
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { PageInfoFragment } from '../fragments/generated/graphql.ts'
import { Fault } from './fault.tsx'
import { List, useFetchMore } from './screen.tsx'
import { countText } from './text.ts'

interface FoundProps<Node> {
  /** What they are called: one, and many. */
  words: readonly [one: string, many: string]
  /** Null while its service is away. */
  list:
    | { totalCount: number; edges: readonly { node: Node }[]; pageInfo: PageInfoFragment }
    | null
    | undefined
  /** Said when nothing is found. */
  empty: string
  /** Renders an item, as a list item with a key. */
  children: (node: Node) => ReactNode
}

interface ResultsProps<Node> extends FoundProps<Node> {
  /** For screen readers: what the list has. */
  label: string
  /** Said in place of `empty` when no filter is set. */
  none?: string
}

/** What was found, as rows. */
export function Results<Node>(props: ResultsProps<Node>) {
  const { label, words, list, empty, none = empty, children } = props
  const { search } = useLocation()
  if (!list) return null
  return (
    <section className="card" aria-label={label}>
      <p className="soft" role="status">
        {countText(list.totalCount, ...words)}
      </p>
      <Endless pageInfo={list.pageInfo} size={20}>
        <List empty={search === '' ? none : empty}>
          {list.edges.map(({ node }) => children(node))}
        </List>
      </Endless>
    </section>
  )
}

/** What was found, as cards. `empty` is said if no filter is set. */
export function Cards<Node>({ words, list, empty, children }: FoundProps<Node>) {
  const { pathname, search } = useLocation()
  if (!list) return null
  if (list.edges.length === 0) {
    return (
      <p className="soft" role="status">
        {search === '' ? empty : 'Nothing fits these filters. '}
        {search !== '' && <Link to={pathname}>Show all</Link>}
      </p>
    )
  }
  return (
    <Endless pageInfo={list.pageInfo} size={20}>
      <p className="soft" role="status">
        {countText(list.totalCount, ...words)}
      </p>
      <ul className="cards">{list.edges.map(({ node }) => children(node))}</ul>
    </Endless>
  )
}

/** Another page: these replace the arguments of the query's list. */
interface PageVariables {
  first?: number | null
  after?: string | null
  last?: number | null
  before?: string | null
}

interface EndlessProps {
  /** Of the list: `pageInfo { ...PageInfo }`. The cache joins the pages (graphql/cache.ts). */
  pageInfo: PageInfoFragment
  /** The number of items of a page, which is also the `first` of the query. */
  size: number
  /** The items that have been read. */
  children: ReactNode
}

/** A list without an end: the next page is read when its end comes into view, and an earlier one on request. */
export function Endless({ pageInfo, size, children }: EndlessProps) {
  const { startCursor, endCursor, hasNextPage, hasPreviousPage } = pageInfo
  const fetchMore = useFetchMore()
  const [failed, setFailed] = useState<{ error: unknown; again: () => void }>()
  const [loading, setLoading] = useState(false)
  const read = (variables: PageVariables) => {
    if (loading) return
    setLoading(true)
    setFailed(undefined)
    void fetchMore(variables)
      .catch((error: unknown) => setFailed({ error, again: () => read(variables) }))
      .finally(() => setLoading(false))
  }
  const next = () => read({ first: size, after: endCursor, last: null, before: null })
  const previous = () => read({ last: size, before: startCursor, first: null, after: null })
  return (
    <>
      {hasPreviousPage && (
        <button className="quiet" onClick={previous}>
          Show earlier ones
        </button>
      )}
      {children}
      <Fault error={failed?.error} retry={failed?.again} />
      {hasNextPage && !failed && <End loading={loading} next={next} />}
    </>
  )
}

/** A button for the keyboard, which is pressed by itself when it comes into view. */
function End({ loading, next }: { loading: boolean; next: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const readNext = useEffectEvent(next)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting && !loading) readNext()
    })
    observer.observe(button.current!)
    return () => observer.disconnect()
  }, [loading])
  return (
    <button className="quiet" ref={button} onClick={next} aria-busy={loading}>
      {loading ? 'Loading …' : 'Show more'}
    </button>
  )
}
