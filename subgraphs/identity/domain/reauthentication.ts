// Reauthentication before a sign-in method is added: valid for one addition, in one session.
import type { Transaction } from '#foundation/database/database.ts'
import { forbidden, type DomainError } from '#foundation/domain/errors.ts'
import type { IdentityContext } from '../context.ts'
import type { IdentityTables, Session } from '../tables.ts'
import { holdPassword, renewSession } from './session.ts'

/** Time to name a passkey and to open a wallet. */
const LIFETIME_MS = 5 * 60_000

type Keeping = Pick<IdentityContext, 'db' | 'now'>

/**
 * Records that the person has reauthenticated, with the password of the given hash if any, and
 * returns the new value of the session's cookie: a copy of the old cookie must not profit from it.
 * @throws INSUFFICIENT_PERMISSIONS if the session has ended or was renewed, or the password was
 * changed meanwhile
 */
export async function noteReauthentication(
  { db, now }: Keeping,
  session: Pick<Session, 'id' | 'identityId' | 'tokenHash'>,
  passwordHash?: string,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    if (passwordHash !== undefined) await holdPassword(trx, session.identityId, passwordHash)
    const token = await renewSession(trx, session, now())
    if (token === undefined) throw notReauthenticated()
    return token
  })
}

export function isReauthenticated(
  { reauthenticatedAt }: Pick<Session, 'reauthenticatedAt'>,
  at: Date,
): boolean {
  return reauthenticatedAt !== null && at.getTime() - reauthenticatedAt.getTime() < LIFETIME_MS
}

/** @throws INSUFFICIENT_PERMISSIONS */
export function requireReauthentication(session: Session, at: Date): void {
  if (!isReauthenticated(session, at)) throw notReauthenticated()
}

/** Consumes the proof in the transaction that needs it. @throws INSUFFICIENT_PERMISSIONS */
export async function useReauthentication(
  trx: Transaction<IdentityTables>,
  sessionId: string,
  at: Date,
): Promise<void> {
  const used = await trx
    .updateTable('sessions')
    .set({ reauthenticatedAt: null })
    .where('id', '=', sessionId)
    .where('reauthenticatedAt', '>', new Date(at.getTime() - LIFETIME_MS))
    .returning('id')
    .executeTakeFirst()
  if (!used) throw notReauthenticated()
}

function notReauthenticated(): DomainError {
  const message =
    'You must have confirmed within the last five minutes that it is you. Open your account page to do so.'
  return forbidden(message, { reason: 'reauthentication' })
}
