// What a process passes on to those who watch the log of a service.
import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startEventFeed, type EventFeed, type FeedItem } from '#foundation/events/event-feed.ts'
import { startWokenLoop } from '#foundation/events/feed/woken-loop.ts'
import { testLog } from '#test/caller.ts'
import { emptyDatabase, type TestDatabase } from '#test/database.ts'
import { addBook, addBooks, openLibrary, type Library } from '#test/event-library.ts'

let database: TestDatabase
let library: Library
let feeds: EventFeed[] = []
beforeAll(async () => {
  database = await emptyDatabase()
  library = await openLibrary(database.url)
})
afterEach(async () => {
  await Promise.all(feeds.map((feed) => feed.stop()))
  feeds = []
})
afterAll(async () => {
  await library.destroy()
  await database.drop()
})

function start(): EventFeed {
  const now = () => new Date()
  const feed = startEventFeed({ db: library as never, now, log: testLog })
  feeds.push(feed)
  return feed
}

const subjectsOf = (items: readonly FeedItem[]) =>
  items.map((item) => (item === 'reset' ? item : item.subjectId))

test('an event that is numbered while the first watcher comes is in its state or reaches it', async () => {
  for (let n = 0; n < 20; n += 1) {
    const feed = start()
    const got: FeedItem[] = []
    const id = `raced-${n}`
    const added = addBook(library, id).then(() => feed.wake())
    feed.watch([id], (item) => got.push(item))
    const [{ lastPosition }] = await Promise.all([feed.state(), added])
    const isInState = async () => {
      const { rows } = await sql<{ position: number | null }>`
        select position from events where subject_id = ${id}`.execute(library)
      const { position } = rows[0]!
      return position !== null && position <= lastPosition
    }
    await expect.poll(async () => got.length > 0 || (await isInState())).toBe(true)
    await feed.stop()
  }
})

test('a watcher gets events by their subject and by what else changed, once each and in order', async () => {
  const feed = start()
  const got: FeedItem[] = []
  feed.watch(['first', 'north'], (item) => got.push(item))
  const unwatch = feed.watch(['second'], () => expect.unreachable())
  unwatch()
  await feed.state()
  await addBook(library, 'first')
  await addBook(library, 'second')
  feed.wake()
  await expect.poll(() => subjectsOf(got)).toEqual(['first', 'second'])
})

test('a watcher that throws does not keep events from the others', async () => {
  const feed = start()
  const got: FeedItem[] = []
  feed.watchAll(() => {
    throw new Error('This watcher fails.')
  })
  feed.watchAll((item) => got.push(item))
  await feed.state()
  for (const id of ['third', 'fourth']) {
    await addBook(library, id)
    feed.wake()
    await expect.poll(() => subjectsOf(got).at(-1)).toBe(id)
  }
  expect(subjectsOf(got)).toEqual(['third', 'fourth'])
})

test('watchers are reset when the log has lost what they have read, and go on', async () => {
  const feed = start()
  const got: FeedItem[] = []
  feed.watchAll((item) => got.push(item))
  await feed.state()
  await addBook(library, 'kept')
  feed.wake()
  await expect.poll(() => subjectsOf(got)).toEqual(['kept'])
  // As after a restore of a backup from before the last event, and before the feed looks at the log again.
  await library.transaction().execute(async (trx) => {
    await sql`update event_log set last_position = last_position - 1`.execute(trx)
    await sql`delete from events where subject_id = 'kept'`.execute(trx)
    await sql`update event_eras set database = 'elsewhere'`.execute(trx)
    await addBooks(trx, 'after the restore')
  })
  feed.hint()
  await expect.poll(() => subjectsOf(got)).toEqual(['kept', 'reset'])
  await addBook(library, 'later')
  feed.wake()
  await expect.poll(() => subjectsOf(got)).toEqual(['kept', 'reset', 'later'])
})

test('watchers are reset when events were swept before they read them', async () => {
  const feed = start()
  const got: FeedItem[] = []
  feed.watchAll((item) => got.push(item))
  await feed.state()
  await sql`
    update event_log set last_position = last_position + 5, swept_position = last_position + 5`.execute(
    library,
  )
  feed.hint()
  await expect.poll(() => subjectsOf(got)).toEqual(['reset'])
})

test('a loop counts as lagging from the first incomplete round until a complete one', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const outcomes: (() => Promise<boolean>)[] = [
    () => Promise.resolve(false),
    () => Promise.resolve(true),
    () => Promise.reject(new Error('The database is away.')),
  ]
  let rounds = 0
  let isBack = false
  const loop = startWokenLoop({
    name: 'count',
    round: () => (isBack ? Promise.resolve(false) : outcomes[Math.min(rounds++, 2)]!()),
    minPauseMs: 1,
    maxPauseMs: 20,
    log: testLog,
  })
  expect(loop.lagSeconds()).toBe(0)
  loop.wake()
  await expect.poll(() => rounds).toBeGreaterThan(5)
  vi.advanceTimersByTime(5_000)
  const failed = rounds
  await expect.poll(() => rounds).toBeGreaterThan(failed + 1)
  expect(loop.lagSeconds()).toBeGreaterThanOrEqual(5)
  isBack = true
  await expect.poll(() => loop.lagSeconds()).toBeLessThan(1)
  await loop.stop()
})

test('rounds run outside the request that wakes them, one at a time, and end with the loop', async () => {
  const requests = new AsyncLocalStorage<string>()
  const seen: (string | undefined)[] = []
  let running = 0
  const round = vi.fn(async () => {
    running += 1
    expect(running).toBe(1)
    seen.push(requests.getStore())
    await sql`select 1`.execute(library)
    running -= 1
    return round.mock.calls.length < 3
  })
  const loop = startWokenLoop({
    name: 'test',
    round,
    minPauseMs: 1,
    maxPauseMs: 60_000,
    log: testLog,
  })
  requests.run('a request', () => loop.wake())
  await expect.poll(() => round.mock.calls.length).toBe(3)
  await loop.stop()
  loop.wake()
  expect(seen).toEqual([undefined, undefined, undefined])
})
