// Follows the event log of a service in one process: numbers what is committed, and passes it on to who watches.
import type { Kysely } from 'kysely'
import type { LogState } from '#foundation/events/event-log.ts'
import { createWatchers, type FeedListener } from '#foundation/events/feed/event-watchers.ts'
import { LogFollower } from '#foundation/events/feed/log-follower.ts'
import { numberEvents } from '#foundation/events/numberer.ts'
import { startWokenLoop } from '#foundation/events/feed/woken-loop.ts'
import type { Log } from '#foundation/telemetry/log.ts'

export type { FeedItem, FeedListener, WatchedEvent } from '#foundation/events/feed/event-watchers.ts'

export interface EventFeed {
  /** Something may have been committed: numbers it soon. */
  wake(): void
  /** Another process has numbered events: reads them soon. */
  hint(): void
  /** Calls the listener with every event about one of these ids, as its subject or as what else changed. */
  watch(ids: readonly string[], listener: FeedListener): () => void
  /** Calls the listener with every event. */
  watchAll(listener: FeedListener): () => void
  /** How many listeners there are. */
  watcherCount(): number
  /** Where the log stands. Everything after it reaches those who watched before the call. */
  state(): Promise<LogState>
  /** Numbers and reads no more. */
  stop(): Promise<void>
}

export interface EventFeedOptions {
  db: Kysely<unknown>
  now: () => Date
  log: Log
  /** Called when this process has numbered events, to tell others. */
  onNumbered?: (() => void) | undefined
}

/** The feed of a service without events. */
export const NO_EVENTS: EventFeed = {
  wake() {},
  hint() {},
  watch: () => () => undefined,
  watchAll: () => () => undefined,
  watcherCount: () => 0,
  state() {
    const eras = [{ id: 'none', afterPosition: 0 }]
    return Promise.resolve({ lastPosition: 0, sweptPosition: 0, eras })
  },
  stop: () => Promise.resolve(),
}

/** Between two rounds of numbering, so that many changes are numbered at once. */
const NUMBERING_PAUSE_MS = 20
const READING_PAUSE_MS = 10
/** How long a lost hint delays events. */
const POLL_MS = 1_000

export function startEventFeed({ db, now, log, onNumbered }: EventFeedOptions): EventFeed {
  const watchers = createWatchers()
  const follower = new LogFollower(db, watchers)
  const reading = startWokenLoop({
    name: 'read the event log',
    round: () => follower.readOn(),
    minPauseMs: READING_PAUSE_MS,
    maxPauseMs: POLL_MS,
    log,
  })
  const numbering = startWokenLoop({
    name: 'number events',
    async round() {
      if ((await numberEvents(db, now)) === 0) return false
      reading.wake()
      onNumbered?.()
      return true
    },
    minPauseMs: NUMBERING_PAUSE_MS,
    maxPauseMs: POLL_MS,
    log,
  })
  return {
    wake: () => numbering.wake(),
    hint: () => reading.wake(),
    watch(ids, listener) {
      reading.wake()
      return watchers.add(ids, listener)
    },
    watchAll(listener) {
      reading.wake()
      return watchers.addToAll(listener)
    },
    watcherCount: () => watchers.count(),
    state: () => follower.state(),
    async stop() {
      await Promise.all([numbering.stop(), reading.stop()])
    },
  }
}
