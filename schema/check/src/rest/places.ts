// Where changes in a graph of schemas are reported: nearest places first, each change a limited
// number of times.
import type { Change, Direction } from './schema/change.ts'
import { isDecidable } from './instances/decidable.ts'
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
  /** True where a value may become invalid, here or in the pairs below it. */
  isRisky: boolean
  /** True when the instances show that every value stays valid (instances/decide.ts). */
  isCompatible: boolean
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
  /** True when both or none may be null here. */
  isNullAlike: boolean
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
  /** True inside a pair that the instances decide. */
  isDecided: boolean
}

/** How often each pair is reported, where the instances have not decided and where they have. */
interface Times {
  open: Map<Node, number>
  decided: Map<Node, number>
}

/** The nearest places first. */
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
