// Composes base and head: once where their texts are equal, otherwise at the same time.
import type { Both } from '../both.ts'
import type { Tree } from '../sources/tree.ts'
import { runBoth, sizeOf } from '../threads/size.ts'
import { composesAlike } from './alike.ts'
import { composeBase, type Compose } from './base-graph.ts'
import type { Graph } from './graph.ts'
import { withoutComposition } from './plain-schema.ts'
import { isAlike } from './supergraph.ts'

/** Composes both sides. Returns one object for both when nothing differs. */
export async function composeBoth(trees: Both<Tree>, compose: Compose): Promise<Both<Graph>> {
  return withoutComposition(trees, await composeSides(trees, compose))
}

async function composeSides({ base, head }: Both<Tree>, compose: Compose): Promise<Both<Graph>> {
  if (composesAlike(base, head)) return composeOnce(base, head, compose)
  const [baseGraph, headGraph] = await runBoth(
    [sizeOf(base), sizeOf(head)],
    () => compose(head, 'head'),
    () => composeBase(base, compose),
  )
  const isMissing = baseGraph.unvalidated && isMarkedByValidation(headGraph)
  return {
    base: isMissing ? await composeBase(base, validating(compose)) : baseGraph,
    head: headGraph,
  }
}

async function composeOnce(base: Tree, head: Tree, compose: Compose): Promise<Both<Graph>> {
  const graph = await compose(head, 'head')
  const { supergraph } = base
  if (!supergraph || isAlike(graph.supergraph, supergraph.text)) return { base: graph, head: graph }
  // When the base was served with other SDL, its files have already been composed.
  const known: Compose = async (tree, ...others) =>
    composesAlike(tree, head) ? graph : compose(tree, ...others)
  return { base: await composeBase(base, known), head: graph }
}

/** True when validation has found something in a graph. A base that was not validated may have the same. */
const isMarkedByValidation = ({ errors, hints = [] }: Graph) =>
  [...errors, ...hints].some(({ code }) => OF_VALIDATION.has(code))

const OF_VALIDATION = new Set<string | undefined>([
  'SATISFIABILITY_ERROR',
  'SHAREABLE_HAS_MISMATCHED_RUNTIME_TYPES',
  'MAX_VALIDATION_SUBGRAPH_PATHS_EXCEEDED',
  'INCONSISTENT_RUNTIME_TYPES_FOR_SHAREABLE_RETURN',
])

function validating(compose: Compose): Compose {
  return (tree, side) => compose(tree, side)
}
