// What a search or a filter has found, as cards: how many there are, and the cards without an end.
import type { ReactNode } from 'react'
import type { PageInfoFragment } from '../../fragments/generated/graphql.ts'
import type { Live } from '../../graphql/use-live.ts'
import { Endless } from '../endless.tsx'
import { NothingFound } from './nothing-found.tsx'

interface CardsProps<Node> extends Pick<Live<unknown>, 'fetchMore'> {
  /** The words for a number of them. */
  count: (total: number) => string
  list: {
    totalCount: number
    edges: readonly { node: Node }[]
    pageInfo: PageInfoFragment
  }
  /** Said when there are none, and no filter is set. */
  empty: string
  /** Renders an item, as a list item with a key. */
  children: (node: Node) => ReactNode
}

export function Cards<Node>({ count, list, fetchMore, empty, children }: CardsProps<Node>) {
  const { totalCount, edges, pageInfo } = list
  if (edges.length === 0) return <NothingFound empty={empty} />
  return (
    <Endless pageInfo={pageInfo} fetchMore={fetchMore}>
      <p className="soft" role="status">
        {count(totalCount)}
      </p>
      <ul className="cards">{edges.map(({ node }) => children(node))}</ul>
    </Endless>
  )
}
