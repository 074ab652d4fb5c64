// Setting a new password without the old one: with a mailed link, or with a recovery code.
import { requireIdentity } from '#foundation/auth/caller.ts'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import type { IdentityContext, TransactionContext } from '../../context.ts'
import { endRecovery } from '../sessions/account-lock.ts'
import { recordAudit } from '../audit/audit.ts'
import { withdrawWithin } from '../departure/departure.ts'
import { findClaim, removeClaim, type Claim } from './account-claim.ts'
import { tooNew } from './claim-actions.ts'
import { findProvedClaim } from './claim-decision.ts'
import { endClaim } from './claim-end.ts'
import { restoreAccount } from './claim-restoration.ts'
import { removeLaterClaims } from './later-claims.ts'
import { findRecent } from './recent-ways.ts'
import { withUnremovable } from './removable-ways.ts'
import { linkIsOver, putEmailAddress, removeAddressBut } from '../email/email-address.ts'
import { queueMail } from '../mail/mail-outbox.ts'
import { hashPassword, passwordIssues, setPassword } from '../sign-in/password.ts'
import { lockPersonForUpdate } from '../people/person.ts'
import { findIdByUsername } from '../people/profile.ts'
import {
  createRecovery,
  usePasswordReset,
  type RecoveringIdentity,
  type ResetBy,
} from './reset-link.ts'
import { useAdministratorCode, useRecoveryCode } from '../sign-in/recovery-code.ts'
import { endAllAccess } from '../sessions/session-end.ts'
import { deleteTotp, findTotp } from '../sign-in/totp-set-up.ts'
import { removeWaysBut, type KeptWays } from '../sign-in/ways-in.ts'

/**
 * Requests a mail with a link. Writes the same rows for every name: only the worker that sends mail looks up
 * whether there is anybody to write to.
 */
export async function requestPasswordReset(ctx: IdentityContext, username: string): Promise<void> {
  const identityId = await findIdByUsername(ctx, username)
  await ctx.db.transaction().execute(async (trx) => {
    const within = { ...ctx, db: trx }
    await recordAudit(within, { kind: 'password_reset_requested', identityId })
    // The id is in the details: a foreign key is checked only if it is not null, so the time would depend on the name.
    const details = { identityId, from: ctx.address }
    await queueMail(within, { kind: 'password_reset', identityId: null, address: null, details })
  })
}

export interface PasswordReset {
  token: string
  newPassword: string
  kept: KeptWays
}

/**
 * Sets the caller's password with their token, once. Ends every session and revokes every grant.
 * @throws VALIDATION_ERROR that names the field, without consuming the token; INSUFFICIENT_PERMISSIONS if the token is
 * over
 */
export async function resetPassword(
  ctx: IdentityContext,
  identity: RecoveringIdentity,
  { token, newPassword, kept }: PasswordReset,
): Promise<void> {
  const id = requireIdentity(ctx)
  refuseIssues(await passwordIssues(ctx, 'newPassword', newPassword, identity))
  const hash = await hashPassword(newPassword)
  await ctx.db.transaction().execute(async (trx) => {
    // For "this was not me", the password must not be older than its notice.
    const at = ctx.now()
    const within = { ...ctx, db: trx, now: () => at }
    await lockPersonForUpdate(trx, id)
    const proved = await findProvedClaim(within, token)
    await usePasswordReset(within, id, token)
    const claim = await findClaim(within, id)
    if (identity.byClaim && !claim) throw linkIsOver()
    const staying = await withUnremovable(within, identity, kept)
    if (identity.since) await disown(within, { since: identity.since, kept, claim })
    await endRecovery(within, id)
    await setPassword(within, id, hash)
    await endAllAccess(trx, at, id, 'password_reset')
    await trx.deleteFrom('knownBrowsers').where('identityId', '=', id).execute()
    const restores = identity.byClaim && claim !== undefined
    const left = restores ? await restoreAccount(within, claim, staying) : staying
    if (proved) {
      const details = { by: 'proof' }
      await recordAudit(within, { kind: 'account_claim_opened', identityId: id, details })
    }
    const details = { by: resetBy(identity) }
    await recordAudit(within, { kind: 'password_changed', identityId: id, details })
    await removeWaysBut(within, trx, left)
  })
}

/**
 * Removes what the person does not keep after a code. A code that is older than a week is older than whatever a thief
 * has: later links to other addresses end, and the notice to a removed address has none. A newer code may be a thief's,
 * so it ends only links that are later than the claim that it decides.
 */
async function disown(
  ctx: TransactionContext,
  { since, kept, claim }: { since: Date; kept: KeptWays; claim: Claim | undefined },
): Promise<void> {
  const { addresses, totp } = kept
  const id = requireIdentity(ctx)
  const isOld = since < (await findRecent(ctx, id)).recentSince
  const later = isOld ? since : claim?.causedAt
  const restores = claim !== undefined && addresses.includes(claim.address)
  if (later) await removeLaterClaims(ctx.db, id, { since: later, but: addresses })
  if (claim && !restores) await endClaim(ctx, claim, since)
  await removeAddressBut(ctx, id, { kept: addresses, claims: later === undefined })
  if (restores) await restoreAddress(ctx, claim)
  await withdrawWithin(ctx, id, since)
  const app = await findTotp(ctx, id)
  if (!app || !totp.includes(app.confirmedAt.toISOString())) await deleteTotp(ctx, id)
}

/** The person says that the earlier address is the account's, so its claim has succeeded. */
async function restoreAddress(
  ctx: TransactionContext,
  { identityId, address }: Claim,
): Promise<void> {
  await removeClaim(ctx, identityId)
  await putEmailAddress(ctx, identityId, address)
  await recordAudit(ctx, { kind: 'email_verified', identityId })
}

/** The time of a code that an administrator issued, which overrides all claims. */
const LONG_AGO = new Date(0)

function resetBy({ byClaim, since }: RecoveringIdentity): ResetBy {
  if (byClaim) return 'claim'
  if (since === null) return 'link'
  return since.getTime() === LONG_AGO.getTime() ? 'administrator_code' : 'code'
}

/**
 * Consumes a recovery code of the person with that name and returns the token that sets a new password.
 * Undefined for a wrong code, with the same work whether or not the person exists. @throws
 * INSUFFICIENT_PERMISSIONS, without consuming it, for a code that is newer than a claim to the account
 */
export async function redeemRecoveryCode(
  ctx: IdentityContext,
  username: string,
  typed: string,
): Promise<string | undefined> {
  const identityId = await findIdByUsername(ctx, username)
  const holder = identityId ?? ''
  return ctx.db.transaction().execute(async (trx) => {
    const within = { ...ctx, db: trx }
    await lockPersonForUpdate(trx, holder)
    const since =
      (await useRecoveryCode(trx, holder, typed)) ??
      ((await useAdministratorCode(trx, holder, typed, ctx.now())) ? LONG_AGO : undefined)
    const claim = since && (await findClaim(within, holder))
    if (claim && since >= claim.causedAt) throw tooNew()
    const kind = since ? 'recovery_code_used' : 'recovery_refused'
    await recordAudit(within, { kind, identityId })
    return since && createRecovery(within, holder, { since })
  })
}
