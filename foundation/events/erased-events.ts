// Erases a person from the event log of a service, and lets its readers know.
import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { idSuffix } from '#foundation/domain/ids.ts'
import { readLogState } from '#foundation/events/event-log.ts'
import { PERSON_ERASED } from '#foundation/events/kinds.ts'
import type { EventTables } from '#foundation/events/tables.ts'

const BATCH = 10_000

/**
 * Deletes the events that name a person, and adds one of the kind `person.erased`. It comes last in an erasure,
 * whose own changes are events, too. Repeating it changes nothing.
 */
export async function eraseEvents<Tables>(
  handle: Kysely<Tables>,
  { identityId }: { identityId: string },
): Promise<void> {
  await deleteEventsOf(handle, identityId)
  // Without the tombstone: nothing links it to the person.
  await sql`
    insert into events (kind, subject_type, subject_id, audience)
    values (${PERSON_ERASED}, 'Identity', ${erasedPersonHash(identityId)}, 'public')
    on conflict (subject_id) where kind = ${sql.lit(PERSON_ERASED)} do nothing`.execute(handle)
}

/** Deletes the events that name a person, in batches unless `handle` is a transaction. */
export async function deleteEventsOf<Tables>(
  handle: Kysely<Tables>,
  identityId: string,
): Promise<void> {
  const db = handle as unknown as Kysely<EventTables>
  const suffix = idSuffix(identityId)
  const namesThem = sql<boolean>`(
    strpos(subject_id, ${suffix}) > 0 or strpos(audience_id, ${suffix}) > 0
    or strpos(array_to_string(related, ' '), ${suffix}) > 0)`
  // Waits for the numberer, which locks these events in another order; what it has numbered is found below.
  await sql`
    with numberer as (select from event_log for update)
    delete from events
    where position is null and ${namesThem} and (select count(*) from numberer) > 0`.execute(db)
  const { lastPosition, sweptPosition } = await readLogState(db)
  for (let after = sweptPosition; after < lastPosition; after += BATCH) {
    await db
      .deleteFrom('events')
      .where('position', '>', after)
      .where('position', '<=', after + BATCH)
      .where(namesThem)
      .execute()
  }
}

/** How `person.erased` names a person to those who know their id: the SHA-256 of the id, in hexadecimal. */
export function erasedPersonHash(identityId: string): string {
  return `sha256:${createHash('sha256').update(identityId).digest('hex')}`
}
