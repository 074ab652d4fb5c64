// Spots of the map, on which everything of a realm stands; places that stand close together are moved apart, and what
// is around them moves with them.

/** Half of the length of the map. */
export const HALF = 50

/** A point of the map: x to the east and z to the south, each from -50 to 50. */
export interface Spot {
  x: number
  z: number
}

export function distance(a: Spot, b: Spot): number {
  return Math.hypot(a.x - b.x, a.z - b.z)
}

/** @throws without spots */
export function nearest<T extends Spot>(spots: readonly T[], to: Spot): T {
  return spots.reduce((a, b) => (distance(b, to) < distance(a, to) ? b : a))
}

/** How far apart places are drawn at least, from north to south; twice as far from west to east, for their names. */
const ROOM = 13

const ROUNDS = 60

/** @param exact where the places are to scale */
export function spreading(exact: readonly Spot[]) {
  const roomy = movedApart(exact)
  const moves = exact.map((spot, index) => ({
    x: roomy[index]!.x - spot.x,
    z: roomy[index]!.z - spot.z,
  }))
  return {
    /** From a spot to scale to the one where it is drawn. */
    toRoomy: (spot: Spot): Spot => moved(spot, moveAt(spot, exact, moves), 1),
    /** The way back. */
    toExact: (spot: Spot): Spot => moved(spot, moveAt(spot, roomy, moves), -1),
  }
}

function movedApart(exact: readonly Spot[]): Spot[] {
  const spots = exact.map((spot) => ({ ...spot }))
  // Many places have less room each.
  const room = Math.min(ROOM, 55 / Math.sqrt(spots.length))
  for (let round = 0; round < ROUNDS; round++) {
    spots.forEach((a, index) => {
      for (const b of spots.slice(index + 1)) pushApart(a, b, { room, index })
    })
  }
  return spots
}

function pushApart(a: Spot, b: Spot, { room, index }: { room: number; index: number }): void {
  const [dx, dz] = [(b.x - a.x) / 2, b.z - a.z]
  const apart = Math.hypot(dx, dz)
  if (apart >= room) return
  // Two at one spot leave in a direction that is always the same.
  const angle = apart === 0 ? index : Math.atan2(dz, dx)
  const push = (room - apart) / 4
  a.x -= Math.cos(angle) * push * 2
  a.z -= Math.sin(angle) * push
  b.x += Math.cos(angle) * push * 2
  b.z += Math.sin(angle) * push
}

/** How places around a spot were moved, the nearest most. */
function moveAt(spot: Spot, places: readonly Spot[], moves: readonly Spot[]): Spot {
  const weights = places.map((place) => 1 / (distance(place, spot) ** 3 + 0.001))
  const sum = weights.reduce((a, b) => a + b, 0) || 1
  const part = (axis: 'x' | 'z') =>
    moves.reduce((total, move, index) => total + (move[axis] * weights[index]!) / sum, 0)
  return { x: part('x'), z: part('z') }
}

function moved(spot: Spot, by: Spot, factor: 1 | -1): Spot {
  return { x: spot.x + by.x * factor, z: spot.z + by.z * factor }
}
