// Changes a password: ends every other session, revokes all grants, and removes the ways in that are not kept.
import { requireIdentity } from '#foundation/auth/caller.ts'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import { refused, type DomainError } from '#foundation/domain/errors.ts'
import type { IdentityContext, StepContext } from '../../context.ts'
import type { Identity, Session } from '../../tables.ts'
import { endRecovery } from '../sessions/account-lock.ts'
import { recordAudit } from '../audit/audit.ts'
import { consumeAttempt } from '../secrets/attempt-throttle.ts'
import { removeAddressBut } from '../email/email-address.ts'
import {
  hashPassword,
  passwordIssues,
  proveCurrentPassword,
  replacePassword,
  setPassword,
} from './password.ts'
import { lockPersonForUpdate } from '../people/person.ts'
import { endAllAccess } from '../sessions/session-end.ts'
import { renewSession } from '../sessions/session.ts'
import { lockStepUp, sessionEnded } from '../sessions/step-up.ts'
import { clearTotpGuesses } from './totp.ts'
import { removeWaysBut, type KeptWays } from './ways-in.ts'

/** Limits attempts with the right current password, because each hashes a new one. */
const CHANGES = { max: 10, windowMs: 15 * 60_000 }

export interface PasswordChange {
  /** The current password; undefined if the person has confirmed with a passkey or a wallet. */
  currentPassword: string | undefined
  newPassword: string
  kept: KeptWays
}

/** Whether the session was confirmed with the password. */
export function provedPassword({ methods }: Pick<Session, 'methods'>): boolean {
  return methods.includes('pwd')
}

/**
 * Changes the caller's password in the session, and returns the new value of its cookie. Of simultaneous
 * changes with the same old password, the first succeeds and the others fail with WRONG_PASSWORD. @throws
 * VALIDATION_ERROR that names the field, WRONG_PASSWORD; RATE_LIMIT_EXCEEDED after too many wrong or right
 * passwords; INSUFFICIENT_PERMISSIONS unless the session has stepped up
 */
export async function changePassword(
  ctx: IdentityContext,
  identity: Identity,
  session: Session,
  { currentPassword, newPassword, kept }: PasswordChange,
): Promise<string> {
  const id = requireIdentity(ctx)
  const replace = await provenChange(ctx, session, currentPassword)
  await consumeAttempt(ctx, `password-changes:${id}`, CHANGES)
  refuseIssues(await passwordIssues(ctx, 'newPassword', newPassword, identity))
  const hash = await hashPassword(newPassword)
  return ctx.db.transaction().execute(async (trx) => {
    // For "this was not me", the password must not be older than its notice.
    const at = ctx.now()
    const within = { ...ctx, db: trx, now: () => at }
    await lockPersonForUpdate(trx, id)
    await replace(within, hash)
    await lockStepUp(within, session)
    await endRecovery(within, id)
    await clearTotpGuesses(within, id)
    const token = await renewSession(trx, session, {})
    if (token === undefined) throw sessionEnded()
    await endAllAccess(trx, at, id, 'password_changed', session.id)
    await recordAudit(within, { kind: 'password_changed', identityId: id })
    // Once the other sessions have ended, they cannot add new ways in.
    await removeWaysBut(ctx, trx, kept)
    await removeAddressBut(within, id, { kept: kept.addresses, claims: true })
    return token
  })
}

/** Returns the statement that replaces the password, by how the person has confirmed. @throws WRONG_PASSWORD */
async function provenChange(
  ctx: IdentityContext,
  session: Session,
  currentPassword: string | undefined,
): Promise<(within: StepContext, hash: string) => Promise<void>> {
  const id = session.identityId
  if (currentPassword === undefined && !provedPassword(session)) {
    return (within, hash) => setPassword(within, id, hash)
  }
  const proven = await proveCurrentPassword(ctx, id, currentPassword ?? '')
  if (proven === undefined) throw wrongPassword()
  return async (within, hash) => {
    if (!(await replacePassword(within, id, proven, hash))) throw wrongPassword()
  }
}

function wrongPassword(): DomainError {
  const details = { field: 'currentPassword' }
  return refused('WRONG_PASSWORD', 'That is not your current password.', details)
}
