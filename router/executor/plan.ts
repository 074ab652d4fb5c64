// A query plan → one step that runs it.
import { GraphQLError } from 'graphql'
import {
  fetchedNames,
  type FetchingNode,
  type FetchAtPath,
  type SelectionAtPaths,
} from '../plan/fetch-at-path.ts'
import type { PlanNode, QueryPlan } from '../plan/query-plan.ts'
import type { Condition } from './conditions.ts'
import { compileEntityFetch } from './fetch/entities.ts'
import { compileRootFetch, type Selection } from './fetch/fetch.ts'
import { shareableSelections } from './fetch/sharing.ts'
import type { NameOf } from './operations/response-names.ts'
import { compilePath } from './paths.ts'
import type { Step } from './run.ts'
import type { Variables } from './subgraph-result.ts'
import type { TypeNames } from './type-names.ts'

export interface PlanOptions {
  /** Every fetch of the plan. */
  fetches: readonly FetchAtPath[]
  types: TypeNames
  nameOf: NameOf
  conditionsFor: (variables: Variables) => Condition
}

interface Compiler extends PlanOptions {
  shareable: ReadonlySet<SelectionAtPaths>
  fetchByNode: ReadonlyMap<FetchingNode, FetchAtPath>
}

/**
 * Compiles a plan. An empty plan has nothing to do.
 * @throws GraphQLError for the nodes of `@defer`, which this router does not serve
 */
export function compilePlan({ node }: QueryPlan, options: PlanOptions): Step {
  if (!node) return sequence([])
  return compileNode(node, {
    ...options,
    shareable: shareableSelections(options.fetches),
    fetchByNode: new Map(options.fetches.map((fetch) => [fetch.node, fetch])),
  })
}

function compileNode(node: PlanNode, compiler: Compiler): Step {
  switch (node.kind) {
    case 'Sequence':
      return sequence(node.nodes.map((child) => compileNode(child, compiler)))
    case 'Parallel':
      return parallel(node.nodes.map((child) => compileNode(child, compiler)))
    case 'Flatten':
      return compileNode(node.node, compiler)
    case 'Fetch':
    case 'BatchFetch':
      return compileFetch(node, compiler)
    case 'Condition': {
      const { ifClause, elseClause, condition } = node
      const then = ifClause ? compileNode(ifClause, compiler) : sequence([])
      const otherwise = elseClause ? compileNode(elseClause, compiler) : sequence([])
      return (run) => (compiler.conditionsFor(run.variables)(condition) ? then : otherwise)(run)
    }
    case 'Subscription':
      return compileFetch(node.primary, compiler)
    case 'Defer':
    default:
      throw new GraphQLError('@defer is not supported.')
  }
}

function sequence(steps: readonly Step[]): Step {
  return async (run) => {
    for (const step of steps) await step(run)
  }
}

function parallel(steps: readonly Step[]): Step {
  return async (run) => {
    await Promise.all(steps.map((step) => step(run)))
  }
}

function compileFetch(node: FetchingNode, compiler: Compiler): Step {
  const { types, nameOf } = compiler
  const selections = compiler.fetchByNode.get(node)!.selections.map((selection) => {
    return compileSelection(selection, compiler)
  })
  return node.kind === 'BatchFetch' || node.requires
    ? compileEntityFetch(node, selections, { types, nameOf })
    : compileRootFetch(node, selections[0]!, { types, nameOf })
}

function compileSelection(selection: SelectionAtPaths, { types, shareable }: Compiler): Selection {
  const { paths, fields } = selection
  return {
    paths: paths.map((path) => compilePath(path, types)),
    fields: fetchedNames(fields),
    isShareable: shareable.has(selection),
    hasObjects: fields.some(({ selectionSet }) => selectionSet !== undefined),
  }
}
