// Measures a document with its fragments expanded, as validation and a planner read it.
import {
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { UsageError } from '../files.ts'
import { MAX_DEPTH } from '../nesting.ts'

/**
 * The maximum number of selections. The largest known document has 195,256:
 * https://github.com/coralproject/talk, AllCommentsTabQuery.
 */
const MAX_SELECTIONS = 1_000_000

/** The maximum number of selections for a planner, which reads every selection of every spread. */
const MAX_PLANNED = 100_000

interface Expansion {
  selections: number
  depth: number
}

/** Checks a document. @throws UsageError for one that is too large or too deep with its fragments */
export function checkExpansion(file: string, { definitions }: DocumentNode): void {
  for (const { selections, depth } of expansionsIn({ definitions })) {
    const found = depth > MAX_DEPTH ? `is more than ${MAX_DEPTH} levels deep` : HAS_MORE
    if (depth <= MAX_DEPTH && selections <= MAX_SELECTIONS) continue
    throw new UsageError(`${file}: ${found} with its fragments.`)
  }
}

/** True when a document is small enough for a planner. */
export function isPlannable(document: DocumentNode): boolean {
  return expansionsIn(document).every(({ selections }) => selections <= MAX_PLANNED)
}

/** The size and depth of each operation and fragment. */
function expansionsIn({ definitions }: Pick<DocumentNode, 'definitions'>): Expansion[] {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const node of definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node)
  }
  const expand = expander(fragments)
  return definitions.flatMap((node) =>
    'selectionSet' in node ? [expand(node.selectionSet, 0)] : [],
  )
}

const HAS_MORE = `has more than ${MAX_SELECTIONS} selections`

/** Measures each fragment once. A fragment that spreads itself ends there: validation reports it. */
function expander(fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
  const known = new Map<string, Expansion>()
  const spread = (name: string, level: number): Expansion => {
    const found = known.get(name)
    const fragment = fragments.get(name)
    if (found || !fragment) return found ?? NOTHING
    known.set(name, NOTHING)
    const whole = expand(fragment.selectionSet, level)
    known.set(name, whole)
    return whole
  }
  const expand = ({ selections }: SelectionSetNode, level: number): Expansion => {
    let [count, depth] = [0, 0]
    if (level > MAX_DEPTH) return { selections: 0, depth: level }
    for (const node of selections) {
      const below =
        node.kind === Kind.FRAGMENT_SPREAD
          ? spread(node.name.value, level + 1)
          : node.selectionSet
            ? expand(node.selectionSet, level + 1)
            : NOTHING
      count += 1 + below.selections
      depth = Math.max(depth, 1 + below.depth)
    }
    return { selections: count, depth }
  }
  return expand
}

const NOTHING: Expansion = { selections: 0, depth: 0 }
