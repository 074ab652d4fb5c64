// The map of a realm: where its places and people stand on a square of 100, and how high the ground is there. The plan
// and the scene draw the same map.
import type { RealmDetailsFragment, TravellerFragment } from './generated/graphql.ts'
import { distance, HALF, nearest, type Spot, spreading } from './spots.ts'

/** A position in the realm, of which y is the height. */
export interface Point {
  x: number
  y: number
  z: number
}

/** A position of a result, as an input has it. */
export const plain = ({ x, y, z }: Point): Point => ({ x, y, z })

export type Place = NonNullable<RealmDetailsFragment['places']>['nodes'][number]

/** The house of the scroll or the organization of a place; undefined for one of no house. */
export function houseOf({ ref }: Place): string | undefined {
  return ref && 'house' in ref ? ref.house : undefined
}

export interface MapPlace extends Spot {
  place: Place
}

export interface MapPerson extends Spot {
  /** The id of the presence, which a person keeps while they move. */
  id: string
  person: TravellerFragment | null
  /** Whether they are the reader. */
  isOwn: boolean
  position: Point
  /** The nearest place. */
  at: Place | undefined
}

export interface RealmMap {
  places: readonly MapPlace[]
  /** Pairs of places that a path joins. */
  paths: readonly (readonly [MapPlace, MapPlace])[]
  people: readonly MapPerson[]
  /** The height of the ground, between 0 at the shore and 12. */
  heightAt(x: number, z: number): number
  /** The position in the realm of a spot of the map. */
  positionOf(spot: Spot): Point
}

/** The part of the map that places take: the rest is the shore. */
const INNER = 0.72

export function mapOf(realm: RealmDetailsFragment, myId: string | undefined): RealmMap {
  const nodes = realm.places?.nodes ?? []
  const frame = frameOf(realm, nodes)
  const places = nodes.map((place) => ({ place, ...frame.spotOf(place.position) }))
  const heights = nodes.map(({ position }) => position.y)
  const [low, high] = [Math.min(...heights), Math.max(...heights)]
  const hills = places.map(({ x, z, place }) => {
    const height = high > low ? (place.position.y - low) / (high - low) : 0.3
    return { x, z, height: 1.5 + 8 * height }
  })
  return {
    places,
    paths: pathsBetween(places),
    people: peopleOf(realm, places, { ...frame, myId }),
    heightAt: (x, z) => groundAt(hills, x, z),
    positionOf: frame.positionOf,
  }
}

/** How positions of the realm become spots of the map: a square around all places, within the bounds of the realm. */
function frameOf({ bounds: { min, max } }: RealmDetailsFragment, places: readonly Place[]) {
  const points = places.length > 1 ? places.map(({ position }) => position) : [min, max]
  const [west, east] = range(points.map(({ x }) => x))
  const [north, south] = range(points.map(({ z }) => z))
  const middle = { x: (west + east) / 2, z: (north + south) / 2 }
  const scale = (HALF * INNER) / Math.max((east - west) / 2, (south - north) / 2, 1)
  const toScale = ({ x, z }: Point): Spot => ({
    x: (x - middle.x) * scale,
    z: (z - middle.z) * scale,
  })
  const { toRoomy, toExact } = spreading(places.map(({ position }) => toScale(position)))
  return {
    spotOf: (point: Point): Spot => onIsland(toRoomy(toScale(point))),
    positionOf(spot: Spot): Point {
      const exact = toExact(spot)
      const hills = places.map(({ position }) => ({ ...toScale(position), height: position.y }))
      return {
        x: clamp(exact.x / scale + middle.x, min.x, max.x),
        y: clamp(weighted(hills, exact), min.y, max.y),
        z: clamp(exact.z / scale + middle.z, min.z, max.z),
      }
    },
  }
}

function range(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)]
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(Math.round(value * 100) / 100, min), max)
}

