// Changes in a value of a REST request or response, nested values included. Two documents are
// compared as one graph whose nodes are pairs of schemas. Each pair is compared once, however many
// operations use it, so the work grows with the size of the documents, not with the paths through
// them.
import { memoized } from '../memo.ts'
import { ANY } from './all-of.ts'
import { asAlternative, flattener } from './flatten.ts'
import { compareKeywords, compareUse, type Change, type Direction } from './keywords.ts'
import type { Flat, OpenApi, Schema } from './openapi.ts'
import { compareConstraints, constraintsOf, partsOf } from './parts.ts'
import { tell, type Edge, type Node } from './places.ts'
import {
  compareAdditionalProperties,
  compareAlternatives,
  compareDiscriminators,
  compareProperties,
  sentProperties,
  type Flattens,
} from './properties.ts'
import { compareTypes, compareValues, isSameType } from './types-and-values.ts'

export class SchemaComparison {
  readonly flatten: Flattens
  /** By the keys of both schemas. */
  readonly #nodes = memoized((_was: object) =>
    memoized((_is: object): Partial<Record<Direction, Node>> => ({})),
  )
  #unread: Node[] = []

  constructor(base: OpenApi, head: OpenApi) {
    this.flatten = { base: flattener(base), head: flattener(head) }
  }

  /** All changes between two schemas of one value; an absent schema has no constraints. */
  compare(direction: Direction, was: Schema | undefined, is: Schema | undefined): Change[] {
    const root = this.#edge(direction, '', was, is)
    this.#read()
    return tell(root)
  }

  #edge(direction: Direction, at: string, was: Schema = ANY, is: Schema = ANY): Edge {
    const [before, after] = alike(this.flatten.base(was), this.flatten.head(is))
    const changes = [...compareTypes(direction, before, after), ...compareUse(before, after)]
    return { at, changes, node: this.#node(direction, before, after) }
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
      reported: 0,
    }
    this.#unread.push(node)
    return (found[direction] = node)
  }

  /** Compares new pairs, and marks every pair that leads to a change. */
  #read(): void {
    const changed: Node[] = []
    for (let node = this.#unread.pop(); node; node = this.#unread.pop()) {
      node.changes = this.#changesIn(node)
      node.edges = this.#edgesOf(node)
      for (const edge of node.edges) edge.node.from.push(node)
      // Every pair that leads to a pair that differs also differs.
      const leads = node.edges.some(({ changes, node }) => changes.length > 0 || node.differs)
      if (node.changes.length > 0 || leads) changed.push(node)
    }
    for (let node = changed.pop(); node; node = changed.pop()) {
      if (node.differs) continue
      node.differs = true
      for (const parent of node.from) changed.push(parent)
    }
  }

  #changesIn({ direction, was, is }: Node): Change[] {
    return [
      ...compareValues(direction, was, is),
      ...compareKeywords(direction, was, is),
      ...this.#properties(direction, was, is),
      ...compareAdditionalProperties(direction, was, is),
      ...compareConstraints(direction, was, is),
      ...compareDiscriminators(direction, was, is),
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
    const before = sentProperties(this.flatten.base, direction, was).properties
    const after = sentProperties(this.flatten.head, direction, is).properties
    const properties = [...before].filter(([name]) => after.has(name))
    return [
      ...properties.map(([name, schema]) =>
        this.#edge(direction, `.${name}`, schema, after.get(name)),
      ),
      ...partsOf(was, is).map(([at, before, after]) => this.#edge(direction, at, before, after)),
      ...constraintsOf(was, is).map(([constraint, before, after]) => ({
        ...this.#edge(direction, '', before, after),
        constraint,
      })),
    ]
  }
}

/** A reference out of the document cannot be compared. */
function saysNothing({ $ref, alternatives, type, key }: Flat): boolean {
  if ($ref !== undefined) return true
  return type.length === 0 && alternatives.size === 0 && Object.keys(key).length === 0
}

/** If only one schema has alternatives, the other counts as a single alternative. */
function alike(before: Flat, after: Flat): [Flat, Flat] {
  const [was, is] = [before, after].map(({ alternatives }) => alternatives.size > 0)
  if (was === is) return [before, after]
  return was ? [before, asAlternative(after)] : [asAlternative(before), after]
}
