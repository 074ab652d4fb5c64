// How the cache keeps a list that is read page by page, forward (`first`, `after`) and backward (`last`, `before`):
// pages are joined, and a page without a cursor starts the list anew. Endless lists select `edges` and `pageInfo`;
// short lists select `nodes`, which are never joined.
import type { FieldPolicy, Reference } from '@apollo/client'

interface PageInfo {
  startCursor?: string | null
  endCursor?: string | null
  hasNextPage?: boolean
  hasPreviousPage?: boolean
}

interface Edge {
  cursor: string
  node: Reference
}

interface Connection {
  edges?: readonly Edge[]
  pageInfo?: PageInfo
}

/** The arguments that choose a page of the list, and not the list. */
const PAGE_ARGUMENTS = new Set(['first', 'last', 'after', 'before', 'offset'])

export const pagedList: FieldPolicy<Connection> = {
  keyArgs: (args) => Object.keys(args ?? {}).filter((name) => !PAGE_ARGUMENTS.has(name)),
  merge(existing, incoming, { args }) {
    if (args?.after && existing) return join(existing, incoming, incoming)
    if (args?.before && existing) return join(incoming, existing, incoming)
    return { ...existing, ...incoming }
  },
}

/** The pages one after the other; an object that was moved from one to the other meanwhile appears once. */
function join(earlier: Connection, later: Connection, newest: Connection): Connection {
  const known = new Set(earlier.edges?.map(({ node }) => node.__ref))
  const added = later.edges?.filter(({ node }) => !known.has(node.__ref)) ?? []
  return {
    ...newest,
    edges: [...(earlier.edges ?? []), ...added],
    pageInfo: { ...later.pageInfo, ...startOf(earlier.pageInfo) },
  }
}

function startOf({ startCursor, hasPreviousPage }: PageInfo = {}): PageInfo {
  return { startCursor: startCursor ?? null, hasPreviousPage: hasPreviousPage ?? false }
}
