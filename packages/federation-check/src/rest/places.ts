// Decides where changes in a graph of schemas are reported: the nearest places first, and each
// change a limited number of times.
import type { Change, Direction } from './schema/change.ts'
import { isDecidable } from './instances/decidable.ts'
import type { Flat } from './openapi.ts'

/** A pair of schemas, in one direction. */
export interface Node {
  direction: Direction
  was: Flat
  is: Flat
  /** Changes of the pair itself. */
  changes: Change[]
  edges: Edge[]
  from: Node[]
  /** True when the pair, or a pair below it, changes. */
  differs: boolean
  /** True when a value may become invalid, in this pair or in a pair below it. */
  isRisky: boolean
  /** True when the instances show that every value stays valid (instances/decide.ts). */
  isCompatible: boolean
  /** The number of places where it has been reported. */
  reported: number
}

/** A use of one pair in another. */
export interface Edge {
  at: string
  /** Changes of this use alone: null, a default. */
  changes: Change[]
  node: Node
  /** A keyword that allows or forbids a value as a whole. */
  constraint?: string
  /** True when the value may be null on both sides, or on neither. */
  isNullAlike: boolean
}

/** The maximum number of reports of a schema within one body: its use as an item of a list, and as that of a page. */
const MAX_PER_BODY = 2

/** The maximum number of places at which a schema is reported; more would take too long. */
const MAX_REPORTED = 20

/** A place to report, and the path to it. */
interface ReportedUse {
  edge: Edge
  at: string
  above?: ReportedUse
  /** True inside a pair that the instances decide. */
  isDecided: boolean
}

/** The number of reports of a pair, outside and inside pairs that the instances have decided. */
interface Times {
  open: Map<Node, number>
  decided: Map<Node, number>
}

/** Reports the changes, the nearest places first. */
export function tell(root: Edge): Change[] {
  const times: Times = { open: new Map(), decided: new Map() }
  const places: ReportedUse[] = [{ edge: root, at: '', isDecided: false }]
  return places
    .values()
    .flatMap((place) => changesAt(place, places, times))
    .toArray()
}

/** The changes at a place. The places below it are queued after the others. */
function changesAt(place: ReportedUse, places: ReportedUse[], times: Times): Change[] {
  const { edge, at } = place
  const { node } = edge
  const isDecided = place.isDecided || node.isCompatible
  const count = times[isDecided ? 'decided' : 'open']
  const before = count.get(node) ?? 0
  const reported = moved(changesOfUse(place), at)
  const isEnough = before >= MAX_PER_BODY || node.reported >= MAX_REPORTED
  if (!node.differs || isEnough || isInside(place)) return reported
  count.set(node, before + 1)
  if (!isDecided) node.reported += 1
  for (const next of node.edges) {
    const isNews = next.changes.length > 0 || next.node.differs
    if (!isNews || next.constraint) continue
    places.push({ edge: next, at: at + next.at, above: place, isDecided })
  }
  const own = [...node.changes, ...node.edges.flatMap(constraintChange)]
  return [...reported, ...moved(isDecided ? own.filter((one) => !isDecidable(one)) : own, at)]
}

function changesOfUse({ edge, isDecided }: ReportedUse): Change[] {
  const { changes, node, isNullAlike } = edge
  const areDecided = isDecided || (node.isCompatible && isNullAlike)
  return areDecided ? changes.filter((one) => !isDecidable(one)) : changes
}

function constraintChange({ constraint, changes, node }: Edge): Change[] {
  if (!constraint || (changes.length === 0 && !node.differs)) return []
  const message = `must satisfy another constraint: ${constraint}.`
  return [{ rule: 'rest-constraint-changed', at: '', message, detail: constraint }]
}

/** True for a pair inside itself, as in a recursive schema. */
function isInside({ edge, above }: ReportedUse): boolean {
  for (let place = above; place; place = place.above) {
    if (place.edge.node === edge.node) return true
  }
  return false
}

function moved(changes: readonly Change[], at: string): Change[] {
  return changes.map((change) => ({ ...change, at: at + change.at }))
}
