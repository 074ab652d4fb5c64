// The fetches of a plan, each with its path and its parsed operation.
import type { FetchNode, PlanNode } from '@apollo/query-planner'
import {
  Kind,
  parse,
  type DocumentNode,
  type FieldNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { fragmentsByName, responseName } from '#foundation/limits/root-fields.ts'
import type { PlanPath } from './places.ts'

export interface PlacedFetch {
  node: FetchNode
  /** Where its results are merged; the root: []. */
  path: PlanPath
  document: DocumentNode
  /** What it selects there: the root fields, or those of the entities. */
  fields: readonly FieldNode[]
}

/** Every fetch of a plan. */
export function placedFetches(node: PlanNode, path: PlanPath = []): PlacedFetch[] {
  switch (node.kind) {
    case 'Sequence':
    case 'Parallel':
      return node.nodes.flatMap((child) => placedFetches(child, path))
    case 'Flatten':
      return placedFetches(node.node, pathBelow(path, node.path))
    case 'Fetch':
      return [placedFetch(node, path)]
    case 'Condition': {
      const { ifClause, elseClause } = node
      const below = [ifClause, elseClause].filter((child) => child !== undefined)
      return below.flatMap((child) => placedFetches(child, path))
    }
    case 'Defer':
    default:
      return []
  }
}

/** A path in a plan has no indexes, only `@` for every item of a list. */
export function pathBelow(path: PlanPath, below: readonly (string | number)[]): PlanPath {
  return [...path, ...below.map(String)]
}

/** A fetch at its path, its operation parsed. */
export function placedFetch(node: FetchNode, path: PlanPath): PlacedFetch {
  const document = parse(node.operation, { noLocation: true })
  const { selectionSet } = document.definitions.find(isOperation)!
  const roots = fieldsOf(selectionSet, document)
  const fields = node.requires
    ? roots.flatMap((root) => fieldsOf(root.selectionSet, document))
    : roots
  return { node, path, document, fields }
}

/** The fields of a selection set, fragments expanded. */
export function fieldsOf(set: SelectionSetNode | undefined, document: DocumentNode): FieldNode[] {
  return (set?.selections ?? []).flatMap((node) => {
    if (node.kind === Kind.FIELD) return [node]
    if (node.kind === Kind.INLINE_FRAGMENT) return fieldsOf(node.selectionSet, document)
    return fieldsOf(fragmentsByName(document).get(node.name.value)?.selectionSet, document)
  })
}

/** The response names of fields that are missing without the results of a fetch. */
export function fetchedNames({ fields }: PlacedFetch): string[] {
  const named = fields.filter(({ name }) => name.value !== '__typename')
  return [...new Set(named.map(responseName))]
}

function isOperation(node: DocumentNode['definitions'][number]): node is OperationDefinitionNode {
  return node.kind === Kind.OPERATION_DEFINITION
}
