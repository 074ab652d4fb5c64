// Which fetches share: an object that stands at several places, or a request.
import type { FetchNode, PlanNode } from '@apollo/query-planner'
import {
  OperationTypeNode,
  print,
  visit,
  type DocumentNode,
  type FieldNode,
  type SelectionSetNode,
} from 'graphql'
import { responseName } from '#foundation/limits/root-fields.ts'
import { fieldsOf, type PlacedFetch } from './placed-fetch.ts'

/**
 * The fetches whose results may be shared. When two fetches select fields of one object, the second
 * merges into the object of the first, and then each place needs an object of its own. A context
 * differs from place to place, so a plan with contexts shares nothing.
 */
export function shareableFetches(fetches: readonly PlacedFetch[]): ReadonlySet<FetchNode> {
  if (fetches.some(({ node }) => node.contextRewrites)) return new Set()
  const selected = fetches.map((fetch) => ({ fetch, paths: objectPaths(fetch) }))
  const times = new Map<string, number>()
  for (const path of selected.flatMap(({ paths }) => [...paths])) {
    times.set(path, (times.get(path) ?? 0) + 1)
  }
  const alone = selected.filter(({ paths }) => [...paths].every((path) => times.get(path) === 1))
  return new Set(alone.map(({ fetch }) => fetch.node))
}

/** Fetches of entities in one plan that send a subgraph the same operation. */
export interface Twins {
  /** Those that nothing waits for, so that they may wait for each other. */
  last: ReadonlySet<FetchNode>
}

/**
 * The twins of each fetch that has any. In a mutation none has, because what it changes is read again;
 * nor has a fetch with contexts, whose variables differ from place to place.
 */
export function twinFetches(
  root: PlanNode,
  fetches: readonly PlacedFetch[],
): ReadonlyMap<FetchNode, Twins> {
  const nodes = fetches.map(({ node }) => node)
  if (nodes.some(({ operationKind }) => operationKind !== OperationTypeNode.QUERY)) return new Map()
  const last = new Set(lastFetches(root))
  const ofEntities = fetches.filter(({ node }) => node.requires && !node.contextRewrites)
  const groups = [...Map.groupBy(ofEntities, operationKey).values()]
    .filter((group) => group.length > 1)
    .map((group) => group.map(({ node }) => node))
  return new Map(
    groups.flatMap((group) => {
      const twins = { last: new Set(group.filter((node) => last.has(node))) }
      return group.map((node) => [node, twins] as const)
    }),
  )
}

/** The same for fetches that send a subgraph the same operation, whatever the order of its fields. */
export function operationKey({ node: { serviceName }, document }: PlacedFetch): string {
  return `${serviceName} ${print(visit(document, { SelectionSet: { leave: sorted } }))}`
}

function sorted({ kind, selections }: SelectionSetNode): SelectionSetNode {
  const printed = selections.map((node) => ({ node, text: print(node) }))
  printed.sort((one, other) => (one.text < other.text ? -1 : Number(one.text > other.text)))
  return { kind, selections: printed.map(({ node }) => node) }
}

/** The fetches that every run comes to, and nothing waits for. */
function lastFetches(node: PlanNode | undefined): FetchNode[] {
  switch (node?.kind) {
    case 'Fetch':
      return [node]
    case 'Flatten':
      return lastFetches(node.node)
    case 'Sequence':
      return lastFetches(node.nodes.at(-1))
    case 'Parallel':
      return node.nodes.flatMap(lastFetches)
    case undefined:
    default:
      return []
  }
}

/** The paths of all fields with a selection, from the root of the answer. */
function objectPaths({ path, fields, document }: PlacedFetch): Set<string> {
  const paths = new Set<string>()
  collect(fields, path.filter((key) => key !== '@').join('.'), document, paths)
  return paths
}

function collect(
  fields: readonly FieldNode[],
  above: string,
  document: DocumentNode,
  to: Set<string>,
): void {
  for (const field of fields) {
    if (!field.selectionSet) continue
    const path = `${above}.${responseName(field)}`
    to.add(path)
    collect(fieldsOf(field.selectionSet, document), path, document, to)
  }
}
