// Pending sign-ins have proved the first factor and wait for the second, in one browser, for ten minutes. They are
// not sessions, and give access only to the page for the second factor.
import { forbidden } from '#foundation/domain/errors.ts'
import type { IdentityContext, QueryContext } from '../../context.ts'
import type { Identity, PendingSignIn } from '../../tables.ts'
import { sha256 } from '../secrets/random.ts'

const LIFETIME_MS = 10 * 60_000

/** Stores a pending sign-in, replacing an earlier one of the browser. */
export async function startPendingSignIn(
  { db, now }: QueryContext,
  browser: string,
  { identityId, method, passwordHash }: Omit<PendingSignIn, 'browserHash' | 'expiresAt'>,
): Promise<void> {
  const expiresAt = new Date(now().getTime() + LIFETIME_MS)
  const pending = { identityId, method, passwordHash, expiresAt }
  await db
    .insertInto('pendingSignIns')
    .values({ browserHash: sha256(browser), ...pending })
    .onConflict((conflict) => conflict.column('browserHash').doUpdateSet(pending))
    .execute()
}

export interface PendingIdentity {
  method: PendingSignIn['method']
  passwordHash: string | null
  identity: Identity
}

/** The browser's pending sign-in; undefined if it is over, or the person is disabled. */
export async function findPendingSignIn(
  { db, now }: Pick<IdentityContext, 'db' | 'now'>,
  browser: string,
): Promise<PendingIdentity | undefined> {
  const found = await db
    .selectFrom('pendingSignIns')
    .innerJoin('identities', 'identities.id', 'pendingSignIns.identityId')
    .selectAll('identities')
    .select(['pendingSignIns.method', 'pendingSignIns.passwordHash'])
    .where('browserHash', '=', sha256(browser))
    .where('expiresAt', '>', now())
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
  if (!found) return undefined
  const { method, passwordHash, ...identity } = found
  return { method, passwordHash, identity }
}

/**
 * Consumes the pending sign-in, for one caller only, who then signs the person in. @throws
 * INSUFFICIENT_PERMISSIONS if it is over
 */
export async function consumePendingSignIn(
  { db, now }: QueryContext,
  browser: string,
  identityId: string,
): Promise<void> {
  const taken = await db
    .deleteFrom('pendingSignIns')
    .where('browserHash', '=', sha256(browser))
    .where('identityId', '=', identityId)
    .where('expiresAt', '>', now())
    .returning('identityId')
    .executeTakeFirst()
  if (taken) return
  throw forbidden('This sign-in is over. Sign in again.', { reason: 'session' })
}

/** Ends the person's pending sign-ins that began with a wallet, because a wallet was unlinked. */
export async function endWalletSignIns(
  { db }: Pick<QueryContext, 'db'>,
  identityId: string,
): Promise<void> {
  await db
    .deleteFrom('pendingSignIns')
    .where('identityId', '=', identityId)
    .where('method', '=', 'wallet')
    .execute()
}

/** Ends the browser's pending sign-in, because somebody has signed in or out there since. */
export async function endPendingSignIn(
  { db }: Pick<QueryContext, 'db'>,
  browser: string,
): Promise<void> {
  await db.deleteFrom('pendingSignIns').where('browserHash', '=', sha256(browser)).execute()
}
