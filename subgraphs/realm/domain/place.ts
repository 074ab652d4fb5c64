// Places: those of a realm, one by its id, and their references.
import type { Kysely, RawBuilder } from 'kysely'
import { once } from '#foundation/database/built-once.ts'
import { NEWEST_FIRST } from '#foundation/database/lists/page-statement.ts'
import {
  createPageLoader,
  type Connection,
  type PageArguments,
  type PageLoader,
} from '#foundation/database/lists/pagination.ts'
import { sumOfChanges } from '#foundation/database/migrations/row-count.ts'
import { notFound } from '#foundation/domain/errors.ts'
import { readsAsAdministrator } from '#foundation/peers/administrator.ts'
import type { RealmContext } from '../context.ts'
import type { Place, PlaceRefType, Realm, RealmTables } from '../tables.ts'
import { readNearby, type NearbyArguments } from './nearby.ts'
import { getRealm } from './realm.ts'
import { nothingOf } from './retired.ts'

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

/** The places of a realm that is already loaded: near a point, or all. @throws VALIDATION_ERROR */
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
      .where('retiredAt', 'is', null)
      .where('hiddenAt', 'is', null),
)

/** The places of each realm, newest first. */
export function placePages(db: Kysely<RealmTables>): PageLoader<Place> {
  const cursorKeyOf = ({ createdAt, id }: Place) => ({ at: createdAt, id })
  const totalOf = (realmId: RawBuilder<string>) =>
    db.selectFrom('placesCount').select(sumOfChanges).where('realmId', '=', realmId)
  return createPageLoader(db, ofRealm(db), cursorKeyOf, NEWEST_FIRST, totalOf)
}

/** A place; undefined if it does not exist or is hidden from the caller. */
export async function findPlace(ctx: RealmContext, id: string): Promise<Place | undefined> {
  const place = await ctx.loaders.place.load(id)
  const isShown = !place?.hiddenAt || (await readsAsAdministrator(ctx))
  return isShown ? place : undefined
}

export async function getPlace(ctx: RealmContext, id: string): Promise<Place> {
  const place = await findPlace(ctx, id)
  if (!place) throw notFound('Place', id)
  return place
}

/** The entity that a place refers to, resolved by its own service. */
export function refOf({ refType, refId }: Place): { __typename: PlaceRefType; id: string } | null {
  return refType === null || refId === null ? null : { __typename: refType, id: refId }
}

/** When a place was retired, by itself or with its realm. */
export async function placeRetiredAt(
  ctx: RealmContext,
  { retiredAt, realmId }: Place,
): Promise<Date | null> {
  return retiredAt ?? (await getRealm(ctx, realmId)).retiredAt
}
