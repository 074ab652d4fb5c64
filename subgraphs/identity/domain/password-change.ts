// Changing a password: it ends every other sign-in, and everything that was granted to anybody.
import { refuseIssues } from '#foundation/bounds.ts'
import { refused } from '#foundation/errors.ts'
import type { IdentityContext } from '../context.ts'
import type { Identity, Session } from '../tables.ts'
import { hashPassword, hasPassword, passwordIssues, setPassword } from './password.ts'
import { endAllAccess } from './session.ts'

/** @throws VALIDATION_ERROR that names the field, WRONG_PASSWORD */
export async function changePassword(
  { db, now }: Pick<IdentityContext, 'db' | 'now'>,
  { id, username }: Identity,
  session: Session,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  if (!(await hasPassword({ db }, id, currentPassword))) {
    const details = { field: 'currentPassword' }
    throw refused('WRONG_PASSWORD', 'That is not your current password.', details)
  }
  refuseIssues(await passwordIssues('newPassword', newPassword, username))
  const hash = await hashPassword(newPassword)
  await db.transaction().execute(async (trx) => {
    await setPassword({ db: trx, now }, id, hash)
    await endAllAccess(trx, now(), id, 'password_changed', session.id)
  })
}
