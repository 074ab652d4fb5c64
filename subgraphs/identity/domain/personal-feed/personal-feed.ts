// A person's feed: the events that concern the person, after a cursor and then as they happen, from Identity's log.
import { setTimeout as delay } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { requireIdentity } from '#foundation/auth/caller.ts'
import { reads } from '#foundation/database/reads/read-statement.ts'
import { notFound } from '#foundation/domain/errors.ts'
import { decodeEventCursor } from '#foundation/events/event-cursor.ts'
import type { WatchedEvent } from '#foundation/events/event-feed.ts'
import { cursorAt, resume } from '#foundation/events/event-log.ts'
import { BURST_MS, type Occurrence } from '#foundation/events/occurrences.ts'
import type { LoggedEvent } from '#foundation/events/tables.ts'
import type { IdentityContext } from '../../context.ts'
import { identityEvents } from '../../events.ts'
import type { IdentityTables } from '../../tables.ts'
import { EVENTS_LOST, EVERYBODY } from './copied-events.ts'

/** An event that concerns a person, with its cursor. */
export type MineEvent = WatchedEvent

interface PersonalFeedOptions {
  /** The cursor after which the client continues. */
  since?: string | null | undefined
  /** The kinds; all by default. */
  types?: readonly string[] | null | undefined
}

const PAGE = 100

/**
 * Yields the cursor, then the person's events in the order of the log. Of events of one kind and subject that are read
 * together, it yields only the last: an event only says where to look.
 * @throws VALIDATION_ERROR for a cursor that no log wrote
 */
export function watchPersonalFeed(
  ctx: IdentityContext,
  options: PersonalFeedOptions,
): AsyncGenerator<Occurrence, void, void> {
  const owner = requireIdentity(ctx)
  if (typeof options.since === 'string') decodeEventCursor(options.since, 'since')
  return feedEvents(ctx, owner, options)
}

async function* feedEvents(
  { db, events: feed, subscriber }: IdentityContext,
  owner: string,
  { since, types }: PersonalFeedOptions,
): AsyncGenerator<Occurrence, void, void> {
  const { signal } = subscriber!
  const wakeup = createWakeup(signal)
  using resources = new DisposableStack()
  // Watches before reading the log, so that no event in between is lost.
  resources.defer(feed.watch([owner, EVERYBODY], wakeup.wake))
  const start = await feed.state()
  let { position, hasGap } = resume(start, since, 'since')
  let cursor = cursorAt(start, position)
  yield { cursor, hasGap, event: undefined }
  while (!signal.aborted) {
    const state = await feed.state()
    ;({ position, hasGap } = resume(state, cursor))
    const page = await readFeedPage(db, { owner, after: position, types })
    if (hasGap || page.sweptPosition > position) {
      position = Math.max(position, page.sweptPosition)
      cursor = cursorAt(state, position)
      yield { cursor, hasGap: true, event: undefined }
      continue
    }
    const { events } = page
    for (const event of withoutRepetitions(events)) {
      if (signal.aborted) return
      cursor = cursorAt(state, event.position)
      const isLoss = event.kind === EVENTS_LOST
      yield { cursor, hasGap: isLoss, event: isLoss ? undefined : { ...event, cursor } }
    }
    if (events.length === PAGE) continue
    if (events.length === 0) cursor = cursorAt(state, Math.max(position, state.lastPosition))
    else await delay(BURST_MS, undefined, { signal }).catch(() => undefined)
    await wakeup.woken()
  }
}

/**
 * Returns the event if the caller may read its subject now. Other services check the subjects that they own.
 * @throws NOT_FOUND otherwise, so that no result is sent
 */
export async function getFeedEvent(ctx: IdentityContext, event: MineEvent): Promise<MineEvent> {
  const { subjectType, subjectId } = event
  const mayRead = identityEvents.subjects[subjectType]
  if (mayRead && !(await mayRead(ctx, subjectId))) throw notFound(subjectType, subjectId)
  return event
}

interface FeedPage {
  events: LoggedEvent[]
  /** The position up to which the log was swept when the events were read. Events before it are missing. */
  sweptPosition: number
}

type FeedRow = LoggedEvent & Pick<FeedPage, 'sweptPosition'>

async function readFeedPage(
  db: Kysely<IdentityTables>,
  {
    owner,
    after,
    types,
  }: { owner: string; after: number; types: readonly string[] | null | undefined },
): Promise<FeedPage> {
  const ofKinds = types ? sql`and kind = any(${[...types, EVENTS_LOST]})` : sql``
  const { rows } = await reads(sql<FeedRow>`
    select event_log.swept_position, own.*
    from event_log left join lateral (
      select position, kind, subject_type, subject_id, related, audience, audience_id, numbered_at
      from events
      where audience = 'owner' and audience_id in (${owner}, ${EVERYBODY})
        and position is not null and position > ${after} ${ofKinds}
      order by position limit ${PAGE}
    ) as own on true
    order by position`).execute(db)
  const { sweptPosition } = rows[0]!
  return { sweptPosition, events: rows.filter(({ position }) => position !== null) }
}

/** Leaves out events that a later one of the same kind and subject repeats. */
function withoutRepetitions(events: readonly LoggedEvent[]): LoggedEvent[] {
  const last = new Map(events.map((event) => [`${event.kind} ${event.subjectId}`, event]))
  return [...last.values()].toSorted((a, b) => a.position - b.position)
}

/** Remembers a wake until somebody waits for it. */
function createWakeup(signal: AbortSignal) {
  let next = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => next.resolve(), { once: true })
  return {
    wake: () => next.resolve(),
    async woken(): Promise<void> {
      if (!signal.aborted) await next.promise
      next = Promise.withResolvers<void>()
    },
  }
}
