// Presence: the last position of each person in a realm, shown for five minutes.
import DataLoader from 'dataloader'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { ANY_ID, once, placeholder } from '#foundation/database/built-once.ts'
import { requireIdentity } from '#foundation/auth/caller.ts'
import { createKeyLoader } from '#foundation/database/reads/key-loader.ts'
import {
  createPageLoader,
  type Connection,
  type PageArguments,
  type PageLoader,
} from '#foundation/database/lists/pagination.ts'
import { rowsByIds } from '#foundation/database/reads/rows-by-key.ts'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import { joinedId, splitId } from '#foundation/domain/ids.ts'
import type { RealmContext } from '../context.ts'
import type { Presence, Realm, RealmTables } from '../tables.ts'
import { getLiveRealm, getRealm } from './realm.ts'
import { nothingOf } from './retired.ts'
import { boundsOf, outsideOf, type Position } from './space.ts'

const SHOWN_MS = 5 * 60_000
const SWEEP_BATCH = 1_000

/** The time at or before which a presence has expired. */
export function expiry(now: () => Date): Date {
  return new Date(now().getTime() - SHOWN_MS)
}

/** @throws VALIDATION_ERROR, NOT_FOUND */
export async function listPresence(
  ctx: RealmContext,
  realmId: string,
  page: PageArguments,
): Promise<Connection<Presence>> {
  const seen = ctx.loaders.presence.load(realmId, page)
  const [presence, realm] = await Promise.all([seen, getRealm(ctx, realmId)])
  return realm.retiredAt ? nothingOf(presence) : presence
}

/** The people in a realm that is already loaded. @throws VALIDATION_ERROR */
export async function findPresence(
  { loaders }: RealmContext,
  { id, retiredAt }: Realm,
  page: PageArguments,
): Promise<Connection<Presence>> {
  const presence = await loaders.presence.load(id, page)
  return retiredAt ? nothingOf(presence) : presence
}

const inRealm = once(
  (db: Kysely<RealmTables>) => (realmId: RawBuilder<string>) =>
    db
      .selectFrom('presences')
      .selectAll()
      .where('realmId', '=', realmId)
      .where('updatedAt', '>', placeholder<Date>('since')),
)

/** The people in each realm, latest first. */
export function presencePages(db: Kysely<RealmTables>, now: () => Date): PageLoader<Presence> {
  const since = expiry(now)
  const list = inRealm(db)
  return createPageLoader(
    db,
    list,
    ({ updatedAt, identityId }) => ({ at: updatedAt, id: identityId }),
    { column: 'updated_at', id: 'identity_id', direction: 'desc' },
    undefined,
    () => ({ since }),
  )
}

const latest = once((db: Kysely<RealmTables>) =>
  db
    .selectFrom('presences')
    .selectAll()
    .distinctOn('identityId')
    .where('identityId', '=', ANY_ID)
    .where('updatedAt', '>', placeholder<Date>('since'))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('realms')
          .select('realms.id')
          .whereRef('realms.id', '=', 'presences.realmId')
          .where('realms.retiredAt', 'is', null),
      ),
    )
    .orderBy('identityId')
    .orderBy('updatedAt', 'desc')
    .orderBy('realmId', 'desc')
    .compile(),
)

/** Loads the latest presence of each person in any realm that is not retired. */
export function currentPresenceLoader(
  db: Kysely<RealmTables>,
  now: () => Date,
): DataLoader<string, Presence | undefined> {
  const since = expiry(now)
  return new DataLoader(async (ids) => {
    const wanted = { ids, column: 'identityId', values: { since } } as const
    return (await rowsByIds(db, latest(db), wanted)).map(([presence]) => presence)
  })
}

type PresenceKey = Pick<Presence, 'identityId' | 'realmId'>

/** The id of a presence: a person has at most one in each realm. */
export function presenceId({ realmId, identityId }: PresenceKey): string {
  return joinedId('presence', realmId, identityId)
}

