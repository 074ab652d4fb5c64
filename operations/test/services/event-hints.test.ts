// Events reach another process of the service over a Valkey, and without hints behind PgBouncer.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startEventFeed, type FeedItem } from '#foundation/events/event-feed.ts'
import { createEventHints, type EventHints } from '#foundation/events/hints/event-hints.ts'
import { testLog } from '#test/caller.ts'
import { emptyDatabase, type TestDatabase } from '#test/database.ts'
import { addBook, openLibrary } from '#foundation/test/event-library.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'
import { freePorts } from '#test/ports.ts'
import { TIMEOUT } from '#test/process.ts'
import { startValkey } from '../support/valkey.ts'

let database: TestDatabase
let resources: AsyncDisposableStack
beforeEach(async () => {
  resources = new AsyncDisposableStack()
  database = await emptyDatabase()
  resources.defer(() => database.drop())
})
afterEach(() => resources.disposeAsync())

/** A process of the service at this address of the database, with what somebody there gets. */
async function startProcess(databaseUrl: string, hints: EventHints) {
  const library = await openLibrary(databaseUrl)
  resources.defer(() => library.destroy())
  const got: FeedItem[] = []
  const onNumbered = hints.join({ databaseUrl, service: 'library' }, () => feed.hint())
  const now = () => new Date()
  const feed = startEventFeed({ db: library as never, now, log: testLog, onNumbered })
  resources.defer(() => feed.stop())
  feed.watchAll((item) => got.push(item))
  await feed.state()
  return { library, feed, got }
}

test('hints over a Valkey reach other processes alone, also after it was away', async () => {
  const [port] = (await freePorts(1)) as [number]
  let valkey = await startValkey(port)
  resources.defer(() => valkey.stop())
  const here = resources.use(await createEventHints(valkey.url, testLog))
  const there = resources.use(await createEventHints(valkey.url, testLog))
  const [own, other] = [vi.fn(), vi.fn()]
  const about = { databaseUrl: database.url, service: 'library' }
  const send = here.join(about, own)
  there.join(about, other)
  const isHeard = () => {
    send()
    return other.mock.calls.length
  }
  // One says that the channel is open.
  await expect.poll(isHeard, TIMEOUT).toBeGreaterThan(1)
  expect(own.mock.calls.length).toBeLessThanOrEqual(1)
  await valkey.stop()
  valkey = await startValkey(port)
  const before = other.mock.calls.length
  await expect.poll(isHeard, TIMEOUT).toBeGreaterThan(before + 1)
})

test('behind PgBouncer in transaction mode, processes number and find events without hints', async () => {
  const bouncer = await startPgBouncer(database.url, 3)
  resources.defer(() => bouncer.stop())
  const url = `${bouncer.url}?pgbouncer=true`
  const hints = resources.use(await createEventHints(undefined, testLog))
  const here = await startProcess(url, hints)
  const there = await startProcess(url, hints)
  await addBook(here.library, 'a')
  here.feed.wake()
  // No process is woken.
  await expect.poll(() => there.got, TIMEOUT).toMatchObject([{ subjectId: 'a' }])
  await addBook(here.library, 'b')
  await expect
    .poll(() => there.got, TIMEOUT)
    .toMatchObject([{ subjectId: 'a' }, { subjectId: 'b' }])
})
