// Places: those of a realm, one by its id, their references, adding, changing and retiring them.
import type DataLoader from 'dataloader'
import type { Kysely, RawBuilder } from 'kysely'
import { once } from '#foundation/database/built-once.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { NEWEST_FIRST } from '#foundation/database/page-statement.ts'
import {
  createPageLoader,
  type Connection,
  type PageArguments,
  type PageLoader,
} from '#foundation/database/pagination.ts'
import { sumOfChanges } from '#foundation/database/row-count.ts'
import { createRowLoader } from '#foundation/database/row-loader.ts'
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
import type { Place, PlaceRefType, Realm, RealmTables } from '../tables.ts'
import { readNearby, type NearbyArguments } from './nearby.ts'
import type { PlaceFields, PlaceRef } from './place-fields.ts'
import { getRealm, holdRealm } from './realm.ts'
import { nothingOf } from './retired.ts'
import { boundsOf, outsideOf } from './space.ts'

type PlaceListArguments = PageArguments & NearbyArguments

/** @throws VALIDATION_ERROR, NOT_FOUND */
export async function listPlaces(
  ctx: RealmContext,
  realmId: string,
  wanted: PlaceListArguments,
): Promise<Connection<Place>> {
  const [places, realm] = await Promise.all([
    loadPlaces(ctx, realmId, wanted),
    getRealm(ctx, realmId),
  ])
  return realm.retiredAt ? nothingOf(places) : places
}

/** The places of a known realm: near a point, or all. @throws VALIDATION_ERROR */
export async function findPlaces(
  ctx: RealmContext,
  { id, retiredAt }: Realm,
  wanted: PlaceListArguments,
): Promise<Connection<Place>> {
  const places = await loadPlaces(ctx, id, wanted)
  return retiredAt ? nothingOf(places) : places
}

function loadPlaces(
  { loaders }: RealmContext,
  realmId: string,
  { near, radius, ...page }: PlaceListArguments,
): Promise<Connection<Place>> {
  const ball = readNearby({ near, radius })
  return ball ? loaders.nearbyPlaces.load(realmId, ball, page) : loaders.places.load(realmId, page)
}

const ofRealm = once(
  (db: Kysely<RealmTables>) => (realmId: RawBuilder<string>) =>
    db
      .selectFrom('places')
      .selectAll()
      .where('realmId', '=', realmId)
      .where('retiredAt', 'is', null),
)

/** The places of each realm, newest first. */
export function placePages(db: Kysely<RealmTables>): PageLoader<Place> {
  const placeOf = ({ createdAt, id }: Place) => ({ at: createdAt, id })
  const totalOf = (realmId: RawBuilder<string>) =>
    db.selectFrom('placesCount').select(sumOfChanges).where('realmId', '=', realmId)
  return createPageLoader(db, ofRealm(db), placeOf, NEWEST_FIRST, totalOf)
}

export async function getPlace({ loaders }: RealmContext, id: string): Promise<Place> {
  const place = await loaders.place.load(id)
  if (!place) throw notFound('Place', id)
  return place
}

const byId = once(
  (db: Kysely<RealmTables>) => (anyId: RawBuilder<string>) =>
    db.selectFrom('places').selectAll().where('id', '=', anyId),
)

export function placeLoader(db: Kysely<RealmTables>): DataLoader<string, Place | undefined> {
  return createRowLoader(db, byId(db))
}

/** The entity that a place refers to, resolved by its own service. */
export function refOf({ refType, refId }: Place): { __typename: PlaceRefType; id: string } | null {
  return refType === null || refId === null ? null : { __typename: refType, id: refId }
}

/** The places retired with their realm. */
export async function placeRetiredAt(
  ctx: RealmContext,
  { retiredAt, realmId }: Place,
): Promise<Date | null> {
  return retiredAt ?? (await getRealm(ctx, realmId)).retiredAt
}

type Ref = { ref?: PlaceRef | null | undefined }

/** The columns of a ref; null clears it, and undefined leaves it as it is. */
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
    const realm = await holdRealm(trx, realmId)
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

/** The realm is locked first, as everywhere. */
async function changePlace(
  ctx: RealmContext,
  trx: Transaction<RealmTables>,
  { id, realmId }: Pick<Place, 'id' | 'realmId'>,
  wanted: Wanted<Place>,
): Promise<Place> {
  const realm = await holdRealm(trx, realmId)
  const place = await trx
    .selectFrom('places')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!realm || !place) throw notFound('Place', id)
  const changes = changesOf<Place>(place, wanted)
  if (Object.keys(changes).length === 0) return place
  const changed = { ...place, ...changes }
  refuseIssues(outsideOf(boundsOf(realm), 'position', changed))
  await trx.updateTable('places').set(changes).where('id', '=', id).execute()
  const details = { type: 'Place', id, changed: changedFields(changes, FIELD_OF) }
  await recordAudit(ctx, trx, { kind: 'content_updated', details })
  return changed
}

/** Retiring again changes nothing. @throws NOT_FOUND */
export async function retirePlace(ctx: RealmContext, id: string): Promise<Place> {
  const retired = await ctx.db.transaction().execute(async (trx) => {
    const place = await trx
      .updateTable('places')
      .set({ retiredAt: ctx.now() })
      .where('id', '=', id)
      .where('retiredAt', 'is', null)
      .returningAll()
      .executeTakeFirst()
    const details = { type: 'Place', id }
    if (place) await recordAudit(ctx, trx, { kind: 'content_retired', details })
    return place
  })
  ctx.loaders.place.clear(id)
  return retired ?? getPlace(ctx, id)
}
