// The plan of an operation, in the form of Hive's planner. Apollo's plans are translated into it.

export interface QueryPlan {
  /** Undefined for an operation that needs no subgraph. */
  node?: PlanNode
}

export type PlanNode =
  | FetchNode
  | BatchFetchNode
  | { kind: 'Sequence' | 'Parallel'; nodes: PlanNode[] }
  | { kind: 'Flatten'; path: PlanPathSegment[]; node: PlanNode }
  | { kind: 'Condition'; condition: string; ifClause?: PlanNode; elseClause?: PlanNode }
  | SubscriptionNode
  | { kind: 'Defer' }

interface SubgraphOperation {
  serviceName: string
  operation: string
  operationKind?: 'query' | 'mutation' | 'subscription'
  /** The client's variables that the operation uses. */
  variableUsages?: string[]
}

/**
 * The source of a subscription, at the beginning of a plan. Each of its results stands for the response of `primary`,
 * and the nodes after it run again.
 */
interface SubscriptionNode {
  kind: 'Subscription'
  primary: FetchNode
}

/** One request: for root fields or, with `requires`, for the field `_entities`. */
export interface FetchNode extends SubgraphOperation, Rewrites {
  kind: 'Fetch'
  requires?: RequiresSelection[]
  /** Variables from the objects around an entity (`@fromContext`). Only Apollo's planner makes them. */
  contextRewrites?: ContextRewrite[]
}

/** One request with several `_entities` fields. */
export interface BatchFetchNode extends SubgraphOperation {
  kind: 'BatchFetch'
  entityBatch: { aliases: EntityBatchAlias[] }
}

/** One `_entities` field of a batch. Its results are merged at every one of its paths. */
export interface EntityBatchAlias extends Rewrites {
  alias: string
  representationsVariableName: string
  paths: PlanPathSegment[][]
  requires: RequiresSelection[]
}

interface Rewrites {
  /** Changes of representations before they are sent. */
  inputRewrites?: Rewrite[]
  /** Changes of results before they are merged. */
  outputRewrites?: Rewrite[]
}

/** A step from the root of the data; `@` is every item of a list. */
export type PlanPathSegment = '@' | { Field: string } | { TypeCondition: string[] }

export type RewritePathSegment = { Key: string } | { TypenameEquals: string[] }

export type Rewrite =
  | { ValueSetter: { path: RewritePathSegment[]; setValueTo: string } }
  | { KeyRenamer: { path: RewritePathSegment[]; renameKeyTo: string } }

/** A path of Apollo's planner: names, `..` and `... on Type`. */
export interface ContextRewrite {
  path: string[]
  renameKeyTo: string
}

export type RequiresSelection = RequiredField | RequiredFragment

/** A field of a representation: `name` in the merged data, sent as `alias` if there is one. */
export interface RequiredField {
  kind: 'Field'
  name: string
  alias?: string
  selections?: RequiresSelection[]
}

export interface RequiredFragment {
  kind: 'InlineFragment'
  typeCondition?: string
  selections: RequiresSelection[]
}
