// Reads a service's event log.
import { sql, type Kysely } from 'kysely'
import {
  decodeEventCursor,
  encodeEventCursor,
  type EventCursor,
} from '#foundation/events/event-cursor.ts'
import type { EventEra, EventTables, LoggedEvent } from '#foundation/events/tables.ts'

/** Where the log stands. */
export interface LogState {
  lastPosition: number
  sweptPosition: number
  /** In order. There is none before the first event. */
  eras: readonly EventEra[]
}

/** Where a reader continues. */
export interface Resumption {
  position: number
  /** The log lacks events after the reader's cursor: they are too old, or lost with a database that was restored. */
  hasGap: boolean
}

type Handle = Kysely<EventTables>

export async function readLogState<Tables>(db: Kysely<Tables>): Promise<LogState> {
  const { rows } = await sql<LogState>`
    select last_position, swept_position, array(
      select jsonb_build_object('number', number, 'id', id, 'afterPosition', after_position)
      from event_eras order by number
    ) as eras from event_log`.execute(db)
  return rows[0]!
}

/** The events after a position, in order. */
export function readEvents<Tables>(
  db: Kysely<Tables>,
  { after, limit }: { after: number; limit: number },
): Promise<LoggedEvent[]> {
  return (db as unknown as Handle)
    .selectFrom('events')
    .select(['position', 'kind', 'subjectType', 'subjectId', 'related', 'audience', 'audienceId'])
    .select('numberedAt')
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .$narrowType<{ position: number; numberedAt: Date }>()
    .execute()
}

/** Where a reader with this cursor continues; without one, at the end. @throws VALIDATION_ERROR */
export function resume(state: LogState, cursor?: string | null, field = 'after'): Resumption {
  const { lastPosition } = state
  if (cursor === undefined || cursor === null) return { position: lastPosition, hasGap: false }
  const { era, position } = decodeEventCursor(cursor, field)
  const end = endOf(state, era)
  // Of a log that is another one, nobody knows what the reader has read.
  if (end === -1) return { position: lastPosition, hasGap: true }
  const kept = Math.max(Math.min(position, end), state.sweptPosition)
  return { position: kept, hasGap: kept !== position }
}

/** The last position of an era; -1 for an era of another log. */
function endOf({ eras, lastPosition }: LogState, id: string): number {
  if (id === NO_ERA) return eras.length === 0 ? lastPosition : (eras[0]?.afterPosition ?? 0)
  const index = eras.findIndex((era) => era.id === id)
  if (index === -1) return -1
  return eras[index + 1]?.afterPosition ?? lastPosition
}

/** Cursors of a log without events. */
const NO_ERA = 'new'

/** The cursor before the first event of any log. */
export const START_OF_LOG = encodeEventCursor({ era: NO_ERA, position: 0 })

/** The cursor of a position. */
export function cursorAt({ eras }: Pick<LogState, 'eras'>, position: number): string {
  const era = eras.findLast(({ afterPosition }) => afterPosition < position)
  const cursor: EventCursor = { era: era?.id ?? eras[0]?.id ?? NO_ERA, position }
  return encodeEventCursor(cursor)
}
