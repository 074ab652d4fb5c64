// The input of the steps, read and composed once for all of them.
import { guardSettings } from '../authorization/paths/access.ts'
import { checkRuntimeGuards } from '../authorization/paths/runtime-guards.ts'
import type { Both } from '../both.ts'
import type { Contracts } from '../contracts/contract.ts'
import { variantsOf } from '../contracts/variant.ts'
import type { FieldUsage } from '../field-usage/field-usage.ts'
import type { Compose } from '../graph/base-graph.ts'
import { composeBoth } from '../graph/both-graphs.ts'
import type { Composition } from '../graph/compose.ts'
import { composeTree } from '../graph/compose-tree.ts'
import type { Graph } from '../graph/graph.ts'
import { asPair } from '../graph/schema-file.ts'
import { once } from '../memo.ts'
import type { Project } from '../project.ts'
import type { CheckInput } from '../check-input.ts'
import {
  knownOperations,
  readableOperations,
  type KnownOperation,
} from '../sources/documents/known-operations.ts'
import { checkContractTargets, checkSubgraphTargets } from '../sources/documents/targets.ts'
import type { Tree } from '../sources/tree.ts'
import type { StepInput } from './step.ts'

/**
 * Composes both sides, and reads the known operations.
 * @param counted the usage by callers, if it is reliable
 * @throws UsageError for input that cannot be read, and for names that neither side has
 */
export async function stepInputOf(
  input: CheckInput,
  counted: FieldUsage | undefined,
): Promise<StepInput> {
  const { project = {}, plugins = [], committed, config, compose = composer(project) } = input
  const { head: served, stale } = await readHead(input)
  const trees = asPair({ base: input.base, head: served })
  const graphs = await composeBoth(trees, compose)
  const contracts = contractsOf(trees, input)
  const guards = guardSettings(input)
  checkNames({ trees, graphs, contracts, guards })
  const operations = await operationsOf(trees, project)
  const shared = { trees, graphs, contracts, guards, operations, plugins, committed }
  const kept = stale && { stale: once(() => stale(compositionOf(graphs.head))) }
  const variants = variantsOfBoth(graphs, contracts)
  const { audiences } = input
  return { ...shared, variants, project: { ...project, ...kept }, counted, config, audiences }
}

/** The contracts of each side. */
function contractsOf({ base, head }: Both<Tree>, { contracts = {} }: CheckInput): Both<Contracts> {
  return { base: base.contracts ?? contracts, head: head.contracts ?? contracts }
}

function variantsOfBoth(graphs: Both<Graph>, contracts: Both<Contracts>): StepInput['variants'] {
  return {
    base: once(() => variantsOf(graphs.base, contracts.base)),
    head: once(() => variantsOf(graphs.head, contracts.head)),
  }
}

async function operationsOf(
  { base, head }: Both<Tree>,
  { routes }: Partial<Project>,
): Promise<Both<KnownOperation[]>> {
  const tables = (await routes?.()) ?? {}
  return { base: readableOperations(base), head: knownOperations(head, tables) }
}

/**
 * Checks configured names.
 * @throws UsageError for a subgraph, contract or field that the configuration names and neither side has
 */
function checkNames({
  trees,
  graphs,
  contracts,
  guards,
}: Pick<StepInput, 'trees' | 'graphs' | 'contracts' | 'guards'>): void {
  checkSubgraphTargets(trees, graphs)
  checkContractTargets(trees, contracts)
  // Not for a commit, because the current configuration also checks older commits, which may lack the field.
  if (!trees.head.isCommit) checkRuntimeGuards(guards.runtimeGuards, [graphs.base, graphs.head])
}

/** Reads the head as it is served now. A project that cannot be loaded is read from its files, and the check fails. */
async function readHead({
  head,
  project = {},
}: CheckInput): Promise<{ head: Tree; stale: Project['stale'] | undefined }> {
  const { served, stale } = project
  if (!served) return { head, stale }
  try {
    return { head: { ...head, subgraphs: await served() }, stale }
  } catch (error) {
    return { head, stale: () => Promise.reject(error) }
  }
}

function composer({ prepare }: Partial<Project>): Compose {
  return (tree, side, unvalidated) => composeTree(tree, { prepare, side, unvalidated })
}

function compositionOf({ supergraph, api }: Graph): Composition | undefined {
  return supergraph !== undefined && api !== undefined ? { supergraph, api } : undefined
}
