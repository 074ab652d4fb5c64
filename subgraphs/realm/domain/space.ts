// Points in space, and the bounds of a realm.
import { numberIssues } from '#foundation/domain/bounds.ts'
import type { Issue } from '#foundation/domain/errors.ts'
import type { Realm } from '../tables.ts'

export interface Position {
  x: number
  y: number
  z: number
}

export interface Bounds {
  min: Position
  max: Position
}

/** The columns with the bounds of a realm. */
type Corners = Pick<Realm, 'minX' | 'minY' | 'minZ' | 'maxX' | 'maxY' | 'maxZ'>
/** The bounds of a realm and its id. */
export type RealmSpace = Corners & Pick<Realm, 'id'>

const AXES = ['x', 'y', 'z'] as const

export function boundsOf({ minX, minY, minZ, maxX, maxY, maxZ }: Corners): Bounds {
  return { min: { x: minX, y: minY, z: minZ }, max: { x: maxX, y: maxY, z: maxZ } }
}

/** The bounds as a realm's columns. */
export function cornersOf({ min, max }: Bounds): Corners {
  return { minX: min.x, minY: min.y, minZ: min.z, maxX: max.x, maxY: max.y, maxZ: max.z }
}

/** An issue for each coordinate of a point that lies outside the bounds, named below `field`. */
export function outsideOf({ min, max }: Bounds, field: string, position: Position): Issue[] {
  return AXES.flatMap((axis) =>
    numberIssues(`${field}.${axis}`, position[axis], min[axis], max[axis]),
  )
}

/** The issues of the bounds of a realm; coordinates may be at most `limit` away from zero. */
export function wrongBounds({ min, max }: Bounds, limit: number): Issue[] {
  const space = {
    min: { x: -limit, y: -limit, z: -limit },
    max: { x: limit, y: limit, z: limit },
  }
  const outside = [...outsideOf(space, 'bounds.min', min), ...outsideOf(space, 'bounds.max', max)]
  if (outside.length > 0) return outside
  return AXES.filter((axis) => max[axis] <= min[axis]).map((axis) => ({
    field: `bounds.max.${axis}`,
    reason: `must be greater than bounds.min.${axis}`,
  }))
}

/** The outermost coordinates of all places; all null if there are none. */
export type PlacesExtent = { [Corner in keyof Corners]: number | null }

/** An issue for each side of the bounds that a place lies beyond. */
export function narrowedIssues({ min, max }: Bounds, extent: PlacesExtent): Issue[] {
  return AXES.flatMap((axis) => {
    const letter = axis.toUpperCase() as 'X' | 'Y' | 'Z'
    const [lowest, highest] = [extent[`min${letter}`], extent[`max${letter}`]]
    const issues: Issue[] = []
    if (lowest !== null && lowest < min[axis]) {
      issues.push({ field: `bounds.min.${axis}`, reason: `a place lies at ${lowest}` })
    }
    if (highest !== null && highest > max[axis]) {
      issues.push({ field: `bounds.max.${axis}`, reason: `a place lies at ${highest}` })
    }
    return issues
  })
}
