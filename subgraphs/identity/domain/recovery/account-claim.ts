// Claims: the reader of an earlier address says that the account is theirs. A claim is part of a lock (decision 0045).
import type { NotNull } from 'kysely'
import type { Db } from '#foundation/database/database.ts'
import type { IdentityContext, TransactionContext } from '../../context.ts'
import type { IdentityTables } from '../../tables.ts'
import { recordAudit } from '../audit/audit.ts'
import { withdrawWithin } from '../departure/departure.ts'
import { adoptNoticeLinks } from './claim-link.ts'
import { CLAIM_WAIT_MS, tellOthers } from './claim-wait.ts'
import { endAllAccess } from '../sessions/session-end.ts'

export interface Claim {
  identityId: string
  /** The earlier e-mail address of the account, whose reader claims the account. */
  address: string
  /** Only proofs from before this time open the account or end the claim. */
  causedAt: Date
  claimedAt: Date
  opensAt: Date
  disputedAt: Date | null
  /** Whether both sides have proved the password, which then decides nothing. */
  contested: boolean
}

/** The claim to a person's account, if any. */
export function findClaim(
  { db }: Pick<IdentityContext, 'db'>,
  identityId: string,
): Promise<Claim | undefined> {
  return claimsOf(db).where('accountLocks.identityId', '=', identityId).executeTakeFirst()
}

export const claimsOf = (db: Db<IdentityTables>) =>
  db
    .selectFrom('accountLocks')
    .select(['accountLocks.identityId', 'claimAddress as address'])
    .select(['causedAt', 'claimedAt', 'opensAt', 'disputedAt', 'contested'])
    .where('claimAddress', 'is not', null)
    .$narrowType<{ address: NotNull; causedAt: NotNull; claimedAt: NotNull; opensAt: NotNull }>()

export interface FollowedLink {
  identityId: string
  address: string
  /** The time of the first event that this address got a link to report. */
  causedAt: Date
  /** The hash of the password that ended the claim of this link, and that was proved again to follow it. */
  passwordHash: string | null
}

/**
 * Claims the account with a link to an earlier address, within the transaction that locked the person. All
 * links to that address then lead to the claim. Of two claims, the one with the earlier cause wins, and the
 * link of the other leads to it. Password, passkeys and everything else stay.
 */
export async function claimAccount(
  ctx: TransactionContext,
  link: FollowedLink,
  token: string,
): Promise<void> {
  const { identityId, address, causedAt } = link
  const before = await findClaim(ctx, identityId)
  if (!before || causedAt < before.causedAt) {
    await setClaim(ctx, link, before)
    await endLaterRecoveries(ctx, link)
    await recordAudit(ctx, { kind: 'account_claimed', identityId })
  }
  const isOfClaimant = (await findClaim(ctx, identityId))?.address === address
  await adoptNoticeLinks(ctx, link, isOfClaimant ? undefined : token)
  if (before) return
  await endAllAccess(ctx.db, ctx.now(), identityId, 'account_locked')
  // Withdraws any departure: a locked-out owner could not withdraw it in time.
  await withdrawWithin(ctx, identityId, new Date(0))
  await tellOthers(ctx, link, { from: ctx.address })
}

/** Restarts the wait if another address claims the account. */
async function setClaim(
  { db, now }: TransactionContext,
  { identityId, address, causedAt, passwordHash }: FollowedLink,
  before: Claim | undefined,
): Promise<void> {
  const at = now()
  const times =
    before?.address === address
      ? { claimedAt: before.claimedAt, opensAt: before.opensAt }
      : { claimedAt: at, opensAt: new Date(at.getTime() + CLAIM_WAIT_MS) }
  const contested = passwordHash !== null || before?.contested === true
  const claim = { claimAddress: address, causedAt, contested, ...times }
  await db
    .insertInto('accountLocks')
    .values({ identityId, lockedAt: at, ...claim })
    .onConflict((conflict) => conflict.column('identityId').doUpdateSet(claim))
    .execute()
}

/**
 * Ends pending changes of address and password, except a reset outside of a claim after a proof older than the cause.
 */
async function endLaterRecoveries(
  { db }: TransactionContext,
  { identityId, causedAt }: FollowedLink,
): Promise<void> {
  await db
    .deleteFrom('recoveries')
    .where('identityId', '=', identityId)
    .where((eb) =>
      eb.or([eb('byClaim', '=', true), eb('since', 'is', null), eb('since', '>=', causedAt)]),
    )
    .execute()
  await db.deleteFrom('passwordResets').where('identityId', '=', identityId).execute()
  await db.deleteFrom('emailVerifications').where('identityId', '=', identityId).execute()
}

/** Ends the lock with its claim and links, and the password reset that the claim allowed. The caller records why. */
export async function removeClaim(
  { db }: Pick<IdentityContext, 'db'>,
  identityId: string,
): Promise<void> {
  await db
    .deleteFrom('recoveries')
    .where('identityId', '=', identityId)
    .where('byClaim', '=', true)
    .execute()
  await db.deleteFrom('accountLocks').where('identityId', '=', identityId).execute()
}
