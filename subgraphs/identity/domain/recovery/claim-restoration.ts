// Restores an account to its state before the cause of the claim, when its claimant sets a new password.
import type { Claim } from './account-claim.ts'
import { recordAudit } from '../audit/audit.ts'
import { withdrawWithin } from '../departure/departure.ts'
import { findVerifiedEmailAddress, putEmailAddress } from '../email/email-address.ts'
import { removeLaterClaims, removeLaterFactors } from './later-claims.ts'
import { queueMail } from '../mail/mail-outbox.ts'
import { listPasskeys } from '../sign-in/passkey.ts'
import type { KeptWays } from '../sign-in/ways-in.ts'
import type { TransactionContext } from '../../context.ts'

/**
 * Sets the earlier address again, and removes later factors and links. Returns the ways in that the claimant
 * may keep: none from after the cause.
 */
export async function restoreAccount(
  ctx: TransactionContext,
  { identityId, address, causedAt }: Claim,
  kept: KeptWays,
): Promise<KeptWays> {
  const since = new Date(causedAt.getTime() - 1)
  await removeLaterClaims(ctx.db, identityId, { since, but: [address] })
  await moveBack(ctx, identityId, address)
  await removeLaterFactors(ctx, identityId, since)
  await ctx.db
    .deleteFrom('recoveryCodes')
    .where('identityId', '=', identityId)
    .where('createdAt', '>=', causedAt)
    .execute()
  await withdrawWithin(ctx, identityId, since)
  return onlyEarlier(ctx, identityId, { kept, causedAt })
}

/** Sets the earlier address, and notifies the current one without a link that locks the account. */
async function moveBack(
  ctx: TransactionContext,
  identityId: string,
  address: string,
): Promise<void> {
  const before = await findVerifiedEmailAddress(ctx, identityId)
  await putEmailAddress(ctx, identityId, address)
  await recordAudit(ctx, { kind: 'email_verified', identityId })
  if (!before || before.address === address) return
  const details = { what: 'replaced', claims: false, from: ctx.address }
  await queueMail(ctx, { kind: 'email_changed', identityId, address: before.address, details })
}

async function onlyEarlier(
  ctx: TransactionContext,
  identityId: string,
  { kept, causedAt }: { kept: KeptWays; causedAt: Date },
): Promise<KeptWays> {
  const passkeys = (await listPasskeys(ctx, identityId)).filter(
    ({ createdAt }) => createdAt < causedAt,
  )
  const wallets = await ctx.db
    .selectFrom('wallets')
    .select('id')
    .where('identityId', '=', identityId)
    .where('linkedAt', '<', causedAt)
    .execute()
  const earlier = (rows: { id: string }[], ids: readonly string[]) =>
    rows.map(({ id }) => id).filter((id) => ids.includes(id))
  return {
    ...kept,
    passkeys: earlier(passkeys, kept.passkeys),
    wallets: earlier(wallets, kept.wallets),
  }
}
