// The root fields of an operation, and whether they are only introspection.
import {
  getOperationAST,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

/** True when the operation selects root fields and all are introspection, `__typename` included. */
export function isIntrospectionOnly(
  document: DocumentNode,
  operationName: string | undefined,
): boolean {
  const fields = rootFields(document, operationName)
  return fields.length > 0 && fields.every(isIntrospection)
}

/** The root fields of the operation that would run; each fragment counts once, at its first spread. */
export function rootFields(document: DocumentNode, operationName: string | undefined): FieldNode[] {
  const operation = getOperationAST(document, operationName)
  const fragments = fragmentsByName(document)
  const fields: FieldNode[] = []
  const collect = (set: SelectionSetNode | undefined) => {
    for (const node of set?.selections ?? []) {
      if (node.kind === Kind.FIELD) fields.push(node)
      else if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet)
      else collect(take(fragments, node.name.value)?.selectionSet)
    }
  }
  collect(operation?.selectionSet)
  return fields
}

export function fragmentsByName({
  definitions,
}: DocumentNode): Map<string, FragmentDefinitionNode> {
  const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]))
}

function take<Value>(values: Map<string, Value>, key: string): Value | undefined {
  const value = values.get(key)
  values.delete(key)
  return value
}

const INTROSPECTION = new Set(['__schema', '__type', '__typename'])

/** True for `__schema`, `__type` and `__typename`. */
export function isIntrospection(field: FieldNode): boolean {
  return INTROSPECTION.has(field.name.value)
}

/** The name of the field in the response. */
export function responseName(field: FieldNode): string {
  return (field.alias ?? field.name).value
}
