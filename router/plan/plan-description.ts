// The plan of an operation as developers see it in `extensions.plan` (contract, "The plan of an operation").
import { parse, print } from 'graphql'
import type { NameOf } from '../executor/operations/response-names.ts'
import { countFetches } from './planning.ts'
import type {
  BatchFetchNode,
  FetchNode,
  PlanNode,
  PlanPathSegment,
  QueryPlan,
  RequiresSelection,
} from './query-plan.ts'

/** A plan, and how it was made. */
export interface PlanOrigin {
  plan: QueryPlan
  nameOf: NameOf
  /** The milliseconds until it was planned, including the wait for other operations. */
  planMs: number
}

export interface PlanDescription {
  /** Whether the plan was known before the request. */
  cached: boolean
  planMs: number
  /** How many requests the plan makes, if every part of it runs. */
  fetches: number
  /** Absent for an operation that needs no subgraph, and for a plan that is too large. */
  node?: DescribedNode
  omitted?: string
}

type DescribedNode =
  | { kind: 'Sequence' | 'Parallel'; nodes: DescribedNode[] }
  | { kind: 'Condition'; condition: string; ifClause?: DescribedNode; elseClause?: DescribedNode }
  | DescribedFetch
  | { kind: 'Defer' }

/**
 * One request of a plan. `Subscription` is the source of a subscription; the other requests run
 * again for each of its results.
 */
interface DescribedFetch {
  kind: 'Fetch' | 'BatchFetch' | 'Subscription'
  service: string
  /** The types of the entities that it fetches. Absent for root fields. */
  entities?: string[]
  /** Where its results stand in the response. Absent for the root. */
  paths?: string[]
  /** The formatted text of the operation. */
  operation: string
}

/** The largest plan in a response, in bytes of JSON. */
export const MAX_PLAN_BYTES = 256 * 1024

/** Whether the extensions of a request ask for its plan. */
export function requestsPlan(extensions: Readonly<Record<string, unknown>> | undefined): boolean {
  return extensions?.plan === true
}

export function describePlan(
  { plan: { node }, nameOf, planMs }: PlanOrigin,
  cached: boolean,
): PlanDescription {
  const about = { cached, planMs: Math.round(planMs * 10) / 10, fetches: countFetches(node) }
  if (!node) return about
  const described = describeNode(node, [], nameOf)
  const bytes = Buffer.byteLength(JSON.stringify(described))
  if (bytes <= MAX_PLAN_BYTES) return { ...about, node: described }
  return { ...about, omitted: `The plan has ${bytes} bytes; the limit is ${MAX_PLAN_BYTES}.` }
}

type Path = readonly PlanPathSegment[]

function describeNode(node: PlanNode, path: Path, nameOf: NameOf): DescribedNode {
  const describe = (child: PlanNode) => describeNode(child, path, nameOf)
  switch (node.kind) {
    case 'Sequence':
    case 'Parallel':
      return { kind: node.kind, nodes: node.nodes.map(describe) }
    case 'Flatten':
      return describeNode(node.node, [...path, ...node.path], nameOf)
    case 'Fetch':
    case 'BatchFetch':
      return describeFetch(node, path, nameOf)
    case 'Subscription':
      return { ...describeFetch(node.primary, path, nameOf), kind: node.kind }
    case 'Condition': {
      const { kind, condition, ifClause, elseClause } = node
      const then = ifClause && { ifClause: describe(ifClause) }
      return { kind, condition, ...then, ...(elseClause && { elseClause: describe(elseClause) }) }
    }
    default:
      return { kind: node.kind }
  }
}

function describeFetch(
  node: FetchNode | BatchFetchNode,
  path: Path,
  nameOf: NameOf,
): DescribedFetch {
  const { kind, serviceName: service } = node
  const aliases = node.kind === 'BatchFetch' ? node.entityBatch.aliases : []
  const requires =
    node.kind === 'Fetch' ? (node.requires ?? []) : aliases.flatMap((a) => a.requires)
  const paths = node.kind === 'Fetch' ? [path] : aliases.flatMap((alias) => alias.paths)
  const entities = [...new Set(requires.flatMap(typesOf))]
  const shown = [...new Set(paths.map((each) => pathText(each, nameOf)))].filter(Boolean)
  return {
    kind,
    service,
    ...(entities.length > 0 && { entities }),
    ...(shown.length > 0 && { paths: shown }),
    operation: print(parse(node.operation, { noLocation: true })),
  }
}

function typesOf(selection: RequiresSelection): string[] {
  if (selection.kind !== 'InlineFragment' || selection.typeCondition === undefined) return []
  return [selection.typeCondition]
}

/** The path as text, such as `books.@.(Novel|Comic).author`, with the client's names for the fields that it selects. */
function pathText(path: Path, nameOf: NameOf): string {
  const isRoot = (index: number) => path.findIndex(isField) === index
  return path
    .map((segment, index) => {
      if (segment === '@') return segment
      if ('TypeCondition' in segment) return `(${segment.TypeCondition.join('|')})`
      return nameOf(segment.Field, isRoot(index)) ?? segment.Field
    })
    .join('.')
}

function isField(segment: PlanPathSegment): boolean {
  return segment !== '@' && 'Field' in segment
}
