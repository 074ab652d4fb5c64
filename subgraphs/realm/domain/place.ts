// Places: those of a realm, one by its id, what they point at, and new ones.
import type DataLoader from 'dataloader'
import type { Kysely } from 'kysely'
import { refuseIssues, visibleTextIssues } from '#foundation/bounds.ts'
import { notFound, type Issue } from '#foundation/errors.ts'
import { newId } from '#foundation/ids.ts'
import {
  createPageLoader,
  type Connection,
  type PageArguments,
  type PageLoader,
} from '#foundation/pagination.ts'
import { createRowLoader } from '#foundation/row-loader.ts'
import type { RealmContext } from '../context.ts'
import type { Place, PlaceRefType, RealmTables } from '../tables.ts'
import { readNearby, type NearbyArguments } from './nearby.ts'
import { getRealm } from './realm.ts'
import { boundsOf, outsideOf, type Position } from './space.ts'

type PlaceListArguments = PageArguments & NearbyArguments

/** @throws VALIDATION_ERROR, NOT_FOUND */
export async function listPlaces(
  ctx: RealmContext,
  realmId: string,
  wanted: PlaceListArguments,
): Promise<Connection<Place>> {
  const [places] = await Promise.all([findPlaces(ctx, realmId, wanted), getRealm(ctx, realmId)])
  return places
}

/** The places of a realm that is known: near a point, or all. @throws VALIDATION_ERROR */
export function findPlaces(
  { loaders }: RealmContext,
  realmId: string,
  { near, radius, ...page }: PlaceListArguments,
): Promise<Connection<Place>> {
  const ball = readNearby({ near, radius })
  return ball ? loaders.nearbyPlaces.load(realmId, ball, page) : loaders.places.load(realmId, page)
}

/** The places of each realm, newest first. */
export function placePages(db: Kysely<RealmTables>): PageLoader<Place> {
  return createPageLoader(
    db,
    (realmId) => db.selectFrom('places').selectAll().where('realmId', '=', realmId),
    ({ createdAt, id }) => ({ at: createdAt, id }),
  )
}

export async function getPlace({ loaders }: RealmContext, id: string): Promise<Place> {
  const place = await loaders.place.load(id)
  if (!place) throw notFound('Place', id)
  return place
}

export function placeLoader(db: Kysely<RealmTables>): DataLoader<string, Place | undefined> {
  return createRowLoader((anyId) => db.selectFrom('places').selectAll().where('id', '=', anyId))
}

/** The entity that a place points at, for the service that owns it to fill in. */
export function refOf({ refType, refId }: Place): { __typename: PlaceRefType; id: string } | null {
  return refType === null || refId === null ? null : { __typename: refType, id: refId }
}

interface NewPlace {
  realmId: string
  name: string
  kind: string
  position: Position
  ref?: { type: PlaceRefType; id: string } | null | undefined
}

/** @throws VALIDATION_ERROR, NOT_FOUND */
export async function addPlace(ctx: RealmContext, input: NewPlace): Promise<Place> {
  const { realmId, name, kind, position, ref } = input
  refuseIssues([
    ...visibleTextIssues('name', name, 100),
    ...wrongKind(kind),
    ...visibleTextIssues('ref.id', ref?.id, 100),
  ])
  const realm = await getRealm(ctx, realmId)
  refuseIssues(outsideOf(boundsOf(realm), 'position', position))
  const refColumns = { refType: ref?.type ?? null, refId: ref?.id ?? null }
  const columns = { realmId, name, kind, ...position, ...refColumns, createdAt: ctx.now() }
  return ctx.db
    .insertInto('places')
    .values({ id: newId('place'), ...columns })
    .returningAll()
    .executeTakeFirstOrThrow()
}

function wrongKind(kind: string): Issue[] {
  if (/^[a-z][a-z0-9_]{0,31}$/.test(kind)) return []
  return [{ field: 'kind', reason: 'must begin with a-z and hold at most 32 of a-z, 0-9 and _' }]
}
