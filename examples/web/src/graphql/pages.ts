// How the cache keeps a list that is read page by page, forward (`first`, `after`) and backward (`last`, `before`):
// pages are joined, and the first page keeps those after it that are known. Endless lists select `edges` and `pageInfo`;
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

/** Null while the service that has it is away. */
type List = Connection | null

interface Connection {
  edges?: readonly Edge[]
  pageInfo?: PageInfo
}

/** The arguments that choose a page of the list, and not the list. Items at an `offset` are a list of their own. */
const PAGE_ARGUMENTS = new Set(['first', 'last', 'after', 'before'])

export const pagedList: FieldPolicy<List> = {
  keyArgs: (args) => Object.keys(args ?? {}).filter((name) => !PAGE_ARGUMENTS.has(name)),
  merge(existing, incoming, { args }) {
    // What is known stays, and the error is told beside it.
    if (!incoming) return existing ?? null
    if (args?.after && existing) return join(existing, incoming, incoming)
    if (args?.before && existing) return join(incoming, existing, incoming)
    return existing && !args?.last ? withRest(incoming, existing) : { ...existing, ...incoming }
  },
}

/** The first page, read again, with what follows it in the list as it was; nothing if they do not meet. */
function withRest(first: Connection, existing: Connection): Connection {
  // It is the whole list: what followed it has left.
  if (first.pageInfo?.hasNextPage === false) return { ...existing, ...first }
  const last = first.edges?.at(-1)?.node.__ref
  const at = existing.edges?.findIndex(({ node }) => node.__ref === last) ?? -1
  const all = { ...existing, ...first }
  return at < 0 ? all : join(first, { ...existing, edges: existing.edges!.slice(at + 1) }, all)
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
