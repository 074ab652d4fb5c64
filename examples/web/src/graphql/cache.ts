// The cache: it knows every object by its id, which is unique over all services, so what a mutation or a
// subscription returns appears wherever the object is shown.
import { InMemoryCache, type TypePolicies, type FieldPolicy, type Reference } from '@apollo/client'
import { CONNECTIONS } from './generated/connections.ts'
import generated from './generated/possible-types.ts'

export function createCache(): InMemoryCache {
  return new InMemoryCache({
    possibleTypes: generated.possibleTypes,
    typePolicies: typePolicies(),
  })
}

function typePolicies(): TypePolicies {
  const lists = Object.entries(CONNECTIONS).map(([type, fields]) => [
    type,
    { fields: Object.fromEntries(fields.map((field) => [field, pagedList])) },
  ])
  const policies = Object.fromEntries(lists) as TypePolicies
  return {
    ...policies,
    // It has no id, and its postings are read page by page.
    GoldStatement: { ...policies.GoldStatement, merge: true },
    // An account has no id of its own: it is known by that of its person.
    Account: { ...policies.Account, keyFields: ['identity', ['id']] },
  }
}

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

/**
 * A list that is read page by page, forward (`first`, `after`) and backward (`last`, `before`): pages are joined, and the
 * first page keeps those after it that are known. Endless lists select `edges` and `pageInfo`; short lists select
 * `nodes`, which are never joined.
 */
const pagedList: FieldPolicy<List> = {
  keyArgs: (args) => Object.keys(args ?? {}).filter((name) => !PAGE_ARGUMENTS.has(name)),
  merge(existing, incoming, { args }) {
    // What has been read stays on the screen, with the error beside it.
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
