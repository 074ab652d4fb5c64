// Whether anything hidden, withdrawn, private or retired is visible: in every list over REST and GraphQL, in
// searches, and by ids.
import { expect } from 'vitest'
import type { Resident } from './resident.ts'

/** An item with its former list; and its title, if that list can be searched. */
export interface Item {
  id: string
  list: string
  title?: string
}

export interface Unseen {
  /** Visible to its owner and administrators alone, also by id. */
  hidden: Item[]
  /** People whose names are hidden. */
  names: Item[]
  /** Retired: in no list. */
  retired: Item[]
  /** Hidden by mistake, and shown again. */
  shown: Item[]
}

const REST_LISTS = [
  '/api/quests?',
  '/api/courses?',
  '/api/organizations?',
  '/api/roles?',
  '/api/roles?open=false&',
  '/api/proposals?',
  '/api/assets?',
  '/api/listings?',
  '/api/scrolls?',
  '/api/realms?',
]

const PAGE = 'totalCount nodes { id'
/** Has small pages inside, because a process builds few large responses at a time. */
const GRAPHQL_LISTS = `{
  quests(first: 100) { ${PAGE} } }
  courses(first: 100) { ${PAGE} } }
  organizations { ${PAGE} roles { ${PAGE} } } } }
  roles(first: 100) { ${PAGE} organization { id } } }
  proposals(first: 100) { ${PAGE} } }
  assets(first: 100) { ${PAGE} listing { id } } }
  listings(first: 100) { ${PAGE} asset { id } } }
  scrolls(first: 100) { ${PAGE} authorIdentity { id } } }
  realms { ${PAGE} places { ${PAGE} ref { __typename } } } } }
}`

/** Every list as this person sees it, as the texts of the responses. */
async function readLists(resident: Resident): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  const { realms } = await resident.call('GET', '/api/realms')
  const places = (realms as { id: string }[]).map(({ id }) => `/api/realms/${id}/places?`)
  for (const path of [...REST_LISTS, ...places]) {
    const page = await resident.call('GET', `${path}page=1&limit=100`)
    expect(page.pagination.total, path).toBe(page.data.length)
    texts.set(path, JSON.stringify(page))
  }
  const lists = await resident.ask(GRAPHQL_LISTS)
  expectTotals(lists)
  return texts.set('GraphQL', JSON.stringify(lists))
}

/** No total counts items that its list does not show. */
function expectTotals(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const { nodes, totalCount } = value as { nodes?: unknown[]; totalCount?: number }
  if (nodes) expect(totalCount, JSON.stringify(value)).toBe(nodes.length)
  for (const inside of Object.values(value)) expectTotals(inside)
}

/** The responses to searches for its title. */
async function search(resident: Resident, { list, title }: Item): Promise<string> {
  const term = encodeURIComponent(title!)
  const rest = await resident.call('GET', `/api/${list}?search=${term}`)
  const found = await resident.ask(
    `query ($search: String!) { ${list}(search: $search) { totalCount nodes { id } } }`,
    { search: title },
  )
  return JSON.stringify([rest, found])
}

/** Looks everywhere, as somebody who owns none of it. */
export async function expectUnseen(resident: Resident, unseen: Unseen): Promise<void> {
  const { hidden, names, retired, shown } = unseen
  for (const [path, text] of await readLists(resident)) {
    const seen = [...hidden, ...retired].filter(({ id }) => text.includes(id))
    expect(seen, `${resident.username} at ${path}`).toEqual([])
  }
  const items = [...hidden, ...names, ...retired, ...shown]
  for (const item of items.filter(({ title }) => title !== undefined)) {
    const isFound = (await search(resident, item)).includes(item.id)
    expect(isFound, `${resident.username} finds ${item.title}`).toBe(shown.includes(item))
  }
  await expectByIds(resident, unseen)
}

/** A neutral name replaces a hidden one; retired items are still found by id. */
async function expectByIds(resident: Resident, unseen: Unseen): Promise<void> {
  const { hidden, names, retired, shown } = unseen
  const query = `query ($ids: [ID!]!) {
    nodes(ids: $ids) { id ... on Identity { username displayName } }
  }`
  const seen = [...names, ...retired, ...shown]
  const ids = [...hidden, ...seen].map(({ id }) => id)
  const { nodes } = await resident.ask(query, { ids })
  const expected = [...hidden.map(() => null), ...seen.map(({ id }) => ({ id }))]
  expect(nodes, resident.username).toMatchObject(expected)
  for (const { id, title } of names) {
    const neutral = `person_${id.slice(-10)}`
    const person = { id, username: neutral, displayName: neutral }
    expect(nodes, `instead of ${title}`).toContainEqual(person)
  }
}
