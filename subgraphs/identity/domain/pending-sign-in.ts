// Sign-ins whose first factor is proved and whose second is asked for: in one browser, for ten minutes. They
// are no sessions, and lead nowhere else.
import type { Db } from '#foundation/database/database.ts'
import type { IdentityContext } from '../context.ts'
import type { Identity, IdentityTables, PendingSignIn } from '../tables.ts'
import { sha256 } from './random.ts'

const LIFETIME_MS = 10 * 60_000

type Keeping = { db: Db<IdentityTables>; now: () => Date }

/** Remembers the first factor, in the place of an earlier one of that browser. */
export async function startPendingSignIn(
  { db, now }: Keeping,
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

export interface Pending {
  method: PendingSignIn['method']
  passwordHash: string | null
  identity: Identity
}

/** The sign-in that waits in that browser; undefined when it is over, or its person is disabled. */
export async function findPendingSignIn(
  { db, now }: Pick<IdentityContext, 'db' | 'now'>,
  browser: string,
): Promise<Pending | undefined> {
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

/** Ends it: true once, for whoever signs in by it. */
export async function takePendingSignIn(
  { db, now }: Keeping,
  browser: string,
  identityId: string,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('pendingSignIns')
    .where('browserHash', '=', sha256(browser))
    .where('identityId', '=', identityId)
    .where('expiresAt', '>', now())
    .returning('identityId')
    .executeTakeFirst()
  return taken !== undefined
}

/** Ends whichever waits in that browser: somebody has signed in or out there since. */
export async function endPendingSignIn(
  { db }: Pick<Keeping, 'db'>,
  browser: string,
): Promise<void> {
  await db.deleteFrom('pendingSignIns').where('browserHash', '=', sha256(browser)).execute()
}
