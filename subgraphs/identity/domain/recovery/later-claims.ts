// Removes links and factors from after the time at which somebody proves that the account was theirs.
import { sql } from 'kysely'
import type { Transaction } from '#foundation/database/database.ts'
import type { TransactionContext } from '../../context.ts'
import type { IdentityTables } from '../../tables.ts'

import { listPasskeys, removePasskeysBut } from '../sign-in/passkey.ts'
import { findFactors } from '../sessions/second-factor.ts'
import { deleteTotp, findTotp } from '../sign-in/totp-set-up.ts'

/** How long the link of a notice works: long enough for a weekend away. */
export const NOT_ME_LIFETIME_MS = 7 * 86_400_000

/** When the event of a link happened, or the cause of its claim if a password ended that claim. */
export const causeOf = (table: string) => sql<Date>`coalesce(
  ${sql.ref(`${table}.caused_at`)},
  ${sql.ref(`${table}.expires_at`)} - ${NOT_ME_LIFETIME_MS} * interval '1 millisecond'
)`

/** Deletes later links and queued notices to other addresses: the claimant with the earlier cause is the owner. */
export async function removeLaterClaims(
  trx: Transaction<IdentityTables>,
  identityId: string,
  { since, but }: { since: Date; but: readonly string[] },
): Promise<void> {
  await trx
    .deleteFrom('mailOutbox')
    .where('identityId', '=', identityId)
    .where('address', '!=', sql<string>`all(${[...but]})`)
    .where('createdAt', '>', since)
    .execute()
  await trx
    .deleteFrom('disavowals')
    .where('identityId', '=', identityId)
    .where('address', '!=', sql<string>`all(${[...but]})`)
    .where(causeOf('disavowals'), '>', since)
    .execute()
}

/** Deletes every link to an address, and its queued mail. */
export async function removeClaimsOf(
  trx: Transaction<IdentityTables>,
  { identityId, address }: { identityId: string; address: string },
): Promise<void> {
  for (const table of ['mailOutbox', 'disavowals'] as const) {
    await trx
      .deleteFrom(table)
      .where('identityId', '=', identityId)
      .where('address', '=', address)
      .execute()
  }
}

/**
 * Removes second factors that are newer than the cause: the app, the choice to require a passkey, and passkeys
 * if they are the only second factor. Older ones stay, because access to a mailbox alone must not open an
 * account that has a second factor.
 */
export async function removeLaterFactors(
  ctx: TransactionContext,
  identityId: string,
  since: Date,
): Promise<void> {
  const { db } = ctx
  const app = await findTotp(ctx, identityId)
  if (app && app.confirmedAt > since) await deleteTotp(ctx, identityId)
  await db
    .deleteFrom('twoStepSignIns')
    .where('identityId', '=', identityId)
    .where('since', '>', since)
    .execute()
  const { required, totp } = await findFactors(ctx, identityId)
  if (!required || totp) return
  const older = (await listPasskeys(ctx, identityId)).filter(({ createdAt }) => createdAt <= since)
  await removePasskeysBut(
    ctx,
    identityId,
    older.map(({ id }) => id),
  )
}
