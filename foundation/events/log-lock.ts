// The lock of the row of `event_log`. Statements that number or delete events take it before they lock any event, so
// that no two of them deadlock.
import { sql } from 'kysely'

/** A part of `with` that takes the lock once `HOLDS_LOG_LOCK` is evaluated. */
export const LOG_LOCK = sql`log_lock as materialized (select from event_log for update)`

/** A condition that is always true, evaluated before any event is read. */
export const HOLDS_LOG_LOCK = sql<boolean>`(select count(*) from log_lock) > 0`
