// Where changes in a graph of schemas are reported: nearest places first, each change a limited
// number of times.
import type { Change, Direction } from './keywords.ts'
import type { Flat } from './openapi.ts'

/** A pair of schemas, in one direction. */
export interface Node {
  direction: Direction
  was: Flat
  is: Flat
  /** Changes in the pair itself. */
  changes: Change[]
  edges: Edge[]
  from: Node[]
  /** Whether anything changes in it or in the pairs below it. */
  differs: boolean
  /** In how many places it was reported (places.ts). */
  reported: number
}

/** A use of one pair in another. */
export interface Edge {
  at: string
  /** Changes at this use: null, a default. */
  changes: Change[]
  node: Node
  /** A keyword that allows or forbids a value as a whole. */
  constraint?: string
}

/** A schema that a body uses in many places is reported twice: a list and a page are two. */
const MAX_PER_BODY = 2

/** A schema used everywhere is reported in twenty places; more would take too long. */
const MAX_REPORTED = 20

/** A place to report, and the path to it. */
interface ReportedUse {
  edge: Edge
  at: string
  above?: ReportedUse
}

/** The nearest places first. */
export function tell(root: Edge): Change[] {
  const times = new Map<Node, number>()
  const places: ReportedUse[] = [{ edge: root, at: '' }]
  return places
    .values()
    .flatMap((place) => changesAt(place, places, times))
    .toArray()
}

/** The changes at a place. The places below it are queued after the others. */
function changesAt(place: ReportedUse, places: ReportedUse[], times: Map<Node, number>): Change[] {
  const { edge, at } = place
  const { changes, node } = edge
  const before = times.get(node) ?? 0
  const reported = moved(changes, at)
  const isEnough = before >= MAX_PER_BODY || node.reported >= MAX_REPORTED
  if (!node.differs || isEnough || isInside(place)) return reported
  times.set(node, before + 1)
  node.reported += 1
  for (const next of node.edges) {
    const isNews = next.changes.length > 0 || next.node.differs
    if (isNews && !next.constraint) places.push({ edge: next, at: at + next.at, above: place })
  }
  return [
    ...reported,
    ...moved(node.changes, at),
    ...moved(node.edges.flatMap(constraintChange), at),
  ]
}

function constraintChange({ constraint, changes, node }: Edge): Change[] {
  if (!constraint || (changes.length === 0 && !node.differs)) return []
  const message = `must satisfy another constraint: ${constraint}.`
  return [{ rule: 'rest-constraint-changed', at: '', message, detail: constraint }]
}

/** True for a recursive schema. */
function isInside({ edge, above }: ReportedUse): boolean {
  for (let place = above; place; place = place.above) {
    if (place.edge.node === edge.node) return true
  }
  return false
}

function moved(changes: readonly Change[], at: string): Change[] {
  return changes.map((change) => ({ ...change, at: at + change.at }))
}
