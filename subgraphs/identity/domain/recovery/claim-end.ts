// Ends a claim by a proof that is older than its cause: the account stays with its current address.
import type { TransactionContext } from '../../context.ts'
import { recordAudit } from '../audit/audit.ts'
import { findVerifiedEmailAddress } from '../email/email-address.ts'
import { queueMail } from '../mail/mail-outbox.ts'
import { removeClaim, type Claim } from './account-claim.ts'
import { findPasswordOf } from './claim-proof.ts'
import { NOT_ME_LIFETIME_MS, removeClaimsOf, removeLaterClaims } from './later-claims.ts'
import { findRecent } from './recent-ways.ts'

/**
 * Ends every link to the claiming address, and links to others with a cause later than the proof. A thief may know the
 * password, or have added something in the last week, and then claim the account themselves: such a proof ends only
 * links with a cause later than the claim. Of a claim that a password has ended, the links stay for a week, and lock the
 * account again with that password.
 */
export async function endClaim(
  ctx: TransactionContext,
  claim: Claim,
  provedSince: Date,
): Promise<void> {
  const { identityId, address } = claim
  const own = await findVerifiedEmailAddress(ctx, identityId)
  const but = own ? [own.address] : []
  await removeClaimsOf(ctx.db, claim)
  const passwordHash = await findPasswordOf(ctx, identityId, provedSince)
  const isOld = provedSince < (await findRecent(ctx, identityId)).recentSince
  const outranks = isOld && passwordHash === undefined
  await removeLaterClaims(ctx.db, identityId, {
    since: outranks ? provedSince : claim.causedAt,
    but,
  })
  if (passwordHash !== undefined) await keepLinks(ctx, claim, passwordHash)
  await removeClaim(ctx, identityId)
  await recordAudit(ctx, { kind: 'account_claim_ended', identityId })
  const details = { contestable: passwordHash !== undefined }
  await queueMail(ctx, { kind: 'account_claim_ended', identityId, address, details })
}

async function keepLinks(
  { db, now }: TransactionContext,
  { identityId, address, causedAt }: Claim,
  passwordHash: string,
): Promise<void> {
  const links = await db
    .deleteFrom('claimLinks')
    .where('identityId', '=', identityId)
    .where('recipient', '=', address)
    .where('ofNotice', '=', true)
    .returning('tokenHash')
    .execute()
  if (links.length === 0) return
  const expiresAt = new Date(now().getTime() + NOT_ME_LIFETIME_MS)
  const kept = { identityId, address, expiresAt, mailId: null, passwordHash, causedAt }
  await db
    .insertInto('disavowals')
    .values(links.map(({ tokenHash }) => ({ tokenHash, ...kept })))
    .execute()
}
