// Who learns of what happens to scrolls.
import { beforeEach, expect, test } from 'vitest'
import { duringTests } from '#test/during-tests.ts'
import { readFromNow } from '#test/event-reader.ts'
import type { Person, Request } from '#test/subgraph.ts'
import { EDIT, HIDE, REASON, startChronicle, UNHIDE, WITHDRAW } from './life-cycle.ts'

const story = duringTests(startChronicle)

/** Ada is the author, grace somebody of her house, alan of another. */
let ada: Person
let grace: Person
let alan: Person
let learnedBy: (request: Request) => Promise<string[]>
beforeEach(async () => {
  ada = await story.someone()
  grace = await story.someone()
  alan = await story.someone({ house: 'Ember' })
  learnedBy = await readFromNow(story.scroll, 'scroll')
})
const asAdmin = () => ({ as: story.admin, scopes: ['identity', 'admin'] })

test('A scroll for a house is known to that house', async () => {
  const id = await story.publish(ada, { visibility: 'house' })
  await story.act(ada, EDIT, { id, input: { title: 'The Second Winter' } })
  for (const as of [ada, grace]) {
    expect(await learnedBy({ as })).toEqual(['scroll.published', 'scroll.edited'])
  }
  for (const one of [{ as: alan }, asAdmin()]) expect(await learnedBy(one)).toEqual([])
})

test('With Identity away, a reader whose house is unknown skips no events', async () => {
  await story.publish(ada, { visibility: 'house' })
  await story.scroll.stopService('identity')
  try {
    for (const one of [{ as: grace }, asAdmin()]) {
      await expect(learnedBy(one)).rejects.toThrow('does not answer')
    }
  } finally {
    await story.scroll.startService('identity')
  }
  expect(await learnedBy({ as: grace })).toEqual(['scroll.published'])
})

test('With Identity away, a subscription ends with an outage instead of skipping a change', async () => {
  const id = await story.publish(ada, { visibility: 'house' })
  const query = `subscription Scroll($id: ID!) { scroll(id: $id) { title } }`
  await using live = story.scroll.subscribe(query, { as: grace, variables: { id } })
  expect(await live.data()).toMatchObject({ scroll: { title: expect.any(String) as string } })
  await story.scroll.stopService('identity')
  try {
    await story.act(ada, EDIT, { id, input: { title: 'The Second Winter' } })
    const last = await live.next()
    expect(last).toMatchObject({
      errors: [{ extensions: { code: 'INTERNAL_ERROR', details: { retry: true } } }],
    })
    expect(last).not.toHaveProperty('data')
    expect(await live.next()).toBeUndefined()
  } finally {
    await story.scroll.startService('identity')
  }
})

test('With Identity away, a subscription of a public scroll goes on', async () => {
  const id = await story.publish(ada, { visibility: 'public' })
  const query = `subscription Scroll($id: ID!) { scroll(id: $id) { title } }`
  await using live = story.scroll.subscribe(query, { as: grace, variables: { id } })
  await live.data()
  await story.scroll.stopService('identity')
  try {
    await story.act(ada, EDIT, { id, input: { title: 'The Third Winter' } })
    expect(await live.data()).toEqual({ scroll: { title: 'The Third Winter' } })
  } finally {
    await story.scroll.startService('identity')
  }
})

test('What happened to a scroll while it was private stays with its author', async () => {
  const id = await story.publish(ada, { visibility: 'private' })
  await story.act(ada, EDIT, { id, input: { title: 'The Second Winter' } })
  for (const one of [{ as: grace }, asAdmin()]) expect(await learnedBy(one)).toEqual([])
  await story.act(ada, EDIT, { id, input: { visibility: 'public' } })
  expect(await learnedBy({ as: alan })).toEqual(['scroll.edited'])
  expect(await learnedBy({ as: ada })).toEqual([
    'private_scroll.published',
    'private_scroll.edited',
    'scroll.edited',
  ])
})

test('Readers learn neither that a scroll is hidden nor that it was', async () => {
  const id = await story.publish(ada)
  await story.act(story.admin, HIDE, { input: { id, reason: REASON } })
  for (const as of [grace, alan]) expect(await learnedBy({ as })).toEqual([])
  for (const one of [{ as: ada }, asAdmin()]) {
    expect(await learnedBy(one)).toEqual(['scroll.published', 'scroll.hidden'])
  }
  await story.act(story.admin, UNHIDE, { id })
  expect(await learnedBy({ as: grace })).toEqual(['scroll.published', 'scroll.shown'])
})

test('A withdrawn scroll and its past are its author’s alone', async () => {
  const id = await story.publish(ada)
  await story.act(ada, WITHDRAW, { id })
  for (const one of [{ as: grace }, asAdmin()]) expect(await learnedBy(one)).toEqual([])
  expect(await learnedBy({ as: ada })).toEqual(['scroll.published', 'scroll.withdrawn'])
})
