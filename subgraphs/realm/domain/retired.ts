// What is retired takes what is in it along: its lists are empty.
import type { Connection } from '#foundation/database/pagination.ts'

/** The same page of a list that holds nothing. */
export function nothingOf<Node>(page: Connection<Node>): Connection<Node> {
  return { ...page, nodes: [], hasNextPage: false, count: () => Promise.resolve(0) }
}
