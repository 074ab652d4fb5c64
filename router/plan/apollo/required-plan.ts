// Replaces the synthetic fields of required-fields.ts in a plan with the fields that subgraphs know.
import type {
  FetchDataRewrite,
  FetchNode,
  PlanNode,
  QueryPlan,
  QueryPlanSelectionNode,
} from '@apollo/query-planner'
import { parse, print, stripIgnoredCharacters, visit } from 'graphql'
import type { RequiredFields } from './required-fields.ts'
import { splitByRequirements } from './required-split.ts'
import type { PlanningSupergraph } from './planning-supergraph.ts'

export function restorePlan(plan: QueryPlan, supergraph: RequiredIn): QueryPlan {
  const { node } = plan
  if (!node || supergraph.required.byName.size === 0) return plan
  if (node.kind !== 'Subscription') return { ...plan, node: restoreNode(node, supergraph) }
  // The rest of the plan fetches what the source requires of other subgraphs.
  const primary = restoreFetch(node.primary, supergraph.required)
  const rest = node.rest && { rest: restoreNode(node.rest, supergraph) }
  return { ...plan, node: { ...node, primary, ...rest } }
}

type RequiredIn = Pick<PlanningSupergraph, 'required' | 'graphOf'>

function restoreNode(node: PlanNode, supergraph: RequiredIn): PlanNode {
  const { required, graphOf } = supergraph
  const restore = (below: PlanNode) => restoreNode(below, supergraph)
  switch (node.kind) {
    case 'Sequence':
    case 'Parallel':
      return { ...node, nodes: node.nodes.map(restore) }
    case 'Flatten':
      return { ...node, node: restore(node.node) }
    case 'Fetch': {
      const parts = splitByRequirements(node, required, graphOf(node.serviceName))
      const nodes = parts.map((fetch) => restoreFetch(fetch, required))
      return nodes.length === 1 ? nodes[0]! : { kind: 'Parallel', nodes }
    }
    case 'Condition':
      return {
        ...node,
        ...(node.ifClause && { ifClause: restore(node.ifClause) }),
        ...(node.elseClause && { elseClause: restore(node.elseClause) }),
      }
    case 'Defer':
    default:
      return node
  }
}

/** Fetches a required field under its synthetic name, and sends it in representations under its own. */
function restoreFetch(node: FetchNode, { byName }: RequiredFields): FetchNode {
  const document = visit(parse(node.operation, { noLocation: true }), {
    Field: {
      leave(field) {
        const real = byName.get(field.name.value)
        if (!real) return undefined
        return {
          ...field,
          name: real.name,
          arguments: real.arguments,
          alias: field.alias ?? field.name,
        }
      },
    },
  })
  const renames = renamesOf(node.requires ?? [], [], byName)
  return {
    ...node,
    operation: stripIgnoredCharacters(print(document)),
    // These come before the planner's rewrites, which may change the name of the type.
    ...(renames.length > 0 && { inputRewrites: [...renames, ...(node.inputRewrites ?? [])] }),
  }
}

function renamesOf(
  selections: readonly QueryPlanSelectionNode[],
  path: readonly string[],
  byName: RequiredFields['byName'],
): FetchDataRewrite[] {
  return selections.flatMap((node) => {
    if (node.kind === 'InlineFragment') {
      const { typeCondition } = node
      const below = typeCondition === undefined ? path : [...path, `... on ${typeCondition}`]
      return renamesOf(node.selections, below, byName)
    }
    const name = node.alias ?? node.name
    const inside = renamesOf(node.selections ?? [], [...path, name], byName)
    const real = byName.get(node.name)?.name.value
    if (real === undefined) return inside
    return [...inside, { kind: 'KeyRenamer', path: [...path, name], renameKeyTo: real }]
  })
}
