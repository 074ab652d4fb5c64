// Reads a service's event log page by page, as far as the caller may know of its events.
import { sql, type Kysely } from 'kysely'
import { requireCompleteReads } from '#foundation/auth/caller-checks.ts'
import { isPeer, type Caller } from '#foundation/auth/caller.ts'
import { reads } from '#foundation/database/reads/read-statement.ts'
import { invalidInput } from '#foundation/domain/errors.ts'
import { DEFAULT_PAGE_SIZE } from '#foundation/domain/page-size.ts'
import type { EventFeed } from '#foundation/events/event-feed.ts'
import { cursorAt, resume, type LogState } from '#foundation/events/event-log.ts'
import { PERSON_ERASED, type ServiceEvents } from '#foundation/events/kinds.ts'
import type { LoggedEvent } from '#foundation/events/tables.ts'
import { visibleEvents } from '#foundation/events/visibility.ts'

/** The context of a reader of the log. */
export interface EventReader extends Caller {
  // oxlint-disable-next-line typescript/no-explicit-any
  db: Kysely<any>
  events: Pick<EventFeed, 'state'>
}

/** An event as the schema shows it. */
interface ListedEvent {
  cursor: string
  type: string
  subject: { type: string; id: string }
  related: string[]
  at: Date
  /** The person whom the event concerns; only services see it. */
  owner: string | null
}

export interface EventPage {
  events: ListedEvent[]
  /** The cursor with which the reader continues, whether or not there is more. */
  next: string
  hasMore: boolean
  /** True if events after the reader's cursor are missing from the log. */
  gap: boolean
}

export interface EventPageArguments {
  /** The cursor after which the page begins. Without it the page is empty, and `next` is the end of the log. */
  after?: string | null | undefined
  /** The kinds of events; all by default. */
  types?: readonly string[] | null | undefined
  first?: number | null | undefined
}

/** How many positions of the log a page covers at most, however few of their events the caller may know of. */
const MAX_SCANNED = 1_000

/**
 * The events after a cursor, in order. A page ends after `first` events or 1,000 positions, so it may be empty although
 * more follows.
 * @throws VALIDATION_ERROR for a cursor that no log wrote, and for kinds that the service does not have; INTERNAL_ERROR
 * with `retry` while a peer is down that knows what the caller may read
 */
export async function listEvents<Ctx extends EventReader>(
  ctx: Ctx,
  declaration: ServiceEvents<Ctx>,
  { after, types, first }: EventPageArguments,
): Promise<EventPage> {
  refuseUnknownKinds(declaration, types ?? [])
  // A client that has read a page never reads its events again.
  requireCompleteReads(ctx)
  const state = await ctx.events.state()
  const { position, hasGap } = resume(state, after)
  const end = Math.min(position + MAX_SCANNED, state.lastPosition)
  const stretch = { after: position, end, kinds: types ?? undefined }
  const found = await firstVisible(ctx, declaration, stretch, first ?? DEFAULT_PAGE_SIZE)
  return {
    events: found.events.map((event) => listed(event, state, ctx)),
    next: cursorAt(state, found.last),
    hasMore: found.last < state.lastPosition,
    gap: hasGap || found.sweptPosition > position,
  }
}

/**
 * False only if the caller surely may not know of an event. This needs no database, and keeps events of other people
 * from waking a waiting reader.
 */
export function mayConcern(
  { viewer }: Pick<Caller, 'viewer'>,
  types: readonly string[] | undefined,
  { kind, audience, audienceId }: Pick<LoggedEvent, 'kind' | 'audience' | 'audienceId'>,
): boolean {
  if (types && !types.includes(kind)) return false
  if (audience === 'public' || !viewer || viewer.scopes.has('admin')) return true
  return audience === 'owner' ? audienceId === viewer.identityId : audience !== 'administrators'
}

function listed(
  event: LoggedEvent,
  state: LogState,
  caller: Pick<Caller, 'service' | 'viewer'>,
): ListedEvent {
  const { kind, subjectType, subjectId, related, numberedAt, position } = event
  const isForOwner = event.audience === 'owner' && isPeer(caller)
  return {
    cursor: cursorAt(state, position),
    type: kind,
    subject: { type: subjectType, id: subjectId },
    related,
    at: numberedAt,
    owner: isForOwner ? event.audienceId : null,
  }
}

function refuseUnknownKinds(
  { kinds }: Pick<ServiceEvents<never>, 'kinds'>,
  types: readonly string[],
): void {
  const unknown = types.filter((type) => type !== PERSON_ERASED && !Object.hasOwn(kinds, type))
  if (unknown.length === 0) return
  const named = unknown.map((type) => JSON.stringify(type.slice(0, 100))).join(', ')
  throw invalidInput([{ field: 'types', reason: `must be kinds of this service, not ${named}` }])
}

/** Positions of the log, and the kinds that are wanted of their events. */
interface Stretch {
  after: number
  end: number
  kinds: readonly string[] | undefined
}

interface Found {
  events: LoggedEvent[]
  /** The position up to which the page covers the log. */
  last: number
  /** The swept position when the events were read. Events that the sweep deleted after the state was read are a gap. */
  sweptPosition: number
}

/** Reads the visible events of a page, in batches at least as large as the page: the first one usually fills it. */
async function firstVisible<Ctx extends EventReader>(
  ctx: Ctx,
  declaration: ServiceEvents<Ctx>,
  stretch: Stretch,
  size: number,
): Promise<Found> {
  const limit = Math.max(size, MIN_BATCH)
  const events: LoggedEvent[] = []
  for (let after = stretch.after; ;) {
    const { events: read, sweptPosition } = await readStretch(ctx.db, { ...stretch, after }, limit)
    events.push(...(await visibleEvents(ctx, declaration, read)))
    const cut = events.slice(0, size)
    if (cut.length === size) return { events: cut, last: cut.at(-1)!.position, sweptPosition }
    if (read.length < limit) return { events, last: stretch.end, sweptPosition }
    after = read.at(-1)!.position
  }
}

const MIN_BATCH = 100

/** The first events of a stretch. */
async function readStretch<Tables>(
  db: Kysely<Tables>,
  { after, end, kinds }: Stretch,
  limit: number,
): Promise<Pick<Found, 'events' | 'sweptPosition'>> {
  if (after >= end) return { events: [], sweptPosition: 0 }
  const ofKinds = kinds ? sql`and kind = any(${kinds})` : sql``
  const { rows } = await reads(sql<StretchRow>`
    select event_log.swept_position, position, kind, subject_type, subject_id, related,
      audience, audience_id, numbered_at
    from event_log left join events
      on position > ${after} and position <= ${end} ${ofKinds}
    order by position
    limit ${limit}`).execute(db)
  const { sweptPosition } = rows[0]!
  return { sweptPosition, events: rows.filter(({ position }) => position !== null) }
}

type StretchRow = LoggedEvent & Pick<Found, 'sweptPosition'>
