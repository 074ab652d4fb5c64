// Fetches of the same entities that are sent as one: what nothing waits for is merged into a later fetch.
import type {
  FetchNode,
  FlattenNode,
  PlanNode,
  QueryPlanSelectionNode,
} from '@apollo/query-planner'
import {
  Kind,
  parse,
  print,
  type DocumentNode,
  type FieldNode,
  type InlineFragmentNode,
  type OperationDefinitionNode,
} from 'graphql'
import { placedFetches } from './placed-fetch.ts'
import { operationKey } from './sharing.ts'

/** A fetch of entities, where it stands in its plan. */
type EntityNode = FetchNode | (FlattenNode & { node: FetchNode })

/** The fetches that each merged one replaces, the later one last. */
type Originals = ReadonlyMap<FetchNode, readonly FetchNode[]>

export interface MergedPlan {
  node: PlanNode
  originals: Originals
}

/**
 * Merges each fetch that is a whole branch of a `Parallel` node into one that ends another branch: whatever
 * waits for the one waits for the other, too. A plan stays as it is unless it then sends fewer operations,
 * because fetches with the same operation share requests.
 */
export function mergeFetches(root: PlanNode): MergedPlan {
  const originals = new Map<FetchNode, readonly FetchNode[]>()
  const node = mergeBelow(root, originals)
  if (originals.size > 0 && countOperations(node) < countOperations(root))
    return { node, originals }
  return { node: root, originals: new Map() }
}

function countOperations(root: PlanNode): number {
  return new Set(placedFetches(root).map(operationKey)).size
}

function mergeBelow(node: PlanNode, originals: Map<FetchNode, readonly FetchNode[]>): PlanNode {
  if (node.kind !== 'Sequence' && node.kind !== 'Parallel') return node
  const nodes = node.nodes.map((child) => mergeBelow(child, originals))
  if (node.kind === 'Sequence') return { ...node, nodes }
  for (const early of nodes.filter(isEntityNode)) {
    const index = nodes.findIndex((branch) => lastOf(branch, early))
    const branch = nodes[index]
    if (branch?.kind !== 'Sequence') continue
    const merged = mergeNodes(early, branch.nodes.at(-1) as EntityNode, originals)
    if (!merged) continue
    nodes[index] = { ...branch, nodes: [...branch.nodes.slice(0, -1), merged] }
    nodes.splice(nodes.indexOf(early), 1)
  }
  return { ...node, nodes }
}

/** Whether the branch ends with a fetch of the same entities from the same subgraph. */
function lastOf(branch: PlanNode, early: EntityNode): boolean {
  const last = branch.kind === 'Sequence' ? branch.nodes.at(-1) : undefined
  if (!last || !isEntityNode(last)) return false
  const isSame = fetchOf(last).serviceName === fetchOf(early).serviceName
  return isSame && pathOf(last) === pathOf(early)
}

function isEntityNode(node: PlanNode): node is EntityNode {
  const fetch = node.kind === 'Flatten' ? node.node : node
  return fetch.kind === 'Fetch' && fetch.requires !== undefined
}

const fetchOf = (node: EntityNode): FetchNode => (node.kind === 'Fetch' ? node : node.node)
const pathOf = (node: EntityNode): string =>
  node.kind === 'Fetch' ? '' : JSON.stringify(node.path)

/** The later fetch with the fields of both; undefined if one request cannot replace them. */
function mergeNodes(
  early: EntityNode,
  late: EntityNode,
  originals: Map<FetchNode, readonly FetchNode[]>,
): EntityNode | undefined {
  const [first, second] = [fetchOf(early), fetchOf(late)]
  if (hasRewrites(first) || hasRewrites(second)) return undefined
  if (!includes(second.requires!, first.requires!)) return undefined
  const operation = mergeOperations(parse(first.operation), parse(second.operation))
  if (operation === undefined) return undefined
  const { operationDocumentNode: _parsed, ...fetch } = second
  const variables = [...(first.variableUsages ?? []), ...(second.variableUsages ?? [])]
  const merged = {
    ...fetch,
    operation,
    operationName: undefined,
    variableUsages: [...new Set(variables)],
  }
  originals.set(merged, [first, ...(originals.get(second) ?? [second])])
  originals.delete(second)
  return late.kind === 'Fetch' ? merged : { ...late, node: merged }
}

const hasRewrites = ({ contextRewrites, inputRewrites, outputRewrites }: FetchNode): boolean =>
  [contextRewrites, inputRewrites, outputRewrites].some((rewrites) => rewrites?.length)

/** Whether representations of one type contain all of others of the same type. */
function includes(
  all: readonly QueryPlanSelectionNode[],
  some: readonly QueryPlanSelectionNode[],
): boolean {
  const [one, other] = [all[0], some[0]]
  if (all.length !== 1 || some.length !== 1) return false
  if (one?.kind !== 'InlineFragment' || other?.kind !== 'InlineFragment') return false
  const known = new Set(one.selections.map((selection) => JSON.stringify(selection)))
  const isKnown = other.selections.every((selection) => known.has(JSON.stringify(selection)))
  return isKnown && one.typeCondition === other.typeCondition
}

/** Undefined unless both select fields of one type, without fragments and directives of their own. */
function mergeOperations(first: DocumentNode, second: DocumentNode): string | undefined {
  const [one, other] = [entitiesOf(first), entitiesOf(second)]
  if (!one || !other || typeOf(one) !== typeOf(other)) return undefined
  const selections = [one, other].flatMap(({ entity }) => entity.selectionSet.selections)
  const entity = {
    ...other.entity,
    selectionSet: { kind: Kind.SELECTION_SET, selections },
  } as const
  const root = {
    ...other.root,
    selectionSet: { kind: Kind.SELECTION_SET, selections: [entity] },
  } as const
  const variables = [one, other].flatMap(({ operation }) => operation.variableDefinitions ?? [])
  const byText = new Map(variables.map((definition) => [print(definition), definition]))
  return print({
    kind: Kind.OPERATION_DEFINITION,
    operation: other.operation.operation,
    variableDefinitions: [...byText.values()],
    selectionSet: { kind: Kind.SELECTION_SET, selections: [root] },
  })
}

/** The parts of an operation: `query (…) { _entities(…) { ... on Type { fields } } }`. */
interface EntitiesOperation {
  operation: OperationDefinitionNode
  root: FieldNode
  entity: InlineFragmentNode
}

const typeOf = ({ entity }: EntitiesOperation) => entity.typeCondition?.name.value

function entitiesOf({ definitions }: DocumentNode): EntitiesOperation | undefined {
  const [operation, ...fragments] = definitions as OperationDefinitionNode[]
  const [root] = operation!.selectionSet.selections as FieldNode[]
  const [entity, ...others] = root!.selectionSet!.selections
  if (fragments.length > 0 || others.length > 0) return undefined
  if (entity?.kind !== Kind.INLINE_FRAGMENT || entity.directives?.length) return undefined
  return { operation: operation!, root: root!, entity }
}
