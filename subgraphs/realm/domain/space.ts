// Points in space, and how far a realm may reach.
import { numberIssues } from '#foundation/domain/bounds.ts'
import type { Rule } from '#foundation/domain/constraint.ts'
import type { Issue } from '#foundation/domain/errors.ts'
import { readConstraints } from '#foundation/graphql/input.ts'
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

const AXES = ['x', 'y', 'z'] as const

/** How far any coordinate may be from zero: distances stay exact to less than a thousandth. */
export const FARTHEST = readConstraints(new URL('../schema.graphql', import.meta.url))(
  'PositionInput.x',
).max!

const SPACE: Bounds = {
  min: { x: -FARTHEST, y: -FARTHEST, z: -FARTHEST },
  max: { x: FARTHEST, y: FARTHEST, z: FARTHEST },
}

export function boundsOf({ minX, minY, minZ, maxX, maxY, maxZ }: Realm): Bounds {
  return { min: { x: minX, y: minY, z: minZ }, max: { x: maxX, y: maxY, z: maxZ } }
}

/** The bounds as a realm's columns. */
export function cornersOf({ min, max }: Bounds) {
  return { minX: min.x, minY: min.y, minZ: min.z, maxX: max.x, maxY: max.y, maxZ: max.z }
}

/** Every coordinate of a point that lies outside the bounds, by its name below `field`. */
export function outsideOf({ min, max }: Bounds, field: string, position: Position): Issue[] {
  return AXES.flatMap((axis) =>
    numberIssues(`${field}.${axis}`, position[axis], min[axis], max[axis]),
  )
}

/** What keeps two corners from being the bounds of a realm. */
export function wrongBounds({ min, max }: Bounds): Issue[] {
  const outside = [...outsideOf(SPACE, 'bounds.min', min), ...outsideOf(SPACE, 'bounds.max', max)]
  if (outside.length > 0) return outside
  return AXES.filter((axis) => max[axis] <= min[axis]).map((axis) => ({
    field: `bounds.max.${axis}`,
    reason: `must be greater than bounds.min.${axis}`,
  }))
}

/** The bounds of a realm that is added or changed. */
export const boundsRule: Rule<Bounds> = ({ value }) => wrongBounds(value)

/** The outermost coordinates of what is there, which are all null when nothing is. */
export type Outermost = { [Corner in keyof ReturnType<typeof cornersOf>]: number | null }

/** Every side of the bounds beyond which something lies. */
export function narrowedIssues({ min, max }: Bounds, outermost: Outermost): Issue[] {
  return AXES.flatMap((axis) => {
    const letter = axis.toUpperCase() as 'X' | 'Y' | 'Z'
    const [least, most] = [outermost[`min${letter}`], outermost[`max${letter}`]]
    const issues: Issue[] = []
    if (least !== null && least < min[axis]) {
      issues.push({ field: `bounds.min.${axis}`, reason: `a place lies at ${least}` })
    }
    if (most !== null && most > max[axis]) {
      issues.push({ field: `bounds.max.${axis}`, reason: `a place lies at ${most}` })
    }
    return issues
  })
}
