// Compares a value of a REST request or response, including nested values. Two documents are
// compared as one graph whose nodes are pairs of schemas. Each pair is compared once, however many
// operations use it, so the work grows with the size of the documents, not with the paths through
// them.
import { memoized } from '../../memo.ts'
import { PatternComparison } from '../../patterns/inclusion.ts'
import { InstanceComparison } from '../instances/compare.ts'
import { decide, isRisky } from '../instances/decide.ts'
import type { Flat, OpenApi, Schema } from '../openapi.ts'
import { tell, type Edge, type Node } from '../places.ts'
import { ANY } from './all-of.ts'
import { isAnything } from './canonical.ts'
import type { Change, Direction } from './change.ts'
import { DiscriminatorComparison, withMappedNames } from './discriminators.ts'
import { flattener } from './flatten.ts'
import {
  asAlternatives,
  asTypes,
  compareAlternatives,
  isListOfForms,
  withNamesOf,
} from './forms.ts'
import { compareKeywords, compareUse } from './keywords.ts'
import { compareConstraints, constraintsOf, partsOf } from './parts.ts'
import { comparePatterns } from './patterns.ts'
import {
  compareAdditionalProperties,
  compareProperties,
  sentProperties,
  type Flattens,
  type Sent,
} from './properties.ts'
import { compareTypes, compareValues, isSameType } from './types-and-values.ts'

export class SchemaComparison {
  readonly flatten: Flattens
  /** The nodes by the keys of both schemas. */
  readonly #nodes = memoized((_was: object) =>
    memoized((_is: object): Partial<Record<Direction, Node>> => ({})),
  )
  readonly #discriminators: DiscriminatorComparison
  readonly #instances: InstanceComparison
  readonly #patterns = new PatternComparison()
  #unread: Node[] = []

  constructor(base: OpenApi, head: OpenApi) {
    this.#discriminators = new DiscriminatorComparison(base, head)
    this.#instances = new InstanceComparison(base, head)
    this.flatten = { base: flattener(base), head: flattener(head) }
  }

  /** All changes between two schemas of one value; an absent schema has no constraints. */
  compare(direction: Direction, was: Schema | undefined, is: Schema | undefined): Change[] {
    const root = this.#edge(direction, '', was, is)
    this.#read()
    return tell(root)
  }

  #edge(direction: Direction, at: string, was: Schema = ANY, is: Schema = ANY): Edge {
    const [before, after] = alike(this.flatten, this.flatten.base(was), this.flatten.head(is))
    const changes = [...compareTypes(direction, before, after), ...compareUse(before, after)]
    const isNullAlike = before.nullable === after.nullable
    return { at, changes, node: this.#node(direction, before, after), isNullAlike }
  }

  #node(direction: Direction, was: Flat, is: Flat): Node {
    const found = this.#nodes(was.key)(is.key)
    const known = found[direction]
    if (known) return known
    const node = {
      direction,
      was,
      is,
      changes: [],
      edges: [],
      from: [],
      differs: false,
      isRisky: false,
      isCompatible: false,
      reported: 0,
    }
    this.#unread.push(node)
    return (found[direction] = node)
  }

  /** Compares new pairs, and marks every pair that leads to a change. */
  #read(): void {
    const read: Node[] = []
    for (let node = this.#unread.pop(); node; node = this.#unread.pop()) {
      node.changes = this.#changesIn(node)
      node.edges = this.#edgesOf(node)
      for (const edge of node.edges) edge.node.from.push(node)
      read.push(node)
    }
    mark(read, 'differs', differs)
    mark(read, 'isRisky', isRisky)
    // Parts come before the schemas that contain them, which then need not report the same again.
    for (const node of read.toReversed()) {
      decide(node, this.flatten, this.#instances)
      mark([node], 'differs', differs)
      mark([node], 'isRisky', isRisky)
    }
  }

  #changesIn({ direction, was, is }: Node): Change[] {
    return [
      ...compareValues(direction, was, is),
      ...compareKeywords(direction, was, is),
      ...comparePatterns(this.#patterns, direction, was, is),
      ...this.#properties(direction, was, is),
      ...compareAdditionalProperties(direction, was, is),
      ...compareConstraints(direction, was, is),
      ...this.#discriminators.compare(direction, was, is),
      ...compareAlternatives(direction, was, is),
    ]
  }

  #properties(direction: Direction, was: Flat, is: Flat): Change[] {
    // For a value that may be anything, the type change is enough.
    if (!isSameType(was, is) && [was, is].some(saysNothing)) return []
    const before = sentProperties(this.flatten.base, direction, was)
    const after = sentProperties(this.flatten.head, direction, is)
    return compareProperties(direction, before, after, is.additionalProperties === false)
  }

  #edgesOf({ direction, was, is }: Node): Edge[] {
    const before = sentProperties(this.flatten.base, direction, was)
    const after = sentProperties(this.flatten.head, direction, is)
    const names = new Set([...before.properties.keys(), ...after.properties.keys()])
    const both = [...names].map((name) => {
      return [name, schemaOf(was, before, name), schemaOf(is, after, name)] as const
    })
    return [
      ...both
        .filter(([, one, other]) => one !== undefined && other !== undefined)
        .map(([name, one, other]) => this.#edge(direction, `.${name}`, one, other)),
      ...partsOf(was, is).map(([at, before, after]) => this.#edge(direction, at, before, after)),
      ...constraintsOf(was, is).map(([constraint, before, after]) => ({
        ...this.#edge(direction, '', before, after),
        constraint,
      })),
    ]
  }
}

/** The schema of a property. One without a schema is documented where it is required, or by the schema of a map. */
function schemaOf({ additionalProperties }: Flat, sent: Sent, name: string): Schema | undefined {
  const isMap = typeof additionalProperties === 'object' && !isAnything(additionalProperties)
  const others = isMap ? additionalProperties : undefined
  return sent.properties.get(name) ?? others ?? (sent.required.has(name) ? ANY : undefined)
}

const differs = ({ changes, edges }: Node) =>
  changes.length > 0 || edges.some(({ changes, node }) => changes.length > 0 || node.differs)

/** Marks all pairs that lead to such a pair, because a part of them has the property. */
function mark(
  read: readonly Node[],
  mark: 'differs' | 'isRisky',
  isTrue: (node: Node) => boolean,
): void {
  const found = read.filter((node) => !node[mark] && isTrue(node))
  for (let node = found.pop(); node; node = found.pop()) {
    if (node[mark]) continue
    node[mark] = true
    for (const parent of node.from) found.push(parent)
  }
}

/** True for a schema that cannot be compared, such as a reference out of the document. */
function saysNothing({ $ref, alternatives, type, key }: Flat): boolean {
  if ($ref !== undefined) return true
  return type.length === 0 && alternatives.size === 0 && Object.keys(key).length === 0
}

/**
 * Makes two schemas comparable. If only one has alternatives, the other counts as alternatives,
 * too; or both count as types beside other keywords.
 */
function alike({ base, head }: Flattens, before: Flat, after: Flat): [Flat, Flat] {
  const [was, is] = [before, after].map(({ alternatives }) => alternatives.size > 0)
  if (was && is) return [before, withNamesOf(before, withMappedNames(before, after))]
  if (was === is) return [before, after]
  if (!isListOfForms(was ? before : after)) {
    return was ? [asTypes(base, before), after] : [before, asTypes(head, after)]
  }
  return was ? [before, asAlternatives(after, before)] : [asAlternatives(before, after), after]
}