/** People may be farther away than any place: they stand at the shore. */
function onIsland({ x, z }: Spot): Spot {
  const far = roundness(x, z) / 0.86
  return far > 1 ? { x: x / far, z: z / far } : { x, z }
}

/** How far from the middle a spot is, where 1 is the edge of a square with round corners. */
export function roundness(x: number, z: number): number {
  return (Math.abs(x / HALF) ** 4 + Math.abs(z / HALF) ** 4) ** 0.25
}

interface Hill extends Spot {
  height: number
}

/** The height between hills, weighted by their nearness. */
function weighted(hills: readonly Hill[], { x, z }: Spot): number {
  let sum = 0
  let weights = 0
  for (const hill of hills) {
    const weight = 1 / ((hill.x - x) ** 2 + (hill.z - z) ** 2 + 6) ** 1.5
    sum += hill.height * weight
    weights += weight
  }
  return weights === 0 ? 0 : sum / weights
}

/** Through the places, with gentle waves between them, and down to the water at the shore. */
function groundAt(hills: readonly Hill[], x: number, z: number): number {
  const waves = 0.5 * Math.sin(x * 0.21 + 1) * Math.cos(z * 0.17) + 0.3 * Math.sin((x + z) * 0.4)
  const land = (hills.length > 0 ? weighted(hills, { x, z }) : 2) + waves
  const shore = roundness(x, z) + 0.02 * Math.sin(Math.atan2(z, x) * 7)
  const inland = 1 - smooth((shore - 0.8) / 0.2)
  return land * inland - 2.6 * (1 - inland)
}

function smooth(value: number): number {
  const t = Math.min(Math.max(value, 0), 1)
  return t * t * (3 - 2 * t)
}

/** The shortest paths by which every place is reached (Prim's algorithm). */
function pathsBetween(places: readonly MapPlace[]): [MapPlace, MapPlace][] {
  const [first, ...rest] = places
  if (!first) return []
  const reached = [first]
  const paths: [MapPlace, MapPlace][] = []
  const open = new Set(rest)
  while (open.size > 0) {
    const steps = [...open].map((to) => [nearest(reached, to), to] as const)
    const [from, to] = steps.reduce((a, b) => (distance(...b) < distance(...a) ? b : a))
    paths.push([from, to])
    reached.push(to)
    open.delete(to)
  }
  return paths
}

/** How far people stand from the middle of a place, and from each other. */
const RING = 5.4

/** People at one spot stand around it, each where they stood before. */
function peopleOf(
  { presence }: RealmDetailsFragment,
  places: readonly MapPlace[],
  { spotOf, myId }: { spotOf: (position: Point) => Spot; myId: string | undefined },
): MapPerson[] {
  const taken = new Map<string, number>()
  const inOrder = (presence?.nodes ?? []).toSorted((a, b) => a.id.localeCompare(b.id))
  return inOrder.map(({ id, position, identity }) => {
    const spot = spotOf(position)
    const at = places.length > 0 ? nearest(places, spot) : undefined
    const near = at && distance(at, spot) < RING ? at : spot
    const key = `${near.x.toFixed(1)} ${near.z.toFixed(1)}`
    const index = taken.get(key) ?? 0
    taken.set(key, index + 1)
    const stands = at === near || index > 0 ? around(near, index) : spot
    const isOwn = myId !== undefined && identity?.id === myId
    return { id, person: identity, isOwn, position: plain(position), at: at?.place, ...stands }
  })
}

/** From the south on, where nothing of the place hides them; the next ring when one is full. */
function around({ x, z }: Spot, index: number): Spot {
  const ring = Math.floor(index / 9)
  const side = index % 2 === 0 ? 1 : -1
  const angle = Math.PI / 2 + side * Math.ceil((index % 9) / 2) * 0.68
  const radius = RING + ring * 2.4
  return { x: x + Math.cos(angle) * radius, z: z + Math.sin(angle) * radius }
}
