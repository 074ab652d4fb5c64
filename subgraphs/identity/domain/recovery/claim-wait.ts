// The week in which others can object to a claim. Every mailbox that knows the account gets a mail.
import { sql } from 'kysely'
import { readsAlone } from '#foundation/database/reads/read-statement.ts'
import { queueMail } from '../mail/mail-outbox.ts'
import type { TransactionContext } from '../../context.ts'

export const CLAIM_WAIT_MS = 7 * 86_400_000
/** The maximum of addresses that get a mail about a claim. */
const MAX_RECIPIENTS = 10

/**
 * Queues mail to the account's address, and to those of notices of the last week, except the claiming one.
 * `from` is the claimant's location.
 */
export async function tellOthers(
  { db, now }: Pick<TransactionContext, 'db' | 'now'>,
  { identityId, address }: { identityId: string; address: string },
  details: { from?: string },
): Promise<void> {
  const { rows } = await readsAlone(sql<{ address: string }>`
    select address from (
      select address, 0 as place from email_addresses where identity_id = ${identityId}
      union all
      select address, 1 from disavowals where identity_id = ${identityId}
      union all
      select recipient, 1 from claim_links where identity_id = ${identityId} and of_notice
    ) known
    where address <> ${address}
    group by address order by min(place), address limit ${MAX_RECIPIENTS}`).execute(db)
  for (const known of rows) {
    const mail = { kind: 'account_claimed', identityId, address: known.address, details } as const
    await queueMail({ db, now }, mail)
  }
}

/** Restarts the week and notifies everybody again, because nobody could object while the account was disabled. */
export async function restartClaimWait(
  ctx: Pick<TransactionContext, 'db' | 'now'>,
  identityId: string,
): Promise<void> {
  const opensAt = new Date(ctx.now().getTime() + CLAIM_WAIT_MS)
  const claim = await ctx.db
    .updateTable('accountLocks')
    .set({ opensAt: sql<Date>`greatest(opens_at, ${opensAt}::timestamptz)` })
    .where('identityId', '=', identityId)
    .where('claimAddress', 'is not', null)
    .returning('claimAddress as address')
    .executeTakeFirst()
  if (claim?.address) await tellOthers(ctx, { identityId, address: claim.address }, {})
}
