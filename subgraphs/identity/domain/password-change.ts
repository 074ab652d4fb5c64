// Changing a password: it ends every other sign-in, and everything that was granted to anybody.
import { refuseIssues } from '#foundation/bounds.ts'
import { forbidden, refused, type DomainError } from '#foundation/errors.ts'
import type { Identity, Session } from '../tables.ts'
import { recordAudit } from './audit.ts'
import { lookAtGuess } from './brake.ts'
import { hashPassword, passwordIssues, provePassword, replacePassword } from './password.ts'
import { endAllAccess } from './session-end.ts'
import { holdSession, type Signing } from './session.ts'

/** At the current password: what a session lets others try. */
const GUESSES = { most: 10, windowMs: 15 * 60_000 }

/**
 * Of changes by one old password at the same time the first holds; the others fail as it is wrong by then.
 * @throws VALIDATION_ERROR that names the field, WRONG_PASSWORD; RATE_LIMIT_EXCEEDED after too many
 * wrong ones; INSUFFICIENT_PERMISSIONS when the session has ended meanwhile
 */
export async function changePassword(
  ctx: Signing,
  { id, username }: Identity,
  session: Session,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const guesses = { key: `password:${id}`, ...GUESSES }
  const proven = await lookAtGuess(ctx, [guesses], () => provePassword(ctx, id, currentPassword))
  if (proven === undefined) throw wrongPassword()
  refuseIssues(await passwordIssues('newPassword', newPassword, username))
  const hash = await hashPassword(newPassword)
  await ctx.db.transaction().execute(async (trx) => {
    const within = { ...ctx, db: trx }
    if (!(await replacePassword(within, id, proven, hash))) throw wrongPassword()
    if (!(await holdSession(trx, session.id))) throw sessionEnded()
    await endAllAccess(trx, ctx.now(), id, 'password_changed', session.id)
    await recordAudit(within, { kind: 'password_changed', identityId: id })
  })
}

function wrongPassword(): DomainError {
  const details = { field: 'currentPassword' }
  return refused('WRONG_PASSWORD', 'That is not your current password.', details)
}

function sessionEnded(): DomainError {
  return forbidden('This sign-in has ended. Sign in again.', { reason: 'session' })
}
