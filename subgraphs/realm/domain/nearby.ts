// Lists the places near a point, nearest first, in the order of the spatial index.
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { countOf, type Order } from '#foundation/database/lists/page-statement.ts'
import {
  createPageLoader,
  type Connection,
  type PageArguments,
  type PageLoader,
} from '#foundation/database/lists/pagination.ts'
import { readsAlone } from '#foundation/database/reads/read-statement.ts'
import { invalidInput } from '#foundation/domain/errors.ts'
import { MAX_COORDINATE } from '../input.ts'
import type { Place, RealmTables } from '../tables.ts'
import type { Position } from './space.ts'

/** The arguments as sent; valid only together. */
export interface NearbyArguments {
  /** `x,y,z` */
  near?: string | null | undefined
  radius?: number | null | undefined
}

export interface Ball {
  center: Position
  radius: number
}

/** More than the distance between any two points of a realm. */
const MAX_RADIUS = 4 * MAX_COORDINATE

/** Returns undefined if neither argument is sent. @throws VALIDATION_ERROR */
export function readNearby({ near, radius }: NearbyArguments): Ball | undefined {
  const sent = { near: near ?? undefined, radius: radius ?? undefined }
  if (sent.near === undefined && sent.radius === undefined) return undefined
  if (sent.near === undefined) throw invalid('near', 'is required together with radius')
  if (sent.radius === undefined) throw invalid('radius', 'is required together with near')
  const center = readPoint(sent.near)
  if (!(sent.radius > 0 && sent.radius <= MAX_RADIUS)) {
    throw invalid('radius', `must be more than 0 and at most ${MAX_RADIUS}`)
  }
  return { center, radius: sent.radius }
}

function readPoint(text: string): Position {
  const [x, y, z, ...rest] = text.split(',').map((part) => (part.trim() ? Number(part) : NaN))
  if (isCoordinate(x) && isCoordinate(y) && isCoordinate(z) && rest.length === 0) return { x, y, z }
  throw invalid(
    'near',
    `must be three numbers x,y,z, each from ${-MAX_COORDINATE} to ${MAX_COORDINATE}`,
  )
}

function isCoordinate(value: number | undefined): value is number {
  return value !== undefined && Math.abs(value) <= MAX_COORDINATE
}

function invalid(field: string, reason: string): Error {
  return invalidInput([{ field, reason }])
}

type NearbyPlace = Place & { distance: number }

/** The places near a point in each realm. */
export function nearbyPlacePages(db: Kysely<RealmTables>) {
  const loaders = new Map<string, PageLoader<NearbyPlace>>()
  return {
    load(realmId: string, ball: Ball, page: PageArguments): Promise<Connection<NearbyPlace>> {
      const key = JSON.stringify(ball)
      const loader = loaders.get(key) ?? pagesIn(db, ball)
      loaders.set(key, loader)
      return loader.load(realmId, page)
    },
  }
}

/**
 * A page takes the nearest places of the realm, and then drops those beyond the radius: with a condition in SQL,
 * PostgreSQL would collect and sort all places within it. The count uses the condition.
 */
function pagesIn(db: Kysely<RealmTables>, { center, radius }: Ball): PageLoader<NearbyPlace> {
  const { x, y, z } = center
  const point = sql`cube(array[${x}::float8, ${y}::float8, ${z}::float8])`
  const spot = sql`cube(array[x, y, z])`
  const measured = db
    .selectFrom('places')
    .selectAll()
    .select(sql<number>`${spot} <-> ${point}`.as('distance'))
    .where('retiredAt', 'is', null)
    .where('hiddenAt', 'is', null)
  const inRealm = (realmId: RawBuilder<string>) =>
    readsAlone(db.selectFrom(measured.as('measured')).selectAll().where('realmId', '=', realmId))
  const inBall = (realmId: RawBuilder<string>) =>
    inRealm(realmId)
      .where(sql<boolean>`${spot} <@ cube_enlarge(${point}, ${radius + BOX_MARGIN}, 3)`)
      .where('distance', '<=', radius)
  const nearestFirst: Order = { ...BY_DISTANCE, end: radius }
  return createPageLoader(db, inRealm, cursorKeyOf, nearestFirst, (id) => countOf(inBall(id)))
}

/** Makes the box slightly larger than the sphere, so that rounding excludes no places on its surface. */
const BOX_MARGIN = 0.001

const BY_DISTANCE = { column: 'distance', id: 'id', direction: 'asc', type: 'float8' } as const

function cursorKeyOf({ distance, id }: NearbyPlace) {
  return { at: distance, id }
}
