// What a process passes on to those who watch the log of a service, and its hints to other processes.
import { AsyncLocalStorage } from 'node:async_hooks'
import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { pino } from 'pino'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { startEventFeed, type EventFeed, type FeedItem } from '#foundation/events/event-feed.ts'
import { startWokenLoop } from '#foundation/events/feed/woken-loop.ts'
import { createEventHints, type EventHints } from '#foundation/events/hints/event-hints.ts'
import { testLog } from '#test/caller.ts'
import { emptyDatabase, poolOf, type TestDatabase } from '#test/database.ts'
import { addBook, addBooks, openLibrary, type Library } from './event-library.ts'

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

describe('hints between processes, over the database that they share', () => {
  let database: TestDatabase
  let resources: AsyncDisposableStack
  beforeEach(async () => {
    resources = new AsyncDisposableStack()
    database = await emptyDatabase()
    resources.defer(() => database.drop())
  })
  afterEach(() => resources.disposeAsync())

  async function startProcess(log = testLog): Promise<EventHints> {
    return resources.use(await createEventHints(undefined, log))
  }

  /** Joins, and waits until hints arrive. */
  async function join(hints: EventHints, service: string) {
    const onHint = vi.fn()
    const send = hints.join({ databaseUrl: database.url, service }, onHint)
    // The first hint says that the channel is open.
    await expect.poll(() => onHint.mock.calls.length).toBeGreaterThan(0)
    onHint.mockClear()
    return { onHint, send }
  }

  type Member = Awaited<ReturnType<typeof join>>

  /** Processes send no hints before they know each other. */
  async function sendUntilHeard(sender: Member, receiver: Member): Promise<void> {
    await expect
      .poll(() => {
        sender.send()
        return receiver.onHint.mock.calls.length
      })
      .toBeGreaterThan(0)
  }

  /** The sessions that listen. */
  async function listeners(): Promise<number[]> {
    const pool = poolOf(database)
    const { rows } = await pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database()
         and application_name = 'events'`,
    )
    await pool.end()
    return rows.map(({ pid }) => pid)
  }

  test('a hint reaches the same service of other processes, and no other service', async () => {
    const [here, there] = [await startProcess(), await startProcess()]
    const guild = await join(here, 'guild')
    const others = await Promise.all(['guild', 'realm'].map((service) => join(there, service)))
    expect(await listeners()).toHaveLength(2)
    await sendUntilHeard(guild, others[0]!)
    await sendUntilHeard(others[0]!, guild)
    expect(others[1]!.onHint).not.toHaveBeenCalled()
  })

  test('hints of the same moment are sent together', async () => {
    const [here, there] = [await startProcess(), await startProcess()]
    const [sender, receiver] = [await join(here, 'guild'), await join(there, 'guild')]
    await sendUntilHeard(sender, receiver)
    receiver.onHint.mockClear()
    for (let n = 0; n < 100; n += 1) sender.send()
    await sendUntilHeard(receiver, sender)
    expect(receiver.onHint.mock.calls.length).toBeLessThan(5)
  })

  test('an outage is logged once, and listeners that reconnect look for what they missed', async () => {
    const lines: string[] = []
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push((JSON.parse(chunk.toString()) as { msg: string }).msg)
        done()
      },
    })
    const { onHint } = await join(await startProcess(pino(stream)), 'guild')
    const pool = poolOf({ url: new URL('/postgres', database.url).href })
    const name = new URL(database.url).pathname.slice(1)
    await pool.query(`alter database ${name} with allow_connections false`)
    await pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      name,
    ])
    await expect.poll(() => lines).toHaveLength(1)
    await pool.query(`alter database ${name} with allow_connections true`)
    await expect.poll(() => lines).toHaveLength(2)
    await pool.end()
    expect(onHint).toHaveBeenCalledOnce()
    expect(lines).toEqual([
      'no hints about events arrive: polls find them within a second',
      'hints about events arrive again',
    ])
  })

  test('a connection that the server ends is replaced without a line in the log', async () => {
    const log = pino({ level: 'trace' }, { write: (line: string) => void expect.unreachable(line) })
    const { onHint } = await join(await startProcess(log), 'guild')
    const [pid] = await listeners()
    const pool = poolOf(database)
    await pool.query('select pg_terminate_backend($1)', [pid])
    await pool.end()
    await expect.poll(() => onHint.mock.calls.length).toBe(1)
  })
})
