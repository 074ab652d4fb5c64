// Identity's own part of a departure: adds a nameless identity in the person's place, and then erases the person.
import { sql } from 'kysely'
import type { Db } from '#foundation/database/database.ts'
import { deleteRowsOf } from '#foundation/database/people/person-rows.ts'
import { ROWS_AT_ONCE } from '#foundation/database/reads/rows-by-key.ts'
import { eraseEvents } from '#foundation/events/erased-events.ts'
import { responsesWith, eraseKeys } from '#foundation/idempotency/erased-keys.ts'
import type { TransactionContext } from '../../context.ts'
import type { Departure, IdentityTables } from '../../tables.ts'
import { CLOSED } from './account-closing.ts'
import { recordAudit } from '../audit/audit.ts'

import { NAMELESS, namelessUsername, UNKNOWN_TIME } from './nameless.ts'

/** Adds the tombstone, which the rows of other services refer to from now on. */
export async function replaceIdentity(
  { db }: TransactionContext,
  { tombstone }: Pick<Departure, 'tombstone'>,
): Promise<void> {
  const left = { createdAt: UNKNOWN_TIME, disabledAt: UNKNOWN_TIME, leftAt: UNKNOWN_TIME }
  await db
    .insertInto('identities')
    .values({ ...NAMELESS, id: tombstone, username: namelessUsername(), ...left })
    .execute()
}

/** Tables with rows of the person. */
export const ERASED = [
  ...CLOSED,
  'sessions',
  'deviceAuthorizations',
  'grants',
  'logoutNotices',
  'credentials',
  'xpGrants',
  'auditEvents',
  'departures',
] as const

/** The fields of responses that hold the username or an address of a person. */
const NAMING = ['username', 'email', 'address']

/** Erases rows of the largest tables in batches, so that the last step is short. Repeating it is safe. */
export async function eraseTrail(
  { db }: { db: Db<IdentityTables> },
  departure: Departure,
): Promise<void> {
  const { identityId, traces } = departure
  for (const table of ['auditEvents', 'grants', 'xpGrants'] as const) {
    await deleteRowsOf(db, { table, column: 'identityId' }, identityId)
  }
  await eraseKeys(db, identityId, responsesWith(NAMING, traces))
  while (await eraseFromAudit(db, departure));
}

/** Erases the rest of the person, including the link to their tombstone. The audit trail records that somebody left. */
export async function eraseIdentity(ctx: TransactionContext, departure: Departure): Promise<void> {
  const { db: trx } = ctx
  const { identityId } = departure
  await eraseTrail(ctx, departure)
  for (const table of ERASED) await deleteRowsOf(trx, { table, column: 'identityId' }, identityId)
  // For a password reset, the outbox holds the person's id in the details.
  await trx
    .deleteFrom('mailOutbox')
    .where(sql<boolean>`details ->> 'identityId' = ${identityId}`)
    .execute()
  await trx.deleteFrom('identities').where('id', '=', identityId).execute()
  await recordAudit(ctx, { kind: 'account_deleted' })
  await eraseEvents(trx, departure)
}

/**
 * Erases the person from the audit trail. Their acts as an administrator stay, under the tombstone and without
 * their address. Entries name nobody else except the person they are about. Returns false when none are left.
 */
async function eraseFromAudit(
  db: Db<IdentityTables>,
  { identityId, tombstone }: Departure,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update audit_events set
      address = 'erased', details = jsonb_set(details, '{by}', to_jsonb(${tombstone}::text))
    where id in (
      select id from audit_events where details ->> 'by' = ${identityId}
      limit ${ROWS_AT_ONCE} for update
    )`.execute(db)
  return numAffectedRows > 0n
}
