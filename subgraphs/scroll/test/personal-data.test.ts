// What the Scroll service exports about a person, and what is left after they are erased.
import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#foundation/domain/ids.ts'
import { duringTests } from '#test/during-tests.ts'
import {
  cutOff,
  expectKeptTotal,
  rowsWith,
  suffixOf,
  wordOf,
  whileWaiting,
  countErasureEvents,
} from '#test/erasure.ts'
import type { Data, Person } from '#test/subgraph.ts'
import type { ScrollTables } from '../tables.ts'
import { EDIT, HIDE, REASON, startChronicle, WITHDRAW } from './life-cycle.ts'

const story = duringTests(startChronicle)

let ada: Person
let name: string
let grace: Person
beforeEach(async () => {
  name = `Ada ${crypto.randomUUID()}`
  ada = await story.someone({ displayName: name })
  grace = await story.someone()
})

const hide = (id: string) => ({
  as: story.admin,
  scopes: ['identity', 'admin'],
  variables: { input: { id, reason: REASON } },
  key: `hide-${id}`,
})

/** A scroll of every kind; the first has been edited. */
async function write(as: Person) {
  const edited = await story.publish(as, { title: 'Edited', content: `As ${as.id} wrote it.` })
  story.later()
  await story.act(as, EDIT, { id: edited, input: { content: 'As it is now.' } })
  const hidden = await story.publish(as, { title: 'Hidden' })
  await story.scroll.ask(HIDE, hide(hidden))
  const own = await story.publish(as, { title: 'Private', visibility: 'private' })
  const withdrawn = await story.publish(as, { title: 'Withdrawn' })
  await story.act(as, WITHDRAW, { id: withdrawn })
  return { edited, hidden, own, withdrawn }
}

const schema = 'scroll'
const stored = (id: string): Promise<Data> =>
  story.scroll
    .tables<ScrollTables>(schema)
    .selectFrom('scrolls')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
const expectTotals = () =>
  expectKeptTotal(story.scroll, schema, 'scrolls', 'withdrawn_at is null and hidden_at is null')

test('A person exports every scroll of theirs, with every earlier version', async () => {
  const { edited } = await write(ada)
  await write(grace)
  const { scrolls, revisions } = await story.scroll.exportPerson(ada)
  expect(scrolls!.map(({ title }) => `${title}`).toSorted()).toEqual([
    'Edited',
    'Hidden',
    'Private',
    'Withdrawn',
  ])
  expect(scrolls).toContainEqual(expect.objectContaining({ title: 'Hidden', hiddenReason: REASON }))
  expect(revisions).toMatchObject([{ scrollId: edited, content: `As ${ada.id} wrote it.` }])
})

describe.each(['keep', 'erase'] as const)('once somebody who chose “%s” is erased', (scrolls) => {
  test('After an interrupted erasure is repeated, nothing names the person', async () => {
    const { edited } = await write(ada)
    await write(grace)
    const lock = `select from scroll_revisions where scroll_id = '${edited}' for update`
    const erase = () => story.scroll.erasePerson(ada, { scrolls, tombstone: `identity_${scrolls}` })
    await cutOff(story.scroll, schema, lock, erase)
    expect(await rowsWith(story.scroll, schema, [suffixOf(ada)])).not.toEqual([])
    await erase()
    await erase()
    expect(await rowsWith(story.scroll, schema, [suffixOf(ada), wordOf(name)])).toEqual([])
    expect(await countErasureEvents(story.scroll, schema, ada)).toBe(1)
    expect((await story.scroll.exportPerson(grace)).scrolls).toHaveLength(4)
    await expectTotals()
  })
})

test('Scrolls that are kept lose the name and the history, and stay hidden if they were', async () => {
  const { edited, hidden, own, withdrawn } = await write(ada)
  const tombstone = await story.scroll.erasePerson(ada, { scrolls: 'keep' })
  const anonymous = { authorId: tombstone, author: 'Someone who left' }
  expect(await stored(edited)).toMatchObject({ ...anonymous, content: 'As it is now.' })
  expect(await stored(hidden)).toMatchObject({ ...anonymous, hiddenReason: REASON })
  expect(await story.read(grace, edited)).toMatchObject({ author: 'Someone who left' })
  // Erased with either choice, because nobody else could read these.
  expect(await stored(own)).toBeUndefined()
  expect(await stored(withdrawn)).toBeUndefined()
  expect(await story.scroll.exportPerson({ id: tombstone })).not.toHaveProperty('revisions')
})

test('Erased scrolls are gone with their history', async () => {
  const { edited, hidden } = await write(ada)
  await story.scroll.erasePerson(ada, { scrolls: 'erase' })
  expect(await stored(edited)).toBeUndefined()
  expect(await stored(hidden)).toBeUndefined()
  expect(await story.read(grace, edited)).toBeNull()
})

test('Stored responses about scrolls of another person with the same name stay', async () => {
  const namesake = await story.someone({ displayName: name })
  await story.publish(ada)
  const id = await story.publish(namesake)
  await story.scroll.ask(HIDE, hide(id))
  await story.scroll.erasePerson(ada, { scrolls: 'keep' })
  const responses = await rowsWith(story.scroll, schema, [`\\\\"author\\\\":\\\\"${name}`])
  expect(
    responses.filter((row) => row.startsWith('idempotency_keys') && row.includes(id)),
  ).toHaveLength(1)
})

test('the erasure waits for an edit, and erases the version that it kept', async () => {
  const id = await story.publish(ada)
  const revision = {
    id: newId('revision'),
    scrollId: id,
    title: 'As it was',
    content: `By ${name}.`,
    visibility: 'public' as const,
    writtenAt: new Date(),
  }
  await whileWaiting<ScrollTables, string>(
    story.scroll,
    schema,
    () => story.scroll.erasePerson(ada, { scrolls: 'keep' }),
    (trx) => trx.selectFrom('scrolls').select('id').where('id', '=', id).forUpdate().execute(),
    (trx) => trx.insertInto('scrollRevisions').values(revision).execute(),
  )
  expect(await rowsWith(story.scroll, schema, [suffixOf(ada), wordOf(name)])).toEqual([])
})

test('a scroll that is hidden while its author is erased ends up hidden and without a name', async () => {
  const id = await story.publish(ada)
  await Promise.all([
    story.scroll.ask(HIDE, hide(id)),
    story.scroll.erasePerson(ada, { scrolls: 'keep' }),
  ])
  expect(await stored(id)).toMatchObject({ author: 'Someone who left', hiddenReason: REASON })
  expect(await rowsWith(story.scroll, schema, [suffixOf(ada)])).toEqual([])
  await expectTotals()
})
