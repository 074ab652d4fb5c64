// Follows the event log of a service in one process: numbers what is committed, and passes it on to who watches.
import type { Kysely } from 'kysely'
import { cursorAt, readEvents, readLogState, type LogState } from '#foundation/events/event-log.ts'
import { numberEvents } from '#foundation/events/numberer.ts'
import type { LoggedEvent } from '#foundation/events/tables.ts'
import { startWokenLoop, type WokenLoop } from '#foundation/events/woken-loop.ts'
import type { Log } from '#foundation/telemetry/log.ts'

/** An event as watchers get it. */
export interface WatchedEvent extends LoggedEvent {
  /** The place in the log from which a reader continues after this event. */
  cursor: string
}

/** What happens in a log: an event, or `reset` when events may be missing, so that the watcher reads anew. */
export type FeedItem = WatchedEvent | 'reset'

export type FeedListener = (item: FeedItem) => void

export interface EventFeed {
  /** Something may have been committed: numbers it soon. */
  wake(): void
  /** Another process has numbered events: reads them soon. */
  hint(): void
  /** Calls the listener with every event about one of these ids, as its subject, its owner or as what else changed. */
  watch(ids: readonly string[], listener: FeedListener): () => void
  /** Calls the listener with every event. */
  watchAll(listener: FeedListener): () => void
  /** Where the log stands: at least at all that was committed and announced before. */
  state(): Promise<LogState>
  /** Numbers and reads no more. */
  stop(): Promise<void>
}

export interface EventFeedOptions {
  db: Kysely<unknown>
  now: () => Date
  log: Log
  /** Called when this process has numbered events, to tell others. */
  onNumbered?: () => void
}

/** The feed of a service without events. */
export const NO_EVENTS: EventFeed = {
  wake() {},
  hint() {},
  watch: () => () => undefined,
  watchAll: () => () => undefined,
  state: () => Promise.resolve({ lastPosition: 0, sweptPosition: 0, eras: [] }),
  stop: () => Promise.resolve(),
}

/** Between two rounds of numbering, so that many changes are numbered at once. */
const NUMBERING_PAUSE_MS = 20
const READING_PAUSE_MS = 10
/** How long a lost hint delays events. */
const POLL_MS = 1_000
const BATCH = 500

export function startEventFeed({ db, now, log, onNumbered }: EventFeedOptions): EventFeed {
  const watchers = createWatchers()
  let position: number | undefined
  let era: string | undefined

  const readOn = async () => {
    if (watchers.isEmpty()) {
      position = undefined
      return
    }
    const state = await readLogState(db)
    const last = state.eras.at(-1)
    const wasReset = position !== undefined && isLost(state, { position, era })
    era = last?.id
    if (wasReset) watchers.reset()
    position =
      position === undefined || wasReset ? state.lastPosition : await passOn(position, state)
  }
  /** Passes on what follows the position, and returns that of the last event. */
  const passOn = async (after: number, state: LogState): Promise<number> => {
    if (after >= state.lastPosition) return after
    const events = await readEvents(db, { after, limit: BATCH })
    for (const event of events) watchers.pass({ ...event, cursor: cursorAt(state, event.position) })
    return events.length === 0 ? state.lastPosition : passOn(events.at(-1)!.position, state)
  }
  const reading = loop('read the event log', readOn, READING_PAUSE_MS)
  const numbering = loop(
    'number events',
    async () => {
      if ((await numberEvents(db, now)) === 0) return
      reading.wake()
      onNumbered?.()
    },
    NUMBERING_PAUSE_MS,
  )
  function loop(name: string, round: () => Promise<unknown>, minPauseMs: number): WokenLoop {
    return startWokenLoop({ name, round, minPauseMs, maxPauseMs: POLL_MS, log })
  }
  const watched = (unwatch: () => void) => {
    reading.wake()
    return unwatch
  }
  return {
    wake: () => numbering.wake(),
    hint: () => reading.wake(),
    watch: (ids, listener) => watched(watchers.add(ids, listener)),
    watchAll: (listener) => watched(watchers.addToAll(listener)),
    state: () => readLogState(db),
    async stop() {
      await Promise.all([numbering.stop(), reading.stop()])
    },
  }
}

/** Whether the log no longer contains what was read up to this position. */
function isLost(
  { eras, lastPosition }: LogState,
  { position, era }: { position: number; era: string | undefined },
): boolean {
  if (position > lastPosition) return true
  const index = eras.findIndex(({ id }) => id === era)
  const next = era === undefined ? eras[0] : eras[index + 1]
  if (era !== undefined && index === -1) return true
  return next !== undefined && position > next.afterPosition
}

function createWatchers() {
  const all = new Set<FeedListener>()
  const byId = new Map<string, Set<FeedListener>>()
  return {
    isEmpty: () => all.size === 0 && byId.size === 0,
    addToAll(listener: FeedListener) {
      all.add(listener)
      return () => void all.delete(listener)
    },
    add(ids: readonly string[], listener: FeedListener) {
      for (const id of ids) byId.getOrInsertComputed(id, () => new Set()).add(listener)
      return () => {
        for (const id of ids) {
          const listeners = byId.get(id)
          listeners?.delete(listener)
          if (listeners?.size === 0) byId.delete(id)
        }
      }
    },
    pass(event: WatchedEvent) {
      const found = new Set(all)
      const owner = event.audience === 'owner' ? event.audienceId : null
      for (const id of [event.subjectId, ...event.related, ...(owner === null ? [] : [owner])]) {
        for (const listener of byId.get(id) ?? []) found.add(listener)
      }
      for (const listener of found) listener(event)
    },
    reset() {
      const found = new Set(all)
      for (const listeners of byId.values()) for (const one of listeners) found.add(one)
      for (const listener of found) listener('reset')
    },
  }
}
