// A plan of Apollo's planner → the form of Hive's.
import type {
  FetchDataRewrite,
  FetchNode as ApolloFetch,
  PlanNode as ApolloNode,
  QueryPlan as ApolloPlan,
  QueryPlanSelectionNode,
  SubscriptionNode,
} from '@apollo/query-planner'
import type {
  FetchNode,
  PlanNode,
  PlanPathSegment,
  QueryPlan,
  RequiresSelection,
  Rewrite,
  RewritePathSegment,
} from '../query-plan.ts'

export function translatePlan({ node }: ApolloPlan): QueryPlan {
  if (!node) return {}
  return { node: node.kind === 'Subscription' ? translateSubscription(node) : translateNode(node) }
}

function translateSubscription({ primary, rest }: SubscriptionNode): PlanNode {
  const node: PlanNode = { kind: 'Subscription', primary: translateFetch(primary) }
  return rest ? { kind: 'Sequence', nodes: [node, translateNode(rest)] } : node
}

function translateNode(node: ApolloNode): PlanNode {
  switch (node.kind) {
    case 'Sequence':
    case 'Parallel':
      return { kind: node.kind, nodes: node.nodes.map(translateNode) }
    case 'Flatten':
      return { kind: 'Flatten', path: node.path.map(segmentOf), node: translateNode(node.node) }
    case 'Fetch':
      return translateFetch(node)
    case 'Condition': {
      const { condition, ifClause, elseClause } = node
      return {
        kind: 'Condition',
        condition,
        ...(ifClause && { ifClause: translateNode(ifClause) }),
        ...(elseClause && { elseClause: translateNode(elseClause) }),
      }
    }
    case 'Defer':
    default:
      return { kind: 'Defer' }
  }
}

function segmentOf(step: string | number): PlanPathSegment {
  return step === '@' ? step : { Field: String(step) }
}

function translateFetch(node: ApolloFetch): FetchNode {
  const { requires, variableUsages, inputRewrites, outputRewrites, contextRewrites } = node
  return {
    kind: 'Fetch',
    serviceName: node.serviceName,
    operation: node.operation,
    operationKind: node.operationKind,
    ...(variableUsages && { variableUsages }),
    ...(requires && { requires: requires.map(translateRequired) }),
    ...(inputRewrites && { inputRewrites: inputRewrites.map(translateRewrite) }),
    ...(outputRewrites && { outputRewrites: outputRewrites.map(translateRewrite) }),
    ...(contextRewrites && { contextRewrites }),
  }
}

function translateRequired(node: QueryPlanSelectionNode): RequiresSelection {
  const { selections } = node
  if (node.kind === 'InlineFragment') {
    const { typeCondition } = node
    return {
      kind: node.kind,
      ...(typeCondition !== undefined && { typeCondition }),
      selections: node.selections.map(translateRequired),
    }
  }
  const name = node.alias ?? node.name
  return {
    kind: node.kind,
    name,
    ...(selections && { selections: selections.map(translateRequired) }),
  }
}

function translateRewrite(rewrite: FetchDataRewrite): Rewrite {
  const path = rewrite.path.map(rewriteSegmentOf)
  return rewrite.kind === 'ValueSetter'
    ? { ValueSetter: { path, setValueTo: String(rewrite.setValueTo) } }
    : { KeyRenamer: { path, renameKeyTo: rewrite.renameKeyTo } }
}

const FRAGMENT = '... on '

function rewriteSegmentOf(step: string): RewritePathSegment {
  return step.startsWith(FRAGMENT)
    ? { TypenameEquals: [step.slice(FRAGMENT.length)] }
    : { Key: step }
}
