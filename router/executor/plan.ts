// A query plan → one step that runs it.
import type { FetchNode, PlanNode, QueryPlan } from '@apollo/query-planner'
import { GraphQLError } from 'graphql'
import type { Condition } from './conditions.ts'
import { compileEntityFetch } from './entities.ts'
import { compileRootFetch, type FetchOptions } from './fetch.ts'
import { mergeFetches, type MergedPlan } from './merged-fetches.ts'
import {
  fetchedNames,
  pathBelow,
  placedFetch,
  placedFetches,
  type PlacedFetch,
} from './placed-fetch.ts'
import type { PlanPath } from './places.ts'
import type { NameOf } from './response-names.ts'
import type { Step } from './run.ts'
import { shareableFetches, twinFetches, type Twins } from './sharing.ts'
import type { Variables } from './subgraph-answer.ts'
import type { TypeNames } from './type-names.ts'

export interface PlanOptions {
  types: TypeNames
  nameOf: NameOf
  conditionsFor: (variables: Variables) => Condition
}

interface Compiler extends PlanOptions {
  shareable: ReadonlySet<FetchNode>
  twins: ReadonlyMap<FetchNode, Twins>
  originals: MergedPlan['originals']
  placed: ReadonlyMap<FetchNode, PlacedFetch>
}

/**
 * Compiles a plan. An empty plan has nothing to do.
 * @throws GraphQLError for the nodes of subscriptions and `@defer`, which this router does not serve
 */
export function compilePlan({ node }: QueryPlan, options: PlanOptions): Step {
  if (!node) return sequence([])
  if (node.kind === 'Subscription') throw new GraphQLError('Subscriptions are not supported.')
  const merged = mergeFetches(node)
  const fetches = placedFetches(merged.node)
  const originals = [...merged.originals.values()].flat().map((fetch) => placedFetch(fetch, []))
  const all = [...fetches, ...originals]
  const compiler: Compiler = {
    ...options,
    shareable: shareableFetches(fetches),
    twins: twinFetches(merged.node, all),
    originals: merged.originals,
    placed: new Map(all.map((fetch) => [fetch.node, fetch])),
  }
  return compileNode(merged.node, [], compiler)
}

function compileNode(node: PlanNode, path: PlanPath, compiler: Compiler): Step {
  switch (node.kind) {
    case 'Sequence':
      return sequence(node.nodes.map((child) => compileNode(child, path, compiler)))
    case 'Parallel':
      return parallel(node.nodes.map((child) => compileNode(child, path, compiler)))
    case 'Flatten':
      return compileNode(node.node, pathBelow(path, node.path), compiler)
    case 'Fetch':
      return compileFetch(node, path, compiler)
    case 'Condition': {
      const { ifClause, elseClause, condition } = node
      const then = ifClause ? compileNode(ifClause, path, compiler) : sequence([])
      const otherwise = elseClause ? compileNode(elseClause, path, compiler) : sequence([])
      return (run) => (compiler.conditionsFor(run.variables)(condition) ? then : otherwise)(run)
    }
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

function compileFetch(node: FetchNode, path: PlanPath, compiler: Compiler): Step {
  const options = optionsOf(node, path, compiler)
  if (!node.requires) return compileRootFetch(options)
  const originals = compiler.originals.get(node)
  return compileEntityFetch(
    options,
    originals?.map((original) => optionsOf(original, path, compiler)),
  )
}

function optionsOf(node: FetchNode, path: PlanPath, compiler: Compiler): FetchOptions {
  const placed = compiler.placed.get(node)!
  return {
    node,
    path,
    query: node.operation,
    fields: fetchedNames(placed),
    isShareable: compiler.shareable.has(node),
    hasObjects: placed.fields.some(({ selectionSet }) => selectionSet !== undefined),
    twins: compiler.twins.get(node),
    types: compiler.types,
    nameOf: compiler.nameOf,
  }
}
