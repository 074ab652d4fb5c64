// The occurrences for which a subscription is executed: the current state first, then each burst of changes once.
import { decodeEventCursor } from '#foundation/events/event-cursor.ts'
import type { EventFeed, FeedItem, WatchedEvent } from '#foundation/events/event-feed.ts'
import { cursorAt, resume, type LogState } from '#foundation/events/event-log.ts'

/** A reason to execute the operation of a subscription again. */
export interface Occurrence {
  /** The cursor after which a client continues. */
  cursor: string
  /** True if events between the client's cursor and this result are missing. */
  hasGap: boolean
  /** The last event of the burst; undefined for the current state. */
  event: WatchedEvent | undefined
}

export type SelectEvents = (
  events: readonly WatchedEvent[],
) => readonly WatchedEvent[] | Promise<readonly WatchedEvent[]>

/** The subscription that watches. */
export interface Subscriber {
  /** Aborted when the subscription ends. */
  signal: AbortSignal
  /** The events of which the caller may learn now. */
  visible: SelectEvents
}

/** The part of a context that a subscription needs. */
export interface SubscriptionContext {
  events: EventFeed
  subscriber?: Subscriber | undefined
}

export interface WatchOptions {
  /** The cursor after which the client continues. */
  since?: string | null | undefined
  /** The events about the ids that count; all by default. */
  wanted?: SelectEvents
  /** Called when `wanted` has missed events. */
  onMissed?: (() => void) | undefined
}

/** Changes within this time cause one result. */
export const BURST_MS = 100

/**
 * The current state of an entity, then its changes: those of 100 ms as one, whose content is read at its end. A
 * client that resumes gets the current state again, so it misses nothing that is still true.
 * @param ids of the entity, and of what its fields show
 * @throws VALIDATION_ERROR for a cursor that no log wrote
 */
export function watchEntity(
  ctx: SubscriptionContext,
  ids: readonly string[],
  { since, wanted = (events) => events, onMissed }: WatchOptions = {},
): AsyncGenerator<Occurrence, void, void> {
  if (typeof since === 'string') decodeEventCursor(since, 'since')
  const { signal, visible } = ctx.subscriber!
  const select = async (events: readonly WatchedEvent[]) => wanted(await visible(events))
  return occurrencesOf(ctx.events, ids, { since, select, onMissed, signal })
}

interface OccurrenceOptions {
  since: string | null | undefined
  select: SelectEvents
  onMissed: (() => void) | undefined
  signal: AbortSignal
}

async function* occurrencesOf(
  feed: EventFeed,
  ids: readonly string[],
  { since, select, onMissed, signal }: OccurrenceOptions,
): AsyncGenerator<Occurrence, void, void> {
  const burst = createBurst()
  using resources = new DisposableStack()
  // Watches before the state is read, so that nothing is lost in between.
  resources.defer(feed.watch(ids, burst.add))
  const abort = () => burst.end()
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  resources.defer(() => signal.removeEventListener('abort', abort))
  let state = await feed.state()
  yield { cursor: endOf(state), hasGap: resume(state, since, 'since').hasGap, event: undefined }
  while (await burst.passes()) {
    const { events, isWhole, wasReset } = burst.take()
    if (!isWhole) {
      onMissed?.()
      state = await feed.state()
      yield { cursor: endOf(state), hasGap: wasReset, event: undefined }
      continue
    }
    const { lastPosition } = state
    const news = events.filter(({ position }) => position > lastPosition)
    const event = (await select(news)).at(-1)
    if (event) yield { cursor: event.cursor, hasGap: false, event }
  }
}

function endOf(state: LogState): string {
  return cursorAt(state, state.lastPosition)
}

interface Burst {
  events: WatchedEvent[]
  /** False if some events of the burst are not in the list. */
  isWhole: boolean
  /** True if the log itself may lack events. */
  wasReset: boolean
}

/** The maximum number of events that a subscription keeps before it reads what they changed. */
const MAX_EVENTS = 1_000

/** Collects events until they are taken. */
function createBurst() {
  const emptied = (): Burst => ({ events: [], isWhole: true, wasReset: false })
  let burst = emptied()
  let begun = Promise.withResolvers<void>()
  let isEnded = false
  /** Ends the wait for the rest of a burst. */
  let endPause: (() => void) | undefined
  return {
    add(item: FeedItem) {
      if (item === 'reset' || burst.events.length >= MAX_EVENTS) {
        burst = { events: [], isWhole: false, wasReset: burst.wasReset || item === 'reset' }
      }
      if (item !== 'reset' && burst.isWhole) burst.events.push(item)
      begun.resolve()
    },
    /** Ends the wait for this burst and all later ones. */
    end() {
      isEnded = true
      begun.resolve()
      endPause?.()
    },
    /** Waits for the first event, and for those of the same burst. False once it has been ended. */
    async passes(): Promise<boolean> {
      await begun.promise
      if (isEnded) return false
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, BURST_MS)
        endPause = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      return !isEnded
    },
    take(): Burst {
      const taken = burst
      burst = emptied()
      begun = Promise.withResolvers<void>()
      return taken
    },
  }
}
