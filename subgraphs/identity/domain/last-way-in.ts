// Nobody locks themselves out: each change that takes a way into an account leaves another, whatever else
// is taken at the same time.
import { sql } from 'kysely'
import type { Transaction } from '#foundation/database/database.ts'
import { refused } from '#foundation/domain/errors.ts'
import type { IdentityContext } from '../context.ts'
import type { AuthenticationMethod, IdentityTables, Session } from '../tables.ts'
import { recordAudit } from './audit.ts'
import { lockPersonForUpdate } from './person.ts'
import { endAllAccess } from './session-end.ts'
import { holdStepUp } from './step-up.ts'

type Changing = Pick<IdentityContext, 'db' | 'now' | 'address' | 'requestId'>

interface WaysIn {
  password: boolean
  passkeys: number
  wallets: number
  /** Recovery codes, or a verified address where mail is sent. */
  canRecover: boolean
}

async function findWaysIn(
  trx: Transaction<IdentityTables>,
  identityId: string,
  sendsMail: boolean,
): Promise<WaysIn> {
  const found = await sql<WaysIn>`
    select
      exists (select from passwords where identity_id = ${identityId}) as password,
      (select count(*) from passkeys where identity_id = ${identityId}) as passkeys,
      (select count(*) from wallets where identity_id = ${identityId} and signs_in) as wallets,
      exists (select from recovery_codes where identity_id = ${identityId})
        or (${sendsMail} and exists (
          select from email_addresses where identity_id = ${identityId}
        )) as can_recover`.execute(trx)
  return found.rows[0]!
}

/**
 * After a way in was taken, in a transaction that has locked the person first: of two at once, the second
 * sees what the first has left. @throws LAST_WAY_IN when nothing is left to sign in with
 */
export async function requireWayIn(
  trx: Transaction<IdentityTables>,
  identityId: string,
): Promise<void> {
  const { password, passkeys, wallets } = await findWaysIn(trx, identityId, false)
  if (password || passkeys > 0 || wallets > 0) return
  throw refused(
    'LAST_WAY_IN',
    'This is your last way to sign in. Add a passkey or set a password first.',
  )
}

/**
 * Removes the person's password, and ends every other sign-in, as changing it does.
 * @throws LAST_WAY_IN without a passkey, or without recovery codes and a verified address; NO_PASSWORD
 */
export function removePassword(
  ctx: Changing & Pick<IdentityContext, 'rules'>,
  identityId: string,
  session: Pick<Session, 'id' | 'tokenHash'>,
): Promise<void> {
  return ctx.db.transaction().execute(async (trx) => {
    const within = { ...ctx, db: trx }
    await lockPersonForUpdate(trx, identityId)
    await holdStepUp(within, session)
    const ways = await findWaysIn(trx, identityId, ctx.rules.mail !== undefined)
    if (!ways.password) throw refused('NO_PASSWORD', 'Your account has no password.')
    if (ways.passkeys === 0 || !ways.canRecover) throw needed()
    await trx.deleteFrom('passwords').where('identityId', '=', identityId).execute()
    // It proves nothing any more: who sets one again is not asked for the old one.
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
    'To live without a password, have a passkey, and recovery codes or a verified e-mail address.',
  )
}
