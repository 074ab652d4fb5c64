// Who sees which scroll, over every path that leads to one.
import { describe, expect, test } from 'vitest'
import { addScroll } from '#test/story.ts'
import { testSubgraph, type Request } from '#test/subgraph.ts'
import type { IdentityTables } from '../../identity/tables.ts'
import type { ScrollContext } from '../context.ts'
import { getContent, getScroll } from '../domain/scroll.ts'
import { EDIT } from './life-cycle.ts'

const scroll = testSubgraph('scroll')

const someone = (house: string) =>
  scroll.join(`p${crypto.randomUUID().slice(0, 8)}`, { house, displayName: 'Ada' })

const VISIBILITIES = ['public', 'house', 'private'] as const

/** An author of Aether with one scroll of each visibility. */
async function chronicle() {
  const author = await someone('Aether')
  const ids = new Map<string, string>()
  for (const visibility of VISIBILITIES) {
    const about = { authorId: author.id, author: 'Ada', house: 'Aether', title: visibility }
    ids.set(await addScroll(scroll, { ...about, visibility }), visibility)
  }
  return { author, ids }
}
type Chronicle = Awaited<ReturnType<typeof chronicle>>

interface Titled {
  nodes: { id: string; title: string }[]
  edges: { node: { id: string } }[]
  totalCount: number
}

/** Every path to scrolls; each returns the titles that it shows of the chronicle. */
const PATHS: Record<string, (request: Request, written: Chronicle) => Promise<string[]>> = {
  async 'the list'(request, { ids }) {
    const { scrolls } = await scroll.ask('{ scrolls(first: 100) { nodes { id title } } }', request)
    return (scrolls as Titled).nodes.filter(({ id }) => ids.has(id)).map(({ title }) => title)
  },
  async 'one by its id'(request, { ids }) {
    const query = 'query ($id: ID!) { scroll(id: $id) { title content } }'
    const responses = await Promise.all(
      [...ids.keys()].map((id) => scroll.run(query, { ...request, variables: { id } })),
    )
    for (const { data, errors } of responses) {
      if (!data?.scroll) expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
    }
    return responses.flatMap(({ data }) => (data?.scroll as { title: string } | null)?.title ?? [])
  },
  async 'an entity'(request, { ids }) {
    const of = [...ids.keys()].map((id) => ({ __typename: 'Scroll', id }))
    const { _entities } = await scroll.ask(
      'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Scroll { title content } } }',
      { ...request, variables: { of } },
    )
    return _entities.flatMap((found: { title: string } | null) => found?.title ?? [])
  },
  async 'its author'(request, { author }) {
    const of = [{ __typename: 'Identity', id: author.id }]
    const { _entities } = await scroll.ask(
      `query ($of: [_Any!]!) {
        _entities(representations: $of) {
          ... on Identity { scrolls { nodes { id title } edges { node { id } } totalCount } }
        }
      }`,
      { ...request, variables: { of } },
    )
    const { nodes, edges, totalCount } = _entities[0].scrolls as Titled
    expect(edges.map(({ node }) => node.id)).toEqual(nodes.map(({ id }) => id))
    expect(totalCount).toBe(nodes.length)
    return nodes.map(({ title }) => title)
  },
}

type ReadRequest = (written: Chronicle) => Promise<Request>

const READERS: [who: string, sees: string[], reading: ReadRequest][] = [
  ['their author', ['public', 'house', 'private'], async ({ author }) => ({ as: author })],
  [
    'somebody of the same house',
    ['public', 'house'],
    async () => ({ as: await someone('Aether') }),
  ],
  ['somebody of another house', ['public'], async () => ({ as: await someone('Ember') })],
  [
    'somebody who has left the house',
    ['public'],
    async () => ({ as: await moved(await someone('Aether'), 'Ember') }),
  ],
  [
    'somebody who has come to the house',
    ['public', 'house'],
    async () => ({ as: await moved(await someone('Ember'), 'Aether') }),
  ],
  [
    'their author, of another house since',
    ['public', 'house', 'private'],
    async ({ author }) => ({ as: await moved(author, 'Ember') }),
  ],
  ['a client that is nobody', ['public'], async () => ({ as: { id: 'test-client' } })],
  ['somebody whom Identity does not know', ['public'], async () => ({ as: { id: 'ghost' } })],
  [
    'the same house through the router',
    ['public', 'house'],
    async () => ({ as: await someone('Aether'), service: 'router' }),
  ],
]

async function moved<Who extends { id: string }>(person: Who, house: string): Promise<Who> {
  await scroll
    .tables<IdentityTables>('identity')
    .updateTable('identities')
    .set({ house })
    .where('id', '=', person.id)
    .execute()
  return person
}

describe.each(Object.keys(PATHS))('through %s', (path) => {
  test.each(READERS)('%s sees %j', async (_who, sees, reading) => {
    const written = await chronicle()
    const request = await reading(written)
    expect((await PATHS[path]!(request, written)).toSorted()).toEqual(sees.toSorted())
  })
})

test.each(READERS)(
  'The total is the number of scrolls that %s sees',
  async (_who, _sees, reading) => {
    const request = await reading(await chronicle())
    await chronicle()
    const ids: string[] = []
    for (let page = await pageFrom(request); page.nodes.length > 0;) {
      ids.push(...page.nodes.map(({ id }) => id))
      page = await pageFrom(request, ids.length)
    }
    expect((await pageFrom(request)).totalCount).toBe(ids.length)
  },
)

async function pageFrom(request: Request, offset = 0): Promise<Titled> {
  const query = `{ scrolls(first: 100, offset: ${offset}) { nodes { id } totalCount } }`
  return (await scroll.ask(query, request)).scrolls as Titled
}

describe('a service that acts for nobody', () => {
  test.each(['an entity', 'its author'])(
    'A service that acts for nobody sees the public scroll through %s',
    async (path) => {
      expect(await PATHS[path]!({ service: 'router' }, await chronicle())).toEqual(['public'])
    },
  )
})

describe('one statement loads', () => {
  const statements = async (of: string[], type: string, selection: string) => {
    const representations = of.map((id) => `{ __typename: "${type}", id: "${id}" }`).join()
    const query = `{
      _entities(representations: [${representations}]) { ... on ${type} { ${selection} } }
    }`
    return (await scroll.plans(query, { as: await someone('Ember') })).length
  }

  test('One statement loads many scrolls, and one their contents', async () => {
    const ids = [await chronicle(), await chronicle()].flatMap((written) => [...written.ids.keys()])
    expect(await statements(ids, 'Scroll', 'title')).toBe(1)
    expect(await statements(ids, 'Scroll', 'title content')).toBe(2)
  })

  test('One statement loads the scrolls of many people', async () => {
    const authors = [await chronicle(), await chronicle(), await chronicle()]
    const ids = authors.map(({ author }) => author.id)
    expect(await statements(ids, 'Identity', 'scrolls { nodes { title } }')).toBe(1)
  })
})

test('Nobody reads a text that its author has made private since the scroll was found', async () => {
  const { author, ids } = await chronicle()
  const [id] = [...ids].find(([, visibility]) => visibility === 'public')!
  await scroll.readPlans(async (anybody) => {
    const ctx = anybody as ScrollContext
    const found = await getScroll(ctx, id)
    const input = { content: 'A secret.', visibility: 'private' }
    await scroll.ask(EDIT, { as: author, variables: { id, input } })
    await expect(getContent(ctx, found)).rejects.toMatchObject({
      extensions: { code: 'NOT_FOUND' },
    })
  })
})
