// Which ways into an account are recent enough that somebody else may have added them unnoticed.
import type { IdentityContext } from '../../context.ts'
import { NOT_ME_LIFETIME_MS } from './later-claims.ts'

export interface Recent {
  /** A week ago, the lifetime of "this was not me" links: the owner has had notices about anything older. */
  recentSince: Date
  /** Whether the account is locked. The week then ends with the lock, so that waiting does not make anything old. */
  isLocked: boolean
}

export async function findRecent(
  { db, now }: Pick<IdentityContext, 'db' | 'now'>,
  identityId: string,
): Promise<Recent> {
  const lock = await db
    .selectFrom('accountLocks')
    .select('lockedAt')
    .where('identityId', '=', identityId)
    .executeTakeFirst()
  const end = lock?.lockedAt ?? now()
  const recentSince = new Date(end.getTime() - NOT_ME_LIFETIME_MS)
  return { recentSince, isLocked: lock !== undefined }
}
