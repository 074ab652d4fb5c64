// Splits a mutation into operations with one root field each, because a key counts for each root field.
import { createHash } from 'node:crypto'
import {
  Kind,
  print,
  type DocumentNode,
  type FieldNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import type { Operation, OperationCache } from '#foundation/graphql/operation.ts'
import type { Variables } from '#foundation/graphql/variables.ts'
import {
  fragmentsByName,
  isIntrospection,
  responseName,
  rootFields,
} from '#foundation/limits/root-fields.ts'

/** One root field of a mutation. */
export interface Unit {
  operation: Operation
  /** The root field; undefined for `__typename`, which has no effect. */
  field: FieldNode | undefined
  /** Its name in the response. */
  name: string
  /** The text of the operation, the same however it is formatted. */
  text: string
}

const known = new WeakMap<Operation, Unit[]>()

/** The root fields of a mutation, in order. */
export function unitsOf(operation: Operation, prepare: OperationCache['prepare']): Unit[] {
  return known.getOrInsertComputed(operation, () => split(operation, prepare))
}

function split(operation: Operation, prepare: OperationCache['prepare']): Unit[] {
  const { document } = operation
  const byName = Map.groupBy(rootFields(document, undefined), responseName)
  return [...byName].map(([name, [field]]) => {
    const alone =
      byName.size === 1 ? operation : prepare(withOnly(document, name), { trusted: true })
    return {
      operation: alone,
      field: isIntrospection(field!) ? undefined : field,
      name,
      text: print(alone.document),
    }
  })
}

/** The document with only the root fields that have this name in the response. */
function withOnly(document: DocumentNode, name: string): DocumentNode {
  const fragments = fragmentsByName(document)
  const keep = (node: SelectionNode): SelectionNode[] => {
    if (node.kind === Kind.FIELD) return responseName(node) === name ? [node] : []
    const spread = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node
    const selectionSet = keepIn(spread!.selectionSet)
    if (selectionSet.selections.length === 0) return []
    const { directives = [] } = node
    return [{ kind: Kind.INLINE_FRAGMENT, directives, selectionSet }]
  }
  const keepIn = (set: SelectionSetNode): SelectionSetNode => ({
    ...set,
    selections: set.selections.flatMap(keep),
  })
  const only = (operation: OperationDefinitionNode) => ({
    ...operation,
    selectionSet: keepIn(operation.selectionSet),
  })
  const definitions = document.definitions.map((node) =>
    node.kind === Kind.OPERATION_DEFINITION ? only(node) : node,
  )
  return { ...document, definitions }
}

/** Equal for equal operations and variables, whatever the order of the variables. */
export function fingerprintOf({ text }: Unit, variables: Variables): string {
  return createHash('sha256')
    .update(`${text}\n${JSON.stringify(variables, sorted)}`)
    .digest('base64url')
}

function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
