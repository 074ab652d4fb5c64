// Follows the event log of a service in one process: numbers committed events, and passes them to watchers.
import type { Kysely } from 'kysely'
import type { LogState } from '#foundation/events/event-log.ts'
import { createWatchers, type FeedListener } from '#foundation/events/feed/event-watchers.ts'
import { LogFollower } from '#foundation/events/feed/log-follower.ts'
import { hasUnnumbered, numberEvents } from '#foundation/events/numberer.ts'
import { NUMBERING_BATCH } from '#foundation/events/numbering-function.ts'
import { startWokenLoop } from '#foundation/events/feed/woken-loop.ts'
import type { Log } from '#foundation/telemetry/log.ts'

export type {
  FeedItem,
  FeedListener,
  WatchedEvent,
} from '#foundation/events/feed/event-watchers.ts'

export interface EventFeed {
  /** Numbers new events soon, because a change may have been committed. */
  wake(): void
  /** Reads new events soon, because another process has numbered some. */
  hint(): void
  /** Calls the listener with every event that has one of these ids as its subject, as related or as its owner. */
  watch(ids: readonly string[], listener: FeedListener): () => void
  /** Calls the listener with every event. */
  watchAll(listener: FeedListener): () => void
  watcherCount(): number
  /** How long ago this process last got to the end of the log. */
  lagSeconds(): { numbering: number; reading: number }
  /** The state of the log. All later events reach listeners that were added before the call. */
  state(): Promise<LogState>
  /** Aborted when the feed stops: nobody waits for events any more. */
  stopping: AbortSignal
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
  lagSeconds: () => ({ numbering: 0, reading: 0 }),
  state() {
    const eras = [{ id: 'none', afterPosition: 0 }]
    return Promise.resolve({ lastPosition: 0, sweptPosition: 0, eras })
  },
  stopping: new AbortController().signal,
  stop: () => Promise.resolve(),
}

/** The pause between two rounds, so that many changes are numbered at once. Subscriptions wait for longer. */
const NUMBERING_PAUSE_MS = 100
const READING_PAUSE_MS = 10
/** How long a lost hint delays events. */
const POLL_MS = 1_000

export function startEventFeed({ db, now, log, onNumbered }: EventFeedOptions): EventFeed {
  const watchers = createWatchers((error) => {
    log.error({ err: error }, 'a watcher of events failed')
  })
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
    async round(isWoken) {
      if (!isWoken && !(await hasUnnumbered(db))) return false
      const count = await numberEvents(db, now)
      if (count > 0) {
        reading.wake()
        onNumbered?.()
      }
      return count === NUMBERING_BATCH
    },
    minPauseMs: NUMBERING_PAUSE_MS,
    maxPauseMs: POLL_MS,
    log,
  })
  const stopping = new AbortController()
  return {
    stopping: stopping.signal,
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
    lagSeconds: () => ({ numbering: numbering.lagSeconds(), reading: reading.lagSeconds() }),
    state: () => follower.state(),
    async stop() {
      stopping.abort()
      await Promise.all([numbering.stop(), reading.stop()])
    },
  }
}
