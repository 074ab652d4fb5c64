// Presence: where people were seen last, for five minutes.
import DataLoader from 'dataloader'
import { sql, type Kysely } from 'kysely'
import { refuseIssues } from '#foundation/bounds.ts'
import { requireIdentity } from '#foundation/context.ts'
import {
  createPageLoader,
  type Connection,
  type PageArguments,
  type PageLoader,
} from '#foundation/pagination.ts'
import type { RealmContext } from '../context.ts'
import type { Presence, RealmTables } from '../tables.ts'
import { getRealm } from './realm.ts'
import { boundsOf, outsideOf, type Position } from './space.ts'

const SHOWN_MS = 5 * 60_000
const SWEEP_BATCH = 1_000

/** Who was seen before this, or just then, is not here any more. */
function expiry(now: () => Date): Date {
  return new Date(now().getTime() - SHOWN_MS)
}

/** @throws VALIDATION_ERROR, NOT_FOUND */
export async function listPresence(
  ctx: RealmContext,
  realmId: string,
  page: PageArguments,
): Promise<Connection<Presence>> {
  const seen = ctx.loaders.presence.load(realmId, page)
  const [presence] = await Promise.all([seen, getRealm(ctx, realmId)])
  return presence
}

/** Who is in each realm, the latest first. */
export function presencePages(db: Kysely<RealmTables>, now: () => Date): PageLoader<Presence> {
  const since = expiry(now)
  return createPageLoader(
    db,
    (realmId) =>
      db
        .selectFrom('presences')
        .selectAll()
        .where('realmId', '=', realmId)
        .where('updatedAt', '>', since),
    ({ updatedAt, identityId }) => ({ at: updatedAt, id: identityId }),
    { column: 'updated_at', id: 'identity_id', direction: 'desc' },
  )
}

/** Where each person was seen last, in whichever realm. */
export function currentPresenceLoader(
  db: Kysely<RealmTables>,
  now: () => Date,
): DataLoader<string, Presence | undefined> {
  const since = expiry(now)
  return new DataLoader(async (identityIds) => {
    const rows = await db
      .selectFrom('presences')
      .selectAll()
      .distinctOn('identityId')
      .where('identityId', '=', sql<string>`any(${[...identityIds]})`)
      .where('updatedAt', '>', since)
      .orderBy('identityId')
      .orderBy('updatedAt', 'desc')
      .orderBy('realmId', 'desc')
      .execute()
    const byIdentity = new Map(rows.map((presence) => [presence.identityId, presence]))
    return identityIds.map((id) => byIdentity.get(id))
  })
}

/**
 * The caller's position in a realm takes the place of the one before.
 * @throws NOT_FOUND, VALIDATION_ERROR for a position out of bounds
 */
export async function updatePresence(
  ctx: RealmContext,
  realmId: string,
  position: Position,
): Promise<Presence> {
  const identityId = requireIdentity(ctx)
  const realm = await getRealm(ctx, realmId)
  refuseIssues(outsideOf(boundsOf(realm), 'position', position))
  const seen = { ...position, updatedAt: ctx.now() }
  return ctx.db
    .insertInto('presences')
    .values({ identityId, realmId, ...seen })
    .onConflict((conflict) => conflict.columns(['identityId', 'realmId']).doUpdateSet(seen))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes what is not shown any more, a batch at a time. */
export async function sweepPresences(ctx: RealmContext, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const swept = await deleteExpired(ctx)
    if (swept < SWEEP_BATCH) return
  }
}

/** Whoever moves in the meantime holds their row, and keeps it. */
async function deleteExpired({ db, now }: RealmContext): Promise<number> {
  const { numDeletedRows } = await db
    .with('expired', (cte) =>
      cte
        .selectFrom('presences')
        .select(['identityId', 'realmId'])
        .where('updatedAt', '<=', expiry(now))
        .orderBy('updatedAt')
        .limit(SWEEP_BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .deleteFrom('presences')
    .using('expired')
    .whereRef('presences.identityId', '=', 'expired.identityId')
    .whereRef('presences.realmId', '=', 'expired.realmId')
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
