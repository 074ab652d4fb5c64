// Identity's own part of a departure: a nameless identity in the person's place, and then nothing of them.
import { sql } from 'kysely'
import { deleteRowsOf } from '#foundation/database/person-rows.ts'
import { idSuffix } from '#foundation/domain/ids.ts'
import { eraseKeys } from '#foundation/idempotency/erased-keys.ts'
import type { Departure } from '../tables.ts'
import { CLOSED } from './account-closing.ts'
import { recordAudit } from './audit.ts'
import type { Within } from './departure.ts'
import { NAMELESS, namelessUsername } from './nameless.ts'

/** Adds the identity that everything refers to from now on. */
export async function replaceIdentity(
  { db, now }: Within,
  { tombstone }: Pick<Departure, 'tombstone'>,
): Promise<void> {
  const left = { createdAt: now(), disabledAt: now(), leftAt: now() }
  await db
    .insertInto('identities')
    .values({ ...NAMELESS, id: tombstone, username: namelessUsername(), ...left })
    .execute()
}

/** Their rows, whatever a process of an earlier version may have added since the account was closed. */
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

/** Erases what is left of the person, and which tombstone was theirs. The audit trail keeps the fact. */
export async function eraseIdentity(ctx: Within, departure: Departure): Promise<void> {
  const { db: trx } = ctx
  const { identityId } = departure
  for (const table of ERASED) await deleteRowsOf(trx, { table, column: 'identityId' }, identityId)
  // Where a reset was asked for, the outbox names its person in the details.
  await trx
    .deleteFrom('mailOutbox')
    .where(sql<boolean>`details ->> 'identityId' = ${identityId}`)
    .execute()
  await eraseKeys(trx, identityId, departure.traces)
  await eraseFromAudit(ctx, departure)
  await trx.deleteFrom('identities').where('id', '=', identityId).execute()
  await recordAudit(ctx, { kind: 'account_deleted' })
}

/** What the person did to others as an administrator stays, under the tombstone; names and addresses do not. */
async function eraseFromAudit(
  { db }: Within,
  { identityId, tombstone, traces }: Departure,
): Promise<void> {
  await sql`
    update audit_events set
      address = 'erased',
      details = replace(details::text, ${identityId}, ${tombstone})::jsonb
    where strpos(details::text, ${idSuffix(identityId)}) > 0`.execute(db)
  const words = traces.map((trace) => JSON.stringify(trace))
  await sql`
    update audit_events set address = 'erased', details = '{}'
    where exists (select from unnest(${words}::text[]) as word where strpos(details::text, word) > 0)
  `.execute(db)
}
