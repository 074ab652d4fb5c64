// Adds, changes, retires and restores places, for administrators.
import type { Transaction } from '#foundation/database/database.ts'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import {
  changedFields,
  changesOf,
  given,
  type Patch,
  type Wanted,
} from '#foundation/domain/changes.ts'
import { notFound } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import { recordAudit } from '#foundation/peers/audit-outbox.ts'
import type { RealmContext } from '../context.ts'
import type { Place, RealmTables } from '../tables.ts'
import type { PlaceFields, PlaceRef } from './place-fields.ts'
import { getPlace } from './place.ts'
import { lockRealmForShare } from './realm.ts'
import { boundsOf, outsideOf, type Bounds } from './space.ts'

type Ref = { ref?: PlaceRef | null | undefined }

/** The columns of a ref: null clears it, undefined leaves it unchanged. */
function refColumns({ ref }: Ref): Pick<Wanted<Place>, 'refType' | 'refId'> {
  if (ref === undefined) return {}
  return { refType: ref?.type ?? null, refId: ref?.id ?? null }
}

/** @throws VALIDATION_ERROR, NOT_FOUND */
export async function addPlace(
  ctx: RealmContext,
  input: PlaceFields & Ref & { realmId: string },
): Promise<Place> {
  return ctx.db.transaction().execute(async (trx) => {
    const { realmId, name, kind, position } = input
    const realm = await lockRealmForShare(trx, realmId)
    if (!realm || realm.retiredAt) throw notFound('Realm', realmId)
    refuseIssues(outsideOf(boundsOf(realm), 'position', position))
    const columns = { realmId, name, kind, ...position, ...refColumns(input), createdAt: ctx.now() }
    const place = await trx
      .insertInto('places')
      .values({ id: newId('place'), ...columns })
      .returningAll()
      .executeTakeFirstOrThrow()
    const details = { type: 'Place', id: place.id }
    await recordAudit(ctx, trx, { kind: 'content_added', details })
    return place
  })
}

/** @throws VALIDATION_ERROR, NOT_FOUND */
export async function updatePlace(
  ctx: RealmContext,
  { id, ref, ...input }: { id: string } & Patch<PlaceFields> & Ref,
): Promise<Place> {
  const { position, ...texts } = given<PlaceFields>(input)
  const wanted = { ...texts, ...position, ...refColumns({ ref }) }
  const known = await getPlace(ctx, id)
  const place = await ctx.db.transaction().execute((trx) => changePlace(ctx, trx, known, wanted))
  ctx.loaders.place.clear(id)
  return place
}

const FIELD_OF = { x: 'position', y: 'position', z: 'position', refType: 'ref', refId: 'ref' }

async function changePlace(
  ctx: RealmContext,
  trx: Transaction<RealmTables>,
  known: Place,
  wanted: Wanted<Place>,
): Promise<Place> {
  const { id } = known
  const { place, bounds } = await lockPlace(trx, known)
  const changes = changesOf<Place>(place, wanted)
  if (Object.keys(changes).length === 0) return place
  const changed = { ...place, ...changes }
  refuseIssues(outsideOf(bounds, 'position', changed))
  await trx.updateTable('places').set(changes).where('id', '=', id).execute()
  const details = { type: 'Place', id, changed: changedFields(changes, FIELD_OF) }
  await recordAudit(ctx, trx, { kind: 'content_updated', details })
  return changed
}

/** Locks a place after its realm, and returns it with the bounds of the realm. @throws NOT_FOUND */
async function lockPlace(trx: Transaction<RealmTables>, { id, realmId }: Place) {
  const realm = await lockRealmForShare(trx, realmId)
  const place = await trx
    .selectFrom('places')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!realm || !place) throw notFound('Place', id)
  return { place, bounds: boundsOf(realm) }
}

/** Retires a place. Repeating it changes nothing. @throws NOT_FOUND */
export function retirePlace(ctx: RealmContext, id: string): Promise<Place> {
  const details = { type: 'Place', id }
  return markPlace(ctx, id, {
    marksOf: ({ retiredAt }) => (retiredAt ? undefined : { retiredAt: ctx.now() }),
    record: (trx) => recordAudit(ctx, trx, { kind: 'content_retired', details }),
  })
}

/**
 * Restores a retired place. Repeating it changes nothing.
 * @throws NOT_FOUND; VALIDATION_ERROR if its position is now out of bounds
 */
export function restorePlace(ctx: RealmContext, id: string): Promise<Place> {
  const details = { type: 'Place', id }
  return markPlace(ctx, id, {
    marksOf(place, bounds) {
      if (!place.retiredAt) return undefined
      refuseIssues(outsideOf(bounds, 'position', place))
      return { retiredAt: null }
    },
    record: (trx) => recordAudit(ctx, trx, { kind: 'content_restored', details }),
  })
}

interface PlaceMark {
  /** The columns to change; undefined if there is nothing to change. */
  marksOf: (place: Place, bounds: Bounds) => Partial<Place> | undefined
  /** Records the change for the audit trail. */
  record: (trx: Transaction<RealmTables>) => Promise<void>
}

/** Changes the visibility of a place. @throws NOT_FOUND, and what `marksOf` throws */
export async function markPlace(
  ctx: RealmContext,
  id: string,
  { marksOf, record }: PlaceMark,
): Promise<Place> {
  const known = await getPlace(ctx, id)
  const place = await ctx.db.transaction().execute(async (trx) => {
    const { place: before, bounds } = await lockPlace(trx, known)
    const marks = marksOf(before, bounds)
    if (!marks) return before
    await trx.updateTable('places').set(marks).where('id', '=', id).execute()
    await record(trx)
    return { ...before, ...marks }
  })
  ctx.loaders.place.clear(id)
  return place
}
