// The lists of a retired realm are empty.
import type { Connection } from '#foundation/database/pagination.ts'

/** The same page of an empty list. */
export function nothingOf<Node>(page: Connection<Node>): Connection<Node> {
  return { ...page, nodes: [], hasNextPage: false, count: () => Promise.resolve(0) }
}
