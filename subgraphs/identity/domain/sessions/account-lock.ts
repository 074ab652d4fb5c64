// Locked accounts: nobody can sign in until a new password is set.
import type { Db } from '#foundation/database/database.ts'
import { forbidden } from '#foundation/domain/errors.ts'
import type { IdentityTables } from '../../tables.ts'

/**
 * Ends the lock and invalidates all pending links and codes: whoever sets a new password has proved to be the
 * owner, and somebody else may have requested the others.
 */
export async function endRecovery(
  { db }: { db: Db<IdentityTables> },
  identityId: string,
): Promise<void> {
  await db.deleteFrom('accountLocks').where('identityId', '=', identityId).execute()
  await db.deleteFrom('passwordResets').where('identityId', '=', identityId).execute()
  await db.deleteFrom('recoveries').where('identityId', '=', identityId).execute()
  await db.deleteFrom('administratorCodes').where('identityId', '=', identityId).execute()
  await db.deleteFrom('emailVerifications').where('identityId', '=', identityId).execute()
}

/** Throws while the account is locked. @throws INSUFFICIENT_PERMISSIONS */
export async function requireUnlocked(
  { db }: { db: Db<IdentityTables> },
  identityId: string,
): Promise<void> {
  const locked = await db
    .selectFrom('accountLocks')
    .select('identityId')
    .where('identityId', '=', identityId)
    .executeTakeFirst()
  if (!locked) return
  const message =
    'This account is locked, because its owner reported that somebody else was in it. Set a new password to unlock it.'
  throw forbidden(message, { reason: 'locked' })
}
