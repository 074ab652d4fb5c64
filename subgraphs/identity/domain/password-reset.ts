// Setting a new password without the old one: by a link from a mail, or after a recovery code.
import { requireIdentity } from '#foundation/auth/caller.ts'
import type { Db, Transaction } from '#foundation/database/database.ts'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import type { IdentityContext } from '../context.ts'
import type { IdentityTables } from '../tables.ts'
import { endRecovery } from './account-lock.ts'
import { recordAudit } from './audit.ts'
import { withdrawWithin } from './departure.ts'
import { removeLaterClaims } from './disavowal.ts'
import { removeAddressBut } from './email-address.ts'
import { queueMail } from './mail-outbox.ts'
import { listPasskeys } from './passkey.ts'
import { hashPassword, passwordIssues, setPassword } from './password.ts'
import { lockPersonForUpdate } from './person.ts'
import { findIdByUsername } from './profile.ts'
import { createRecovery, usePasswordReset, type Recovering, type ResetBy } from './reset-link.ts'
import { useAdministratorCode, useRecoveryCode } from './recovery-code.ts'
import { findFactors } from './second-factor.ts'
import { endAllAccess } from './session-end.ts'
import { deleteTotp, findTotp } from './totp-set-up.ts'
import { removeWaysBut, type KeptWays } from './ways-in.ts'

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
  kept: KeptWays
}

/**
 * Sets the caller's password by a token of theirs, once. Every session ends and every grant is revoked.
 * @throws VALIDATION_ERROR that names the field, which leaves the token as it is;
 * INSUFFICIENT_PERMISSIONS when it is over
 */
export async function resetPassword(
  ctx: IdentityContext,
  identity: Recovering,
  { token, newPassword, kept }: PasswordReset,
): Promise<void> {
  const id = requireIdentity(ctx)
  refuseIssues(await passwordIssues(ctx, 'newPassword', newPassword, identity))
  const hash = await hashPassword(newPassword)
  await ctx.db.transaction().execute(async (trx) => {
    const within = { ...ctx, db: trx }
    await lockPersonForUpdate(trx, id)
    await usePasswordReset(within, id, token)
    await endRecovery(within, id)
    await setPassword(within, id, hash)
    await endAllAccess(trx, ctx.now(), id, 'password_reset')
    await trx.deleteFrom('knownBrowsers').where('identityId', '=', id).execute()
    if (identity.since) await disown(within, identity.since, kept)
    const details = { by: resetBy(identity) }
    await recordAudit(within, { kind: 'password_changed', identityId: id, details })
    await removeWaysBut(ctx, trx, await keptBy(within, identity, kept))
  })
}

/**
 * After a code, which is older than what claims the account since: an address that the person does not
 * keep may be somebody else's, so it hears of it without another such link.
 */
async function disown(
  ctx: Omit<IdentityContext, 'db'> & { db: Transaction<IdentityTables> },
  since: Date,
  { addresses, totp }: KeptWays,
): Promise<void> {
  const id = requireIdentity(ctx)
  await removeLaterClaims(ctx.db, id, { since, but: addresses })
  await removeAddressBut(ctx, id, { kept: addresses, claims: false })
  await withdrawWithin(ctx, id, since)
  const app = await findTotp(ctx, id)
  if (!app || !totp.includes(app.confirmedAt.toISOString())) await deleteTotp(ctx, id)
}

/**
 * Whether this recovery may remove passkeys. A code may, because it can replace a second factor. A mailbox may
 * not: passkeys stay if they are the only second factor. (The app always stays.)
 */
export async function mayTakePasskeys(
  ctx: { db: Db<IdentityTables> },
  { id, since }: Pick<Recovering, 'id' | 'since'>,
): Promise<boolean> {
  const { asked, totp } = await findFactors(ctx, id)
  return since !== null || totp || !asked
}

async function keptBy(
  ctx: { db: Db<IdentityTables> },
  identity: Recovering,
  kept: KeptWays,
): Promise<KeptWays> {
  if (await mayTakePasskeys(ctx, identity)) return kept
  const passkeys = await listPasskeys(ctx, identity.id)
  return { ...kept, passkeys: passkeys.map(({ id }) => id) }
}

/** Administrators issue a code after all that has happened, and it outdoes everything. */
const LONG_AGO = new Date(0)

function resetBy({ since }: Recovering): ResetBy {
  if (since === null) return 'link'
  return since.getTime() === LONG_AGO.getTime() ? 'administrator_code' : 'code'
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
    await lockPersonForUpdate(trx, holder)
    const since =
      (await useRecoveryCode(trx, holder, typed)) ??
      ((await useAdministratorCode(trx, holder, typed, ctx.now())) ? LONG_AGO : undefined)
    const kind = since ? 'recovery_code_used' : 'recovery_refused'
    await recordAudit(within, { kind, identityId })
    return since && createRecovery(within, holder, since)
  })
}
