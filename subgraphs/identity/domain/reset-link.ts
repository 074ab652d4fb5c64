// The link by which a new password is set: one a person, the newest, used once.
import type { Db, Transaction } from '#foundation/database/database.ts'
import type { IdentityContext } from '../context.ts'
import type { Identity, IdentityTables } from '../tables.ts'
import { linkIsOver } from './email-address.ts'
import { randomToken, sha256 } from './random.ts'

const LIFETIME_MS = 30 * 60_000

/** The token of a new link, which replaces an earlier one. */
export async function createPasswordReset(
  { db, now }: { db: Db<IdentityTables>; now: () => Date },
  identityId: string,
): Promise<string> {
  const token = randomToken()
  const reset = {
    tokenHash: sha256(token),
    expiresAt: new Date(now().getTime() + LIFETIME_MS),
  }
  await db
    .insertInto('passwordResets')
    .values({ identityId, ...reset })
    .onConflict((conflict) => conflict.column('identityId').doUpdateSet(reset))
    .execute()
  return token
}

/** Whose password a link sets; undefined when it is over. */
export function findPasswordReset(
  { db, now }: Pick<IdentityContext, 'db' | 'now'>,
  token: string,
): Promise<Identity | undefined> {
  return db
    .selectFrom('passwordResets')
    .innerJoin('identities', 'identities.id', 'passwordResets.identityId')
    .selectAll('identities')
    .where('tokenHash', '=', sha256(token))
    .where('expiresAt', '>', now())
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
}

/** Consumes the link. @throws INSUFFICIENT_PERMISSIONS when it is over */
export async function usePasswordReset(
  { db, now }: { db: Transaction<IdentityTables>; now: () => Date },
  identityId: string,
  token: string,
): Promise<void> {
  const used = await db
    .deleteFrom('passwordResets')
    .where('tokenHash', '=', sha256(token))
    .where('identityId', '=', identityId)
    .where('expiresAt', '>', now())
    .returning('identityId')
    .executeTakeFirst()
  if (!used) throw linkIsOver()
}
