// Operations that edit, withdraw and hide scrolls, for these tests.
import { startTestSubgraph, type Data, type Person } from '#test/subgraph.ts'

const SCROLL = `
  id title content author house visibility settlementWeight createdAt editedAt withdrawnAt
  moderation { hiddenAt reason }
  revisions(first: 100) { nodes { id title content visibility writtenAt } totalCount }
`
const PUBLISH = `mutation ($input: PublishScrollInput!) {
  publishScroll(input: $input) { ${SCROLL} }
}`
export const EDIT = `mutation ($id: ID!, $input: EditScrollInput!) {
  editScroll(scrollId: $id, input: $input) { ${SCROLL} }
}`
export const WITHDRAW = `mutation ($id: ID!) { withdrawScroll(scrollId: $id) { ${SCROLL} } }`
export const HIDE = `mutation ($input: HideScrollInput!) { hideScroll(input: $input) { ${SCROLL} } }`
export const UNHIDE = `mutation ($id: ID!) { unhideScroll(scrollId: $id) { ${SCROLL} } }`

export const REASON = 'Names people who did not agree.'

/** The Scroll service with an administrator, and operations of people. */
export async function startChronicle() {
  const scroll = await startTestSubgraph('scroll')
  const someone = (about?: object) => scroll.join(`p${crypto.randomUUID().slice(0, 8)}`, about)
  const admin = await someone({ role: 'admin', house: 'Tide' })
  const asking = (as: { id: string }, variables: object) => ({
    as,
    variables: { ...variables },
    ...(as.id === admin.id && { scopes: ['identity', 'admin'] }),
  })
  /** Runs a mutation and returns the value of its root field. */
  const act = async (as: Person, mutation: string, variables: object): Promise<Data> => {
    const data: Record<string, Data> = await scroll.ask(mutation, asking(as, variables))
    return Object.values(data)[0]
  }
  const run = (as: { id: string }, operation: string, variables: object = {}) =>
    scroll.run(operation, asking(as, variables))
  return {
    scroll,
    stop: () => scroll.stop(),
    someone,
    admin,
    act,
    run,
    refusal: (as: { id: string }, operation: string, variables: object) =>
      scroll.refusal(operation, asking(as, variables)),
    publish: async (as: Person, about: object = {}): Promise<string> => {
      const input = { title: 'The First Winter', content: 'We had one stove.', ...about }
      return (await act(as, PUBLISH, { input })).id
    },
    /** Reads a scroll as a given person; null if it is not found. */
    async read(as: Person, id: string): Promise<Data> {
      const { data, errors = [] } = await run(as, `{ scroll(id: "${id}") { ${SCROLL} } }`)
      for (const { extensions } of errors) {
        const details = { resource: 'Scroll', id }
        if (extensions?.code !== 'NOT_FOUND') throw new Error(JSON.stringify(extensions))
        if (JSON.stringify(extensions.details) !== JSON.stringify(details)) {
          throw new Error(JSON.stringify(extensions))
        }
      }
      return data!.scroll
    },
    /** Advances the clock, so that what follows has another time. */
    later(): string {
      scroll.clock.now = new Date(scroll.clock.now.getTime() + 1_000)
      return scroll.clock.now.toISOString()
    },
  }
}

export type Chronicle = Awaited<ReturnType<typeof startChronicle>>

/** The paths over which a person finds a scroll. Throws if a total differs from the list. */
export async function sightOf(story: Chronicle, as: Person, author: Person, id: string) {
  const query = `{
    scrolls(first: 100) { nodes { id } totalCount }
    _entities(representations: [
      { __typename: "Scroll", id: "${id}" }, { __typename: "Identity", id: "${author.id}" }
    ]) {
      ... on Scroll { id }
      ... on Identity { scrolls(first: 100) { nodes { id } totalCount } }
    }
  }`
  const { data } = await story.run(as, query)
  const { scrolls, _entities } = data as Record<string, Data>
  const [entity, { scrolls: own }] = _entities
  const has = (list: Data) => list.nodes.some((node: { id: string }) => node.id === id)
  const isWhole = (list: Data) => list.nodes.length === list.totalCount
  if (!isWhole(own) || !isWhole(scrolls))
    throw new Error(`A total is wrong: ${JSON.stringify(data)}`)
  const byId = (await story.read(as, id)) !== null
  return { list: has(scrolls), author: has(own), byId, entity: entity !== null }
}

export const EVERYWHERE = { list: true, author: true, byId: true, entity: true }
export const BY_ID = { list: false, author: false, byId: true, entity: true }
export const NOWHERE = { list: false, author: false, byId: false, entity: false }
