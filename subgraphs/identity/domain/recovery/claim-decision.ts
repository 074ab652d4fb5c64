// Deciding a claim: by a proof that is older than its cause, by waiting, or by an administrator.
import { forbidden, type DomainError } from '#foundation/domain/errors.ts'
import type { IdentityContext, TransactionContext } from '../../context.ts'
import { findClaim, removeClaim } from './account-claim.ts'
import { findClaimByToken, type ClaimForReader } from './claim-reader.ts'
import { recordAudit } from '../audit/audit.ts'
import type { ProofTime } from './claim-proof.ts'

import { findVerifiedEmailAddress, linkIsOver } from '../email/email-address.ts'
import { removeClaimsOf, removeLaterClaims } from './later-claims.ts'
import { queueMail } from '../mail/mail-outbox.ts'
import { lockPersonForUpdate } from '../people/person.ts'
import { createRecovery } from './reset-link.ts'

/** The claim has ended, or its claimant may set a new password with this token. */
export type Decision = 'ended' | { token: string }

/**
 * Decides a claim by a proof from the reader of one of its links: opens the account for the claimant, and ends
 * the claim for anybody else. Undefined for a wrong proof. @throws INSUFFICIENT_PERMISSIONS if the link is
 * over, or if the proof is too new, without consuming the proof
 */
export function decideClaim(
  ctx: IdentityContext,
  token: string,
  proofTime: ProofTime,
): Promise<Decision | undefined> {
  return withClaim(ctx, token, async (within, claim) => {
    const provedSince = await proofTime(within, claim.identityId)
    if (!provedSince) return undefined
    if (provedSince >= claim.causedAt) throw tooNew()
    if (claim.role === 'claimant') return openAccount(within, claim, provedSince)
    await endClaim(within, claim.identityId, provedSince)
    return 'ended'
  })
}

/** Opens the account for a claimant if nobody has objected in time. @throws INSUFFICIENT_PERMISSIONS */
export function openUnopposed(
  ctx: IdentityContext,
  token: string,
): Promise<Exclude<Decision, 'ended'>> {
  return withClaim(ctx, token, (within, claim) => {
    if (claim.role !== 'claimant' || !isUnopposed(claim, ctx.now())) throw stillWaits()
    return openAccount(within, claim, null)
  })
}

export function isUnopposed(
  { disputedAt, opensAt }: Pick<ClaimForReader, 'disputedAt' | 'opensAt'>,
  at: Date,
): boolean {
  return disputedAt === null && opensAt <= at
}

/** Objects without a proof: waiting no longer opens the account. @throws INSUFFICIENT_PERMISSIONS */
export function disputeClaim(ctx: IdentityContext, token: string): Promise<void> {
  return withClaim(ctx, token, async (within, { address, identityId, role, disputedAt }) => {
    if (role !== 'holder' || disputedAt) return
    await within.db
      .updateTable('accountLocks')
      .set({ disputedAt: ctx.now() })
      .where('identityId', '=', identityId)
      .execute()
    // Ends a password reset that started because nobody had objected.
    await within.db
      .deleteFrom('recoveries')
      .where('identityId', '=', identityId)
      .where('byClaim', '=', true)
      .where('since', 'is', null)
      .execute()
    await recordAudit(within, { kind: 'account_claim_disputed', identityId })
    await queueMail(within, { kind: 'account_claim_disputed', identityId, address })
  })
}

/** Locks the person, so that the first of several decisions counts. */
function withClaim<Result>(
  ctx: IdentityContext,
  token: string,
  decide: (within: TransactionContext, claim: ClaimForReader) => Promise<Result>,
): Promise<Result> {
  return ctx.db.transaction().execute(async (trx) => {
    const within = { ...ctx, db: trx }
    const found = await findClaimByToken(within, token)
    if (!found) throw linkIsOver()
    await lockPersonForUpdate(trx, found.identityId)
    const claim = await findClaimByToken(within, token)
    if (!claim) throw linkIsOver()
    return decide(within, claim)
  })
}

async function openAccount(
  ctx: TransactionContext,
  { identityId }: ClaimForReader,
  since: Date | null,
): Promise<{ token: string }> {
  if (await isRecovering(ctx, identityId)) throw recovering()
  const details = { by: since ? 'proof' : 'waiting' }
  await recordAudit(ctx, { kind: 'account_claim_opened', identityId, details })
  return { token: await createRecovery(ctx, identityId, { since, byClaim: true }) }
}

/** Whether somebody is setting a new password with a recovery code, which overrides a claim. */
async function isRecovering({ db, now }: TransactionContext, identityId: string): Promise<boolean> {
  const recovery = await db
    .selectFrom('recoveries')
    .select('identityId')
    .where('identityId', '=', identityId)
    .where('byClaim', '=', false)
    .where('expiresAt', '>', now())
    .executeTakeFirst()
  return recovery !== undefined
}

/**
 * Ends a claim because of a way in that the account had before its cause; the account stays as it is. Ends
 * every link to the claiming address, and links to others with a later cause. Does nothing without a claim.
 */
export async function endClaim(
  ctx: TransactionContext,
  identityId: string,
  provedSince: Date,
): Promise<void> {
  const claim = await findClaim(ctx, identityId)
  if (!claim) return
  await removeClaim(ctx, identityId)
  await removeClaimsOf(ctx.db, claim)
  const own = await findVerifiedEmailAddress(ctx, identityId)
  const but = own ? [own.address] : []
  await removeLaterClaims(ctx.db, identityId, { since: provedSince, but })
  await recordAudit(ctx, { kind: 'account_claim_ended', identityId })
  await queueMail(ctx, { kind: 'account_claim_ended', identityId, address: claim.address })
}

/** The error for a proof that is newer than the cause of the claim. */
export function tooNew(): DomainError {
  const message =
    'The account got this after what the claim is about, so it does not show whose the account is. Use something older.'
  return forbidden(message, { reason: 'claim' })
}

function recovering(): DomainError {
  const message = 'Somebody is setting a new password with a code. Try again in half an hour.'
  return forbidden(message, { reason: 'claim' })
}

function stillWaits(): DomainError {
  const message =
    'The account does not open yet, or somebody has objected. The page says what you can do.'
  return forbidden(message, { reason: 'claim' })
}
