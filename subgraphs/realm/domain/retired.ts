// The lists of a retired realm are empty.
import type { Connection } from '#foundation/database/pagination.ts'

/** The same page of an empty list. */
export function nothingOf<Node>(list: Connection<Node>): Connection<Node> {
  return {
    page: async () => ({ ...(await list.page()), nodes: [], hasNextPage: false }),
    count: () => Promise.resolve(0),
  }
}
