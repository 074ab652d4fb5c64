// Erases a person from the event log of a service, and lets its readers know.
import { createHash } from 'node:crypto'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { idSuffix } from '#foundation/domain/ids.ts'
import { readLogState } from '#foundation/events/event-log.ts'
import { PERSON_ERASED } from '#foundation/events/kinds.ts'
import { HOLDS_LOG_LOCK, LOG_LOCK } from '#foundation/events/log-lock.ts'

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
  // The event does not contain the tombstone, so nothing links that to the person.
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
  const suffix = idSuffix(identityId)
  const namesThem = sql<boolean>`(
    strpos(subject_id, ${suffix}) > 0 or strpos(audience_id, ${suffix}) > 0
    or strpos(array_to_string(related, ' '), ${suffix}) > 0)`
  const deleteWhere = (place: RawBuilder<boolean>) =>
    sql`with ${LOG_LOCK} delete from events where ${HOLDS_LOG_LOCK} and ${place} and ${namesThem}`.execute(
      handle,
    )
  // Events that are numbered while this waits for the lock are deleted below.
  await deleteWhere(sql`position is null`)
  const { lastPosition, sweptPosition } = await readLogState(handle)
  for (let after = sweptPosition; after < lastPosition; after += BATCH) {
    await deleteWhere(sql`position > ${after} and position <= ${after + BATCH}`)
  }
}

/** How `person.erased` names a person to those who know their id: the SHA-256 of the id, in hexadecimal. */
export function erasedPersonHash(identityId: string): string {
  return `sha256:${createHash('sha256').update(identityId).digest('hex')}`
}
