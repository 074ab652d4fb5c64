// Where `oneOf`, `anyOf`, `not` and the like take part, comparing keywords is not enough: instances
// show whether the values that must stay valid do.
import type { Change } from '../schema/change.ts'
import { CONSTRAINT_MAPS, CONSTRAINTS } from '../schema/keywords.ts'
import type { Flat, Schema } from '../openapi.ts'
import type { Flattens } from '../schema/properties.ts'
import type { Edge, Node } from '../places.ts'
import type { InstanceComparison, Verdict } from './compare.ts'
import { isBroken, isDecidable } from './decidable.ts'
import { areDisjoint } from './disjoint.ts'
import { shownInstance } from './witness.ts'

const SHAPES = [...CONSTRAINTS, ...CONSTRAINT_MAPS]

/** True for a schema that combines others. */
function isCombined(schema: Flat): boolean {
  return schema.alternatives.size > 0 || SHAPES.some((keyword) => schema[keyword] !== undefined)
}

/** Compares a pair by instances where that may show more, and records the result in the node. */
export function decide(node: Node, flattens: Flattens, instances: InstanceComparison): void {
  const { direction, was, is } = node
  if (!isCombined(was) && !isCombined(is)) return
  if (!node.isRisky && isProven(node, flattens)) return
  const verdict = instances.compare(direction, was.key as Schema, is.key as Schema)
  if (verdict.kind === 'compatible') acceptAll(node, verdict)
  else node.changes = withVerdict(node, verdict)
}

/**
 * True when every value that a form accepted is still accepted, so no instance is needed. Wider
 * forms of a request may overlap, which `oneOf` refuses.
 */
function isProven({ direction, was, is, differs }: Node, flattens: Flattens): boolean {
  const isSame = !differs && Boolean(was.exclusive) === Boolean(is.exclusive)
  const isInclusive = direction === 'response' || !is.exclusive || is.alternatives.size < 2
  return isSame || isInclusive || areDisjoint(flattens.head, is)
}

function acceptAll(node: Node, { keepsNames }: { keepsNames: boolean }): void {
  node.isCompatible = true
  const isKept = (change: Change) =>
    !keepsNames && (isMoved(change) || (node.direction === 'response' && isOfForm(change)))
  const kept = node.changes.filter(isKept).map((change) => ({ ...change, stays: true as const }))
  const decided = node.changes.filter((change) => isDecidable(change) && !isKept(change))
  const safe = node.changes.filter((change) => !isDecidable(change) && !isMoved(change))
  node.changes = [...kept, ...safe]
  node.isRisky = false
  if (decided.length === 0 && !hasRiskyPart(node.edges)) return
  const message =
    node.direction === 'request'
      ? 'accepts every value that it accepted before.'
      : 'returns no value that it could not return before.'
  node.changes.push({ rule: 'rest-alternatives-compatible', at: '', message })
}

/** A change of forms. Readers of one form do not find its properties in another. */
const isOfForm = ({ rule }: Change) =>
  rule === 'rest-alternative-removed' || rule === 'rest-alternative-added'

/** A change of properties, which may only move from a schema into its forms, or back. */
const isMoved = ({ rule }: Change) =>
  rule === 'rest-property-removed' || rule === 'rest-input-removed'

function withVerdict({ direction, changes, isRisky }: Node, verdict: Verdict): Change[] {
  if (verdict.kind === 'undecided') {
    const message = `has other forms, and whether they accept the same values is undecided: ${verdict.because}.`
    const undecided: Change = { rule: 'rest-instances-undecided', at: '', message }
    return isRisky ? changes : [...changes, undecided]
  }
  if (verdict.kind !== 'witness') return changes
  const shown = shownInstance(verdict.instance)
  if (!isRisky) {
    const message = `has other forms: ${shown} was valid before and is refused now.`
    return [...changes, { rule: 'rest-instance-refused', at: '', message }]
  }
  const isRequest = direction === 'request'
  const words = isRequest ? 'was valid before and is refused now' : 'was not valid before'
  return withExample(changes, `For example, ${shown} ${words}.`)
}

/** Adds the example to the first change that the instances decide. */
function withExample(changes: readonly Change[], example: string): Change[] {
  const first = changes.findIndex(isBroken)
  return changes.map((change, index) =>
    index === first ? { ...change, message: `${change.message} ${example}` } : change,
  )
}

/** True where a change of this pair, or of a part, may make a value invalid. */
export function isRisky({ changes, edges }: Node): boolean {
  return changes.some(isBroken) || hasRiskyPart(edges)
}

function hasRiskyPart(edges: readonly Edge[]): boolean {
  return edges.some(({ changes, node, constraint }) => {
    return changes.some(isDecidable) || node.isRisky || (constraint !== undefined && node.differs)
  })
}
