// Where `oneOf`, `anyOf`, `not` and the like take part, the instances decide what the comparison of
// keywords cannot: whether the values that must stay valid do.
import { CONSTRAINT_MAPS, CONSTRAINTS, type Change } from '../keywords.ts'
import type { Flat, Schema } from '../openapi.ts'
import type { Flattens } from '../properties.ts'
import { restRules, type RestRule } from '../rules.ts'
import type { Node } from '../places.ts'
import type { InstanceComparison, Verdict } from './compare.ts'
import { areDisjoint } from './disjoint.ts'
import { shownInstance } from './witness.ts'

/** Rules about which values are valid, and nothing else. */
const ABOUT_VALUES: ReadonlySet<RestRule> = new Set<RestRule>([
  ...(['rest-alternative-removed', 'rest-alternative-added', 'rest-constraint-changed'] as const),
  ...(['rest-bound-narrowed', 'rest-bound-widened', 'rest-type-changed'] as const),
  ...(['rest-value-refused', 'rest-value-added', 'rest-input-required'] as const),
  ...(['rest-input-closed', 'rest-property-optional', 'rest-instance-refused'] as const),
  ...(['rest-instance-added', 'rest-instances-undecided'] as const),
])

const isRisk = ({ rule }: Change) => restRules[rule].severity !== 'safe'

/** True for a change that the instances decide. */
export const isDecidable = (change: Change) => ABOUT_VALUES.has(change.rule) && isRisk(change)

const SHAPES = [...CONSTRAINTS, ...CONSTRAINT_MAPS]

/** True for a schema that combines others. */
export function isCombined(schema: Flat): boolean {
  return schema.alternatives.size > 0 || SHAPES.some((keyword) => schema[keyword] !== undefined)
}

/** Compares a pair by instances where that may tell more, and notes the result in the node. */
export function decide(node: Node, flattens: Flattens, instances: InstanceComparison): void {
  const { direction, was, is } = node
  if (!isCombined(was) && !isCombined(is)) return
  const isRisky = isRiskBelow(node)
  if (!isRisky && isProven(node, flattens)) return
  const verdict = instances.compare(direction, was.key as Schema, is.key as Schema)
  if (verdict.kind === 'compatible') acceptAll(node, verdict, isRisky)
  else node.changes = withVerdict(node, verdict, isRisky)
}

/** Wider forms may overlap, which `oneOf` refuses. Without, what each form accepts is accepted. */
function isProven({ direction, was, is, differs }: Node, flattens: Flattens): boolean {
  const isSame = !differs && Boolean(was.exclusive) === Boolean(is.exclusive)
  const [to, flatten] = direction === 'request' ? [is, flattens.head] : [was, flattens.base]
  return isSame || !to.exclusive || to.alternatives.size < 2 || areDisjoint(flatten, to)
}

function acceptAll(node: Node, { keepsNames }: { keepsNames: boolean }, isRisky: boolean): void {
  // A new name is no reason for readers to fail, but a form of new names is.
  if (!keepsNames && node.direction === 'response') return
  node.isCompatible = true
  if (!isRisky) return
  const message =
    node.direction === 'request'
      ? 'accepts every value that it accepted before.'
      : 'returns no value that it could not return before.'
  const kept = node.changes.filter(
    (change) => !isDecidable(change) && !(keepsNames && isMoved(change)),
  )
  node.changes = [...kept, { rule: 'rest-alternatives-compatible', at: '', message }]
}

/** Properties move from a schema into its forms, and back. */
const isMoved = ({ rule }: Change) =>
  rule === 'rest-property-removed' || rule === 'rest-input-removed'

function withVerdict(node: Node, verdict: Verdict, isRisky: boolean): Change[] {
  const { direction, changes } = node
  if (verdict.kind === 'undecided') {
    const message = `has other forms, and whether they accept the same values is undecided: ${verdict.because}.`
    const undecided: Change = { rule: 'rest-instances-undecided', at: '', message }
    return isRisky ? changes : [...changes, undecided]
  }
  if (verdict.kind !== 'witness') return changes
  const shown = shownInstance(verdict.instance)
  const [rule, words] =
    direction === 'request'
      ? (['rest-instance-refused', 'is refused now and was valid before'] as const)
      : (['rest-instance-added', 'may be returned now and was not valid before'] as const)
  if (isRisky) return withExample(changes, `For example, ${shown} ${words}.`)
  return [...changes, { rule, at: '', message: `has other forms: ${shown} ${words}.` }]
}

/** The first change that the instances decide shows one. */
function withExample(changes: readonly Change[], example: string): Change[] {
  const first = changes.findIndex(isDecidable)
  return changes.map((change, index) =>
    index === first ? { ...change, message: `${change.message} ${example}` } : change,
  )
}

/** More pairs below one are not searched. */
const MAX_SEARCHED = 2_000

function isRiskBelow(node: Node): boolean {
  const met = new Set([node])
  for (const one of met) {
    if (one.changes.some(isDecidable) || met.size > MAX_SEARCHED) return true
    if (one.edges.some(({ changes }) => changes.some(isDecidable))) return true
    for (const { node: inner, constraint } of one.edges) {
      if (inner.differs && constraint) return true
      if (inner.differs) met.add(inner)
    }
  }
  return false
}