/** A presence by its id; undefined once it has expired. */
export async function findPresenceById(
  ctx: RealmContext,
  id: string,
): Promise<Presence | undefined> {
  const [place, person] = splitId('presence', id) ?? []
  if (place === undefined) return undefined
  const [realmId, identityId] = [`realm_${place}`, `identity_${person}`]
  const realm = await ctx.loaders.realm.load(realmId)
  if (!realm || realm.retiredAt) return undefined
  return ctx.loaders.presenceByKey.load({ realmId, identityId })
}

const byKeys = once((db: Kysely<RealmTables>) =>
  db
    .selectFrom('presences')
    .selectAll()
    .where(
      sql<boolean>`(identity_id, realm_id) in (
        select * from unnest(${placeholder('identityIds')}::text[], ${placeholder('realmIds')}::text[]))`,
    )
    .where('updatedAt', '>', placeholder<Date>('since'))
    .compile(),
)

/** Loads unexpired presences by person and realm. */
export function presenceByKeyLoader(
  db: Kysely<RealmTables>,
  now: () => Date,
): DataLoader<PresenceKey, Presence | undefined, string> {
  const since = expiry(now)
  return createKeyLoader(db, byKeys(db), ['identityId', 'realmId'], { since })
}

/**
 * Sets the caller's position in a realm, replacing the previous one.
 * @throws NOT_FOUND, VALIDATION_ERROR for a position out of bounds
 */
export async function updatePresence(
  ctx: RealmContext,
  realmId: string,
  position: Position,
): Promise<Presence> {
  const identityId = requireIdentity(ctx)
  const realm = await getLiveRealm(ctx, realmId)
  refuseIssues(outsideOf(boundsOf(realm), 'position', position))
  const presence = await enterRealm(ctx, { identityId, realmId, ...position })
  if (presence) return presence
  // The realm was retired or resized meanwhile: read it again and report that.
  ctx.loaders.realm.clear(realmId)
  return updatePresence(ctx, realmId, position)
}

/**
 * Stores a presence under a shared lock on the realm. Undefined if the realm is not there or the
 * position is out of bounds.
 */
function enterRealm(
  { db, now }: RealmContext,
  { identityId, realmId, x, y, z }: Omit<Presence, 'updatedAt'>,
): Promise<Presence | undefined> {
  const seen = { x, y, z, updatedAt: now() }
  const float = (value: number) => sql<number>`${value}::float8`
  return db
    .insertInto('presences')
    .columns(['identityId', 'realmId', 'x', 'y', 'z', 'updatedAt'])
    .expression(({ selectFrom }) =>
      selectFrom('realms')
        .select([
          sql<string>`${identityId}::text`.as('identityId'),
          'id',
          float(x).as('x'),
          float(y).as('y'),
          float(z).as('z'),
          sql<Date>`${seen.updatedAt}::timestamptz`.as('updatedAt'),
        ])
        .where('id', '=', realmId)
        .where('retiredAt', 'is', null)
        .where(sql<boolean>`${x} between min_x and max_x`)
        .where(sql<boolean>`${y} between min_y and max_y`)
        .where(sql<boolean>`${z} between min_z and max_z`)
        .forShare(),
    )
    .onConflict((conflict) => conflict.columns(['identityId', 'realmId']).doUpdateSet(seen))
    .returningAll()
    .executeTakeFirst()
}

/** Ends the caller's presence in a realm, if there is one. @throws NOT_FOUND */
export async function leaveRealm(ctx: RealmContext, realmId: string): Promise<Realm> {
  const identityId = requireIdentity(ctx)
  const realm = await getRealm(ctx, realmId)
  await ctx.db
    .deleteFrom('presences')
    .where('identityId', '=', identityId)
    .where('realmId', '=', realmId)
    .execute()
  return realm
}

/** Deletes expired presences, a batch at a time. */
export async function sweepPresences(ctx: RealmContext, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const swept = await deleteExpired(ctx)
    if (swept < SWEEP_BATCH) return
  }
}

/** Deletes one batch. Skips rows that concurrent updates have locked. */
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
