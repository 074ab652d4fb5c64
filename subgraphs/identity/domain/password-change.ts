// Changing a password: it ends every other sign-in, and everything that was granted to anybody.
import { refuseIssues } from '#foundation/bounds.ts'
import { forbidden, refused, type DomainError } from '#foundation/errors.ts'
import type { IdentityContext } from '../context.ts'
import type { Identity, Session } from '../tables.ts'
import { recordAudit } from './audit.ts'
import { hashPassword, passwordIssues, provePassword, replacePassword } from './password.ts'
import { endAllAccess } from './session-end.ts'
import { holdSession, type Signing } from './session.ts'

/**
 * Of changes by one old password at the same time the first holds; the others fail as it is wrong by then.
 * @throws VALIDATION_ERROR that names the field, WRONG_PASSWORD; INSUFFICIENT_PERMISSIONS when the
 * session has ended meanwhile
 */
export async function changePassword(
  ctx: Signing & Pick<IdentityContext, 'rules'>,
  identity: Identity,
  session: Session,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const { id } = identity
  const proven = await provePassword(ctx, id, currentPassword)
  if (proven === undefined) throw wrongPassword()
  refuseIssues(await passwordIssues(ctx, 'newPassword', newPassword, identity))
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
