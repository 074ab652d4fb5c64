// Revoked grants, for services that may still see their access tokens.
import { sql } from 'kysely'
import { REVOKED_GRANTS_REACH_MS } from '#foundation/auth/revoked-grants.ts'
import { committedUntil } from '#foundation/database/committed-until.ts'
import { decodeCursor, encodeCursor } from '#foundation/database/lists/cursor.ts'
import type { IdentityContext } from '../../context.ts'

export interface EndedGrantPage {
  /** Revocations that are committed later have this time, or a later one. */
  asOf: Date
  grants: { grantId: string; endedAt: Date }[]
  next: string | null
}

const PAGE = 1_000

/**
 * Lists revoked grants whose access tokens may still be valid, oldest first. @throws VALIDATION_ERROR for an
 * invalid cursor
 */
export async function listRevokedGrants(
  { db, now }: IdentityContext,
  { since, after }: { since?: Date | null; after?: string | null },
): Promise<EndedGrantPage> {
  const reach = now().getTime() - REVOKED_GRANTS_REACH_MS
  const asOf = await committedUntil(db, 'grants', now())
  const key = after == null ? undefined : decodeCursor(after, {})
  const grants = await db
    .selectFrom('grants')
    .select(['id as grantId', 'endedAt'])
    .$narrowType<{ endedAt: Date }>()
    .where('endedAt', '>=', new Date(Math.max(reach, since?.getTime() ?? reach)))
    .$if(key !== undefined, (query) =>
      query.where(sql<boolean>`(ended_at, id) > (${key?.at}::timestamptz, ${key?.id})`),
    )
    .orderBy('endedAt')
    .orderBy('id')
    .limit(PAGE)
    .execute()
  const last = grants[PAGE - 1]
  return { asOf, grants, next: last ? encodeCursor({ at: last.endedAt, id: last.grantId }) : null }
}
