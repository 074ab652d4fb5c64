// A hidden scroll is visible to its author and administrators, and to nobody else over any path.
import { beforeEach, expect, test } from 'vitest'
import { duringTests } from '#test/during-tests.ts'
import type { Person } from '#test/subgraph.ts'
import type { ScrollTables } from '../tables.ts'
import {
  BY_ID,
  EDIT,
  EVERYWHERE,
  HIDE,
  NOWHERE,
  REASON,
  sightOf,
  startChronicle,
  UNHIDE,
  WITHDRAW,
} from './life-cycle.ts'

const story = duringTests(startChronicle)

/** Ada is the author, grace somebody of her house, alan of another. */
let ada: Person
let grace: Person
let alan: Person
let id: string
beforeEach(async () => {
  ada = await story.someone()
  grace = await story.someone()
  alan = await story.someone({ house: 'Ember' })
  id = await story.publish(ada)
})

const hide = (reason = REASON) => story.act(story.admin, HIDE, { input: { id, reason } })
const unhide = () => story.act(story.admin, UNHIDE, { id })
const gone = () => ({ code: 'NOT_FOUND', details: { resource: 'Scroll', id } })

test('A hidden scroll is invisible to its readers over every path until it is shown again', async () => {
  await hide()
  for (const as of [grace, alan]) expect(await sightOf(story, as, ada, id)).toEqual(NOWHERE)
  expect(await story.refusal(grace, WITHDRAW, { id })).toEqual(gone())
  await unhide()
  for (const as of [grace, alan]) expect(await sightOf(story, as, ada, id)).toEqual(EVERYWHERE)
})

test('The author sees a hidden scroll everywhere, and administrators by its id, with the reason', async () => {
  const moderation = { hiddenAt: story.later(), reason: REASON }
  expect(await hide()).toMatchObject({ id, moderation, revisions: null })
  expect(await sightOf(story, ada, ada, id)).toEqual(EVERYWHERE)
  expect(await sightOf(story, story.admin, ada, id)).toEqual(BY_ID)
  for (const as of [ada, story.admin]) {
    expect(await story.read(as, id)).toMatchObject({ moderation, content: 'We had one stove.' })
  }
  // An administrator without the scope reads like anybody else.
  const query = `{ scroll(id: "${id}") { id } }`
  expect(await story.scroll.refusal(query, { as: story.admin })).toEqual(gone())
  expect(await unhide()).toMatchObject({ moderation: null })
})

test('Hiding or showing a scroll twice changes nothing more, and each change is audited once', async () => {
  story.later()
  const hidden = await hide()
  story.later()
  expect(await hide('Another one.')).toEqual(hidden)
  const shown = await unhide()
  story.later()
  expect(await unhide()).toEqual(shown)
  const entries = await story.scroll
    .tables<ScrollTables>('scroll')
    .selectFrom('auditOutbox')
    .select(['kind', 'details'])
    .orderBy('at')
    .execute()
  const by = story.admin.id
  expect(entries.filter(({ details }) => details.id === id)).toEqual([
    { kind: 'content_hidden', details: { type: 'Scroll', id, reason: REASON, by } },
    { kind: 'content_shown', details: { type: 'Scroll', id, by } },
  ])
})

test('A hidden scroll can be edited and stays hidden', async () => {
  await hide()
  const edited = await story.act(ada, EDIT, { id, input: { content: 'Nobody.' } })
  expect(edited).toMatchObject({ content: 'Nobody.', moderation: { reason: REASON } })
  expect(await sightOf(story, grace, ada, id)).toEqual(NOWHERE)
})

test('A hidden scroll that is made private is visible only to its author, and stays hidden', async () => {
  await hide()
  await story.act(ada, EDIT, { id, input: { visibility: 'private', content: 'Mine alone.' } })
  expect(await sightOf(story, story.admin, ada, id)).toEqual(NOWHERE)
  const input = { id, reason: REASON }
  expect(await story.refusal(story.admin, HIDE, { input })).toEqual(gone())
  expect(await story.refusal(story.admin, UNHIDE, { id })).toEqual(gone())
  await story.act(ada, EDIT, { id, input: { visibility: 'public' } })
  expect(await sightOf(story, grace, ada, id)).toEqual(NOWHERE)
  expect(await unhide()).toMatchObject({ moderation: null })
})

test('A private scroll is not found by administrators', async () => {
  const secret = { id, input: { visibility: 'private', content: 'Mine alone.' } }
  await story.act(ada, EDIT, secret)
  const input = { id, reason: REASON }
  expect(await story.refusal(story.admin, HIDE, { input })).toEqual(gone())
  expect(await story.refusal(story.admin, UNHIDE, { id })).toEqual(gone())
  await story.act(ada, EDIT, { id, input: { visibility: 'house' } })
  // An administrator need not be of the house.
  expect(await hide()).toMatchObject({ visibility: 'house', moderation: { reason: REASON } })
  await unhide()
  expect(await sightOf(story, story.admin, ada, id)).toEqual(NOWHERE)
  expect(await story.refusal(story.admin, UNHIDE, { id })).toEqual(gone())
})

test('A withdrawn scroll cannot be hidden or shown', async () => {
  await hide()
  await story.act(ada, WITHDRAW, { id })
  const input = { id, reason: REASON }
  expect(await story.refusal(story.admin, HIDE, { input })).toEqual(gone())
  expect(await story.refusal(story.admin, UNHIDE, { id })).toEqual(gone())
  expect(await sightOf(story, story.admin, ada, id)).toEqual(NOWHERE)
  expect(await sightOf(story, ada, ada, id)).toEqual(BY_ID)
})

test('Who watches a scroll sees its edits, and nothing while it is hidden or private', async () => {
  const query = 'subscription ($id: ID!) { scroll(id: $id) { title } }'
  const watch = (as: Person) => story.scroll.subscribe(query, { as, variables: { id } })
  const edit = (input: object) => story.act(ada, EDIT, { id, input })
  await using author = watch(ada)
  await using reader = watch(grace)
  for (const live of [author, reader]) await live.data()
  const shown = reader.data()
  await hide()
  await author.data()
  await edit({ title: 'The Second Winter' })
  await author.data()
  await unhide()
  expect(await shown).toEqual({ scroll: { title: 'The Second Winter' } })
  await author.data()
  const next = reader.data()
  await edit({ title: 'The Third Winter', visibility: 'private' })
  await author.data()
  await edit({ title: 'The Last Winter', visibility: 'public' })
  expect(await next).toEqual({ scroll: { title: 'The Last Winter' } })
})
