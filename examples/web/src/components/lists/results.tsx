// What a search or a filter has found: how many there are, and the list without an end.
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { PageInfoFragment } from '../../fragments/generated/graphql.ts'
import type { Live } from '../../graphql/use-live.ts'
import { Endless } from '../endless.tsx'
import { List } from '../section.tsx'

interface ResultsProps<Node> extends Pick<Live<unknown>, 'fetchMore'> {
  /** For screen readers: what the list has. */
  label: string
  /** The words for a number of them. */
  count: (total: number) => string
  list: {
    totalCount: number
    edges: readonly { node: Node }[]
    pageInfo: PageInfoFragment
  }
  /** Shown when nothing is found. */
  empty: string
  /** Shown in place of `empty` when no filter is set. */
  none?: string
  /** Renders an item, as a list item with a key. */
  children: (node: Node) => ReactNode
}

export function Results<Node>(props: ResultsProps<Node>) {
  const { label, count, list, fetchMore, empty, none = empty, children } = props
  const { search } = useLocation()
  return (
    <section className="card" aria-label={label}>
      <p className="soft" role="status">
        {count(list.totalCount)}
      </p>
      <Endless pageInfo={list.pageInfo} fetchMore={fetchMore}>
        <List empty={search === '' ? none : empty}>
          {list.edges.map(({ node }) => children(node))}
        </List>
      </Endless>
    </section>
  )
}
