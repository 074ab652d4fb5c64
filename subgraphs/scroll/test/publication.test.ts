// Publishing a scroll: the data of its author, its bounds, and the need for Identity.
import { beforeEach, describe, expect, test } from 'vitest'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { IdentityTables } from '../../identity/tables.ts'
import type { ScrollTables } from '../tables.ts'

const scroll = testSubgraph('scroll')
let ada: Person
beforeEach(async () => {
  ada = await someone()
})

const someone = (about: object = {}) =>
  scroll.join(`p${crypto.randomUUID().slice(0, 8)}`, { displayName: 'Ada', ...about })

const PUBLISH = `mutation ($input: PublishScrollInput!) {
  publishScroll(input: $input) {
    id title content author house visibility settlementWeight createdAt authorIdentity { id }
  }
}`
const WINTER = { title: 'The First Winter', content: 'We had one stove.' }
const publish = async (as: Person, change: object = {}) => {
  const variables = { input: { ...WINTER, ...change } }
  return (await scroll.ask(PUBLISH, { as, variables })).publishScroll
}
const refusal = (as: { id: string }, change: object = {}) =>
  scroll.refusal(PUBLISH, { as, variables: { input: { ...WINTER, ...change } } })
const stored = () =>
  scroll
    .tables<ScrollTables>('scroll')
    .selectFrom('scrolls')
    .selectAll()
    .where('authorId', '=', ada.id)
    .execute()

test('A scroll has its author’s name and house, and is public by default', async () => {
  expect(await publish(ada)).toEqual({
    ...WINTER,
    id: expect.stringMatching(/^scroll_/) as string,
    author: 'Ada',
    house: 'Aether',
    visibility: 'public',
    settlementWeight: 1,
    createdAt: scroll.clock.now.toISOString(),
    authorIdentity: { id: ada.id },
  })
  expect(await publish(ada, { visibility: null })).toMatchObject({ visibility: 'public' })
  expect(await publish(ada, { visibility: 'private' })).toMatchObject({ visibility: 'private' })
})

test('A scroll keeps the name, house and weight of its publication', async () => {
  const { id } = await publish(ada)
  await scroll
    .tables<IdentityTables>('identity')
    .updateTable('identities')
    .set({ displayName: 'Countess', house: 'Ember', xp: 122_500 })
    .where('id', '=', ada.id)
    .execute()
  expect(await publish(ada)).toMatchObject({
    author: 'Countess',
    house: 'Ember',
    settlementWeight: 6,
  })
  const query = 'query ($id: ID!) { scroll(id: $id) { author house settlementWeight } }'
  const { scroll: kept } = await scroll.ask(query, { as: ada, variables: { id } })
  expect(kept).toEqual({ author: 'Ada', house: 'Aether', settlementWeight: 1 })
})

test.each([
  [1, 0, 1],
  [9, 4_499, 1],
  [10, 4_500, 2],
  [19, 18_999, 2],
  [20, 19_000, 3],
  [50, 122_500, 6],
])('a scroll by an author of level %i (%i xp) weighs %i', async (level, xp, weight) => {
  const author = await someone({ xp })
  const { me } = await scroll.ask('{ me { level } }', { as: author, at: 'identity' })
  expect(me).toEqual({ level })
  expect(await publish(author)).toMatchObject({ settlementWeight: weight })
})

describe('title and content', () => {
  test('Title and content may have 200 and 50,000 characters, whatever their bytes', async () => {
    const longest = { title: '🜂'.repeat(200), content: '🜂'.repeat(50_000) }
    expect(await publish(ada, longest)).toMatchObject(longest)
    expect(await publish(ada, { title: 'x', content: 'y' })).toMatchObject({ content: 'y' })
  })

  test.each([
    ['title', '', 200],
    ['title', 'x'.repeat(201), 200],
    ['content', '', 50_000],
    ['content', 'x'.repeat(50_001), 50_000],
  ])('Title and content out of these bounds are refused: %s', async (field, text, max) => {
    expect(await refusal(ada, { [field]: text })).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field, reason: `must have 1 to ${max} characters` },
    })
  })

  test('A blank title is refused', async () => {
    expect(await refusal(ada, { title: '\u2800\u{E0041}' })).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field: 'title', reason: 'must not be blanks alone' },
    })
  })

  test('A refusal names the title and the content at once', async () => {
    expect(await refusal(ada, { title: '', content: '' })).toMatchObject({
      details: { issues: [{ field: 'title' }, { field: 'content' }] },
    })
  })
})

describe('publishing is refused', () => {
  const AWAY = {
    code: 'INTERNAL_ERROR',
    details: { service: 'identity', retry: true, requestId: 'test-request' },
  }

  test('Publishing while Identity is away is refused, and nothing is stored', async () => {
    await scroll.stopService('identity')
    expect(await refusal(ada)).toEqual(AWAY)
    expect(await stored()).toEqual([])
    await scroll.startService('identity')
    expect(await publish(ada)).toMatchObject({ author: 'Ada' })
    expect(await stored()).toHaveLength(1)
  })

  test('Publishing validates the input before calling Identity', async () => {
    await scroll.stopService('identity')
    expect(await refusal(ada, { title: '' })).toMatchObject({ code: 'VALIDATION_ERROR' })
    await scroll.startService('identity')
  })

  test('Publishing is refused to a person whom Identity does not know', async () => {
    expect(await refusal({ id: 'identity_unknown' })).toEqual({
      code: 'NOT_FOUND',
      details: { resource: 'Identity', id: 'identity_unknown' },
    })
  })
})
