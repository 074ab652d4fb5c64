// What a subscription reacts to: the current state at first, then each burst of changes once.
import { setTimeout as delay } from 'node:timers/promises'
import { decodeEventCursor } from '#foundation/events/event-cursor.ts'
import type { EventFeed, FeedItem, WatchedEvent } from '#foundation/events/event-feed.ts'
import { cursorAt, resume } from '#foundation/events/event-log.ts'

/** A reason to execute the operation of a subscription again. */
export interface Occurrence {
  /** Where a client continues after this result. */
  cursor: string
  /** Events between the client's cursor and this result are missing. */
  hasGap: boolean
  /** The last event of the burst; undefined for the current state. */
  event: WatchedEvent | undefined
}

export type SelectEvents = (
  events: readonly WatchedEvent[],
) => readonly WatchedEvent[] | Promise<readonly WatchedEvent[]>

/** Who watches. */
export interface Subscriber {
  /** Aborted when the subscription ends. */
  signal: AbortSignal
  /** The events of which the caller may learn now. */
  visible: SelectEvents
}

/** What a context has for a subscription. */
export interface SubscriptionContext {
  events: EventFeed
  subscriber?: Subscriber | undefined
}

export interface WatchOptions {
  /** The cursor after which the client continues. */
  since?: string | null | undefined
  /** The events about the ids that count; all by default. */
  wanted?: SelectEvents
}

/** Changes of one entity within this time are one. */
const BURST_MS = 100

/**
 * The current state of an entity, then its changes: those of 100 ms as one, whose content is read at its end. A
 * client that resumes gets the current state again, so it misses nothing that is still true.
 * @param ids of the entity, and of what its fields show
 * @throws VALIDATION_ERROR for a cursor that no log wrote
 */
export function watchEntity(
  ctx: SubscriptionContext,
  ids: readonly string[],
  { since, wanted = (events) => events }: WatchOptions = {},
): AsyncGenerator<Occurrence, void, void> {
  if (typeof since === 'string') decodeEventCursor(since, 'since')
  const { signal, visible } = ctx.subscriber!
  const select = async (events: readonly WatchedEvent[]) => wanted(await visible(events))
  return occurrencesOf(ctx.events, ids, { since, select, signal })
}

interface OccurrenceOptions {
  since: string | null | undefined
  select: SelectEvents
  signal: AbortSignal
}

async function* occurrencesOf(
  feed: EventFeed,
  ids: readonly string[],
  { since, select, signal }: OccurrenceOptions,
): AsyncGenerator<Occurrence, void, void> {
  const burst = createBurst()
  // Before the state is read, so that nothing is lost in between.
  using _watch = disposable(feed.watch(ids, burst.add))
  const abort = () => burst.end()
  signal.addEventListener('abort', abort, { once: true })
  using _abort = disposable(() => signal.removeEventListener('abort', abort))
  const state = await feed.state()
  const { hasGap } = resume(state, since, 'since')
  let cursor = cursorAt(state, state.lastPosition)
  yield { cursor, hasGap, event: undefined }
  while (await burst.begins(signal)) {
    await delay(BURST_MS, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    const items = burst.take()
    const events = await select(items.filter((item) => item !== 'reset'))
    const wasReset = items.includes('reset')
    const event = events.at(-1)
    if (wasReset) cursor = cursorAt(...(await whereItStands(feed)))
    else if (event) ({ cursor } = event)
    if (wasReset || event) yield { cursor, hasGap: wasReset, event }
  }
}

async function whereItStands(feed: EventFeed) {
  const state = await feed.state()
  return [state, state.lastPosition] as const
}

function disposable(dispose: () => void): Disposable {
  return { [Symbol.dispose]: dispose }
}

/** Collects items until they are taken. Only the last event of a long burst is kept. */
function createBurst() {
  let items: FeedItem[] = []
  let waiting = Promise.withResolvers<void>()
  return {
    add(item: FeedItem) {
      if (items.length >= MAX_ITEMS) items = [items.includes('reset') ? 'reset' : items[0]!]
      items.push(item)
      waiting.resolve()
    },
    end: () => waiting.resolve(),
    /** Waits for the first item. False once the signal is aborted. */
    async begins(signal: AbortSignal): Promise<boolean> {
      if (items.length === 0 && !signal.aborted) await waiting.promise
      return !signal.aborted
    },
    take(): FeedItem[] {
      const taken = items
      items = []
      waiting = Promise.withResolvers<void>()
      return taken
    },
  }
}

const MAX_ITEMS = 1_000
