// The fetches of a plan, each with its parsed operation and the paths where its results are merged.
import {
  Kind,
  parse,
  type DocumentNode,
  type FieldNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { fragmentsByName, responseName } from '#foundation/limits/root-fields.ts'
import type { BatchFetchNode, FetchNode, PlanNode, PlanPathSegment } from './query-plan.ts'

export type FetchingNode = FetchNode | BatchFetchNode

export interface FetchAtPath {
  node: FetchingNode
  document: DocumentNode
  /** One selection or, for a batch, one for each alias. */
  selections: readonly SelectionAtPaths[]
}

/** What a fetch selects at its paths: root fields, or those of entities. */
export interface SelectionAtPaths {
  paths: readonly PlanPathSegment[][]
  fields: readonly FieldNode[]
}

/** Every fetch of a plan, parsed. */
export function fetchesAtPaths(
  node: PlanNode | undefined,
  path: readonly PlanPathSegment[] = [],
): FetchAtPath[] {
  switch (node?.kind) {
    case 'Sequence':
    case 'Parallel':
      return node.nodes.flatMap((child) => fetchesAtPaths(child, path))
    case 'Flatten':
      return fetchesAtPaths(node.node, [...path, ...node.path])
    case 'Fetch':
    case 'BatchFetch':
      return [fetchAtPath(node, path)]
    case 'Condition': {
      const { ifClause, elseClause } = node
      return [ifClause, elseClause].flatMap((child) => fetchesAtPaths(child, path))
    }
    case 'Subscription':
      return fetchesAtPaths(node.primary, path)
    case 'Defer':
    case undefined:
    default:
      return []
  }
}

function fetchAtPath(node: FetchingNode, path: readonly PlanPathSegment[]): FetchAtPath {
  const document = parse(node.operation, { noLocation: true })
  const { selectionSet } = document.definitions.find(isOperation)!
  const roots = fieldsOf(selectionSet, document)
  const below = (fields: readonly FieldNode[]) =>
    fields.flatMap((field) => fieldsOf(field.selectionSet, document))
  if (node.kind === 'Fetch') {
    const fields = node.requires ? below(roots) : roots
    return { node, document, selections: [{ paths: [[...path]], fields }] }
  }
  const selections = node.entityBatch.aliases.map(({ alias, paths }) => {
    return { paths, fields: below(roots.filter((root) => responseName(root) === alias)) }
  })
  return { node, document, selections }
}

/** The fields of a selection set, fragments expanded. */
export function fieldsOf(set: SelectionSetNode | undefined, document: DocumentNode): FieldNode[] {
  return (set?.selections ?? []).flatMap((node) => {
    if (node.kind === Kind.FIELD) return [node]
    if (node.kind === Kind.INLINE_FRAGMENT) return fieldsOf(node.selectionSet, document)
    return fieldsOf(fragmentsByName(document).get(node.name.value)?.selectionSet, document)
  })
}

/** The response names of the fields that need the results of a fetch. */
export function fetchedNames(fields: readonly FieldNode[]): string[] {
  const named = fields.filter(({ name }) => name.value !== '__typename')
  return [...new Set(named.map(responseName))]
}

function isOperation(node: DocumentNode['definitions'][number]): node is OperationDefinitionNode {
  return node.kind === Kind.OPERATION_DEFINITION
}
