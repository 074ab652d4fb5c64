// Setting a new password without the old one: by a link from a mail, or after a recovery code.
import { requireIdentity } from '#foundation/auth/caller.ts'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import type { IdentityContext } from '../context.ts'
import type { Identity } from '../tables.ts'
import { unlockAccount } from './account-lock.ts'
import { recordAudit } from './audit.ts'
import { queueMail } from './mail-outbox.ts'
import { removePasskeysBut } from './passkey.ts'
import { hashPassword, passwordIssues, setPassword } from './password.ts'
import { findIdByUsername } from './profile.ts'
import { createPasswordReset, usePasswordReset } from './reset-link.ts'
import { useAdministratorCode, useRecoveryCode } from './recovery-code.ts'
import { endAllAccess } from './session-end.ts'
import { unlinkWalletsBut } from './wallet.ts'

/**
 * Asks for a mail with a link. Whoever has the name, the same rows are written: whether there is
 * somebody to write to is found out by the worker that sends mail.
 */
export async function requestPasswordReset(ctx: IdentityContext, username: string): Promise<void> {
  const identityId = await findIdByUsername(ctx, username)
  await ctx.db.transaction().execute(async (trx) => {
    const within = { ...ctx, db: trx }
    await recordAudit(within, { kind: 'password_reset_requested', identityId })
    // In the details, because a foreign key is looked up only where it is not null.
    const details = { identityId, from: ctx.address }
    await queueMail(within, { kind: 'password_reset', identityId: null, address: null, details })
  })
}

export interface PasswordReset {
  token: string
  newPassword: string
  /** Ids of the other sign-in methods to keep; all others are removed. */
  keptPasskeys: readonly string[]
  keptWallets: readonly string[]
}

/**
 * Sets the caller's password by a link of theirs, once. Every session ends and every grant is revoked.
 * @throws VALIDATION_ERROR that names the field, which leaves the link as it is;
 * INSUFFICIENT_PERMISSIONS when it is over
 */
export async function resetPassword(
  ctx: IdentityContext,
  identity: Identity,
  { token, newPassword, keptPasskeys, keptWallets }: PasswordReset,
): Promise<void> {
  const id = requireIdentity(ctx)
  refuseIssues(await passwordIssues(ctx, 'newPassword', newPassword, identity))
  const hash = await hashPassword(newPassword)
  await ctx.db.transaction().execute(async (trx) => {
    const within = { ...ctx, db: trx }
    await usePasswordReset(within, id, token)
    await unlockAccount(within, id)
    await setPassword(within, id, hash)
    await endAllAccess(trx, ctx.now(), id, 'password_reset')
    await recordAudit(within, { kind: 'password_changed', identityId: id, details: { by: 'link' } })
    await removePasskeysBut(within, id, keptPasskeys)
    await unlinkWalletsBut(ctx, trx, keptWallets)
  })
}

/**
 * Gives the token that a new password is set with for a code of the person with that name, which it
 * consumes. Undefined for a wrong code, with the same work whether or not there is such a person.
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
    const isRight =
      (await useRecoveryCode(trx, holder, typed)) ||
      (await useAdministratorCode(trx, holder, typed, ctx.now()))
    const kind = isRight ? 'recovery_code_used' : 'recovery_refused'
    await recordAudit(within, { kind, identityId })
    return isRight ? createPasswordReset(within, holder) : undefined
  })
}
