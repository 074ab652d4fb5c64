// Reads a service's event log.
import { sql, type Kysely } from 'kysely'
import { reads } from '#foundation/database/reads/read-statement.ts'
import {
  decodeEventCursor,
  encodeEventCursor,
  type EventCursor,
} from '#foundation/events/event-cursor.ts'
import type { EventEra, EventTables, LoggedEvent } from '#foundation/events/tables.ts'

export interface LogState {
  lastPosition: number
  /** Events up to this position have been deleted. */
  sweptPosition: number
  /** The eras in order, at least one. */
  eras: readonly Pick<EventEra, 'id' | 'afterPosition'>[]
}

/** The position where a reader continues. */
export interface Resumption {
  position: number
  /** True if events after the cursor are missing: they are too old, or lost with a database that was restored. */
  hasGap: boolean
}

type Handle = Kysely<EventTables>

/** Reads the state of the log. Call it after you read events, so that it includes their eras, and earlier deletions. */
export async function readLogState<Tables>(db: Kysely<Tables>): Promise<LogState> {
  // `reads` lets it run on a shared connection, because every new subscription executes it.
  const { rows } = await reads(sql<Omit<LogState, 'eras'> & EventEra>`
    select last_position, swept_position, id, after_position
    from event_log, event_eras order by number`).execute(db)
  const { lastPosition, sweptPosition } = rows[0]!
  const eras = rows.map(({ id, afterPosition }) => ({ id, afterPosition }))
  return { lastPosition, sweptPosition, eras }
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

/** The position where a reader with this cursor continues; without one, the end. @throws VALIDATION_ERROR */
export function resume(state: LogState, cursor?: string | null, field = 'after'): Resumption {
  if (cursor === undefined || cursor === null) {
    return { position: state.lastPosition, hasGap: false }
  }
  return resumeAt(state, decodeEventCursor(cursor, field))
}

/** The position where a reader continues that has read up to this cursor. */
export function resumeAt(state: LogState, { era, position }: EventCursor): Resumption {
  const kept = Math.min(position, endOf(state, era))
  const hasGap = kept < position || position < state.sweptPosition
  return { position: Math.max(kept, state.sweptPosition), hasGap }
}

/** The last position of an era; -1 for an era of another log. */
function endOf({ eras, lastPosition }: LogState, id: string): number {
  const index = eras.findIndex((era) => era.id === id)
  return index === -1 ? -1 : (eras[index + 1]?.afterPosition ?? lastPosition)
}

export function cursorAt({ eras }: Pick<LogState, 'eras'>, position: number): string {
  // A position before the oldest kept era counts as part of that era.
  const era = eras.findLast(({ afterPosition }) => afterPosition < position) ?? eras[0]!
  return encodeEventCursor({ era: era.id, position })
}

/** The cursor of the last event. */
export function endOfLog({ eras, lastPosition }: LogState): EventCursor {
  return { era: eras.at(-1)!.id, position: lastPosition }
}
