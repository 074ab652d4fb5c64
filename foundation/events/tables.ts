// The tables of a service's event log.
import type { Generated, Selectable } from 'kysely'
import type { AudienceName } from '#foundation/events/kinds.ts'

export interface EventTables {
  events: EventTable
  /** A single row. */
  eventLog: EventLogTable
  eventEras: EventEraTable
}

interface EventTable {
  /** The order in which transactions wrote events, which is not that of their commits. */
  id: Generated<number>
  /** The position in the log, from 1; null until the numberer has seen it committed. */
  position: number | null
  kind: string
  subjectType: string
  subjectId: string
  related: Generated<string[]>
  audience: AudienceName
  /** The person or organization that the audience depends on. */
  audienceId: string | null
  numberedAt: Date | null
}

interface EventLogTable {
  isOnly: Generated<boolean>
  /** The last position that was given. */
  lastPosition: number
  /** Events up to this position have been deleted. */
  sweptPosition: number
}

/**
 * A stretch of the log during which the database was one and the same. After a restart or a restored backup a new
 * era begins, so that cursors of positions that were lost are not taken for those of other events.
 */
interface EventEraTable {
  number: number
  /** A random id, which is part of every cursor. */
  id: string
  /** Which database it was (`numbering-function.ts`). */
  database: string
  /** The last position before the era. */
  afterPosition: number
}

/** An event with its position in the log. */
export type LoggedEvent = Omit<Selectable<EventTable>, 'id' | 'position' | 'numberedAt'> & {
  position: number
  numberedAt: Date
}

export type EventEra = Selectable<EventEraTable>
