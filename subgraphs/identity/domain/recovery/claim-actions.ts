// The actions on the page of a claim: proving ownership, waiting, and objecting.
import { forbidden, type DomainError } from '#foundation/domain/errors.ts'
import type { IdentityContext, TransactionContext } from '../../context.ts'
import { findClaimByToken, type ClaimForReader } from './claim-reader.ts'
import { recordAudit } from '../audit/audit.ts'
import { findPasswordOf, type ProofTime } from './claim-proof.ts'
import { linkIsOver } from '../email/email-address.ts'
import { queueMail } from '../mail/mail-outbox.ts'
import { lockPersonForUpdate } from '../people/person.ts'
import { createRecovery } from './reset-link.ts'

/**
 * Proves ownership with something that the account had before the cause of its claim, and returns a token for saying
 * which address is the account's: an owner who signs in as usual may be the claimant. Undefined for a wrong proof.
 * @throws INSUFFICIENT_PERMISSIONS if the link is over, or, without consuming the proof, if the proof decides nothing
 */
export function proveClaim(
  ctx: IdentityContext,
  token: string,
  proofTime: ProofTime,
): Promise<string | undefined> {
  return withClaim(ctx, token, async (within, claim) => {
    const since = await proofTime(within, claim)
    if (!since) return undefined
    if (since >= claim.causedAt) throw tooNew()
    return beginRecovery(within, claim, since)
  })
}

/**
 * Opens the account for a claimant if nobody has objected in time, and returns the token that sets a new password.
 * @throws INSUFFICIENT_PERMISSIONS
 */
export function openUnopposed(ctx: IdentityContext, token: string): Promise<string> {
  return withClaim(ctx, token, async (within, claim) => {
    const { identityId, role } = claim
    if (role !== 'claimant' || !isUnopposed(claim, ctx.now())) throw stillWaits()
    const details = { by: 'waiting' }
    await recordAudit(within, { kind: 'account_claim_opened', identityId, details })
    return beginRecovery(within, claim, null)
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

/** Finds and locks the claim of a link, so that the first of several decisions counts. */
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

async function beginRecovery(
  ctx: TransactionContext,
  { identityId }: ClaimForReader,
  since: Date | null,
): Promise<string> {
  if (await isDeciding(ctx, identityId, since)) throw deciding()
  return createRecovery(ctx, identityId, { since, byClaim: true })
}

/**
 * Whether another proof is already deciding the claim: a recovery code, which overrides a claim, or any other proof if
 * this one is the password, because a thief who knows the password could otherwise end each page of the owner.
 */
async function isDeciding(
  ctx: TransactionContext,
  identityId: string,
  since: Date | null,
): Promise<boolean> {
  const isPassword = since && (await findPasswordOf(ctx, identityId, since)) !== undefined
  const recovery = await ctx.db
    .selectFrom('recoveries')
    .select('identityId')
    .where('identityId', '=', identityId)
    .where('expiresAt', '>', ctx.now())
    .where(({ eb, or }) =>
      or([eb('byClaim', '=', false), ...(isPassword ? [eb('since', '!=', since)] : [])]),
    )
    .executeTakeFirst()
  return recovery !== undefined
}

/** The error for a proof that is newer than the cause of the claim. */
export function tooNew(): DomainError {
  const message =
    'The account got this after what the claim is about, so it does not show whose the account is. Use something older.'
  return forbidden(message, { reason: 'claim' })
}

function deciding(): DomainError {
  const message =
    'Another proof is already deciding this. If it was yours, go on there or give it again. Otherwise try again in half an hour.'
  return forbidden(message, { reason: 'claim' })
}

function stillWaits(): DomainError {
  const message =
    'The account does not open yet, or somebody has objected. The page says what you can do.'
  return forbidden(message, { reason: 'claim' })
}
