// Removing a password from an account with a passkey.
import { sql } from 'kysely'
import { refused } from '#foundation/domain/errors.ts'
import type { IdentityContext, AuditContext } from '../../context.ts'
import type { Session } from '../../tables.ts'
import type { AuthenticationMethod } from '../../tables/sign-in.ts'
import { recordAudit } from '../audit/audit.ts'
import { findWaysIn } from '../sessions/last-way-in.ts'
import { lockPersonForUpdate } from '../people/person.ts'
import { endAllAccess } from '../sessions/session-end.ts'
import { lockStepUp } from '../sessions/step-up.ts'

/**
 * Removes the person's password and ends every other session. @throws LAST_WAY_IN without a passkey, or without
 * recovery codes and a verified address; NO_PASSWORD
 */
export function removePassword(
  ctx: AuditContext & Pick<IdentityContext, 'settings'>,
  identityId: string,
  session: Pick<Session, 'id' | 'tokenHash'>,
): Promise<void> {
  return ctx.db.transaction().execute(async (trx) => {
    const within = { ...ctx, db: trx }
    await lockPersonForUpdate(trx, identityId)
    await lockStepUp(within, session)
    const ways = await findWaysIn(trx, identityId, ctx.settings.mail !== undefined)
    if (!ways.password) throw refused('NO_PASSWORD', 'Your account has no password.')
    if (ways.passkeys === 0 || !ways.canRecover) throw needed()
    await trx.deleteFrom('passwords').where('identityId', '=', identityId).execute()
    // The session no longer counts as confirmed by a password, so setting one again does not require the old one.
    await trx
      .updateTable('sessions')
      .set({ methods: sql<AuthenticationMethod[]>`array_remove(methods, 'pwd')` })
      .where('id', '=', session.id)
      .execute()
    await endAllAccess(trx, ctx.now(), identityId, 'password_changed', session.id)
    await recordAudit(within, { kind: 'password_removed', identityId })
  })
}

function needed() {
  return refused(
    'LAST_WAY_IN',
    'To remove your password, you need a passkey, and recovery codes or a verified e-mail address.',
  )
}
