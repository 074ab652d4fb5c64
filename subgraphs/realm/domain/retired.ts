// Empties the lists of a retired realm.
import type { Connection } from '#foundation/database/lists/pagination.ts'

/** The requested page of an empty list. Reads the given list, so that its arguments are still checked. */
export function nothingOf<Node>(list: Connection<Node>): Connection<Node> {
  return {
    page: async () => ({ ...(await list.page()), nodes: [], hasNextPage: false }),
    count: () => Promise.resolve(0),
  }
}
