// Hive's planner, a native module.
import { QueryPlanner } from '@graphql-hive/router-query-planner'
import type { PlanNode, QueryPlan } from '../query-plan.ts'
import type { ServedPlanner } from '../remote/planner-messages.ts'

/** Creates the planner. @throws for a supergraph that it does not understand */
export function createNativePlanner(supergraph: string): ServedPlanner {
  const planner = new QueryPlanner(supergraph)
  return {
    apiSdl: planner.consumerSchema,
    labels: { labels: planner.overrideLabels, percentages: planner.overridePercentages },
    async plan(operation, signal, { activeLabels, percentage }) {
      const active = new Set(activeLabels)
      const text = withBackspaces(operation)
      const plan = await planner.planAsync(text, undefined, active, percentage, signal)
      const { node } = plan as QueryPlan
      return node ? { node: withKindOfPrimary(node) } : {}
    },
  }
}

/**
 * Corrects `\b`, which the planner reads as U+0010. It would be wrong in a block string, where `\b`
 * is no escape, but `withPlainStrings` has removed those.
 */
function withBackspaces(operation: string): string {
  return operation.replaceAll(/\\./g, (escape) => (escape === '\\b' ? '\\u0008' : escape))
}

/** The planner leaves out that the source of a subscription is a fetch. */
function withKindOfPrimary(node: PlanNode): PlanNode {
  if (node.kind === 'Sequence') {
    const [first, ...rest] = node.nodes
    return first ? { ...node, nodes: [withKindOfPrimary(first), ...rest] } : node
  }
  return node.kind === 'Subscription'
    ? { ...node, primary: { ...node.primary, kind: 'Fetch' } }
    : node
}
