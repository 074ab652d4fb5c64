// Spots of the map, on which everything of a realm stands.

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
