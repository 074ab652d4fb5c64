// Finds the single root field of a row's operation, which documents most of the row.
import {
  Kind,
  parse,
  type FieldNode,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import type { Route } from '#foundation/service/route.ts'

export interface RootField {
  operation: OperationDefinitionNode
  node: FieldNode
  field: GraphQLField<unknown, unknown>
}

/** Finds the root field of a row. @throws if the row's operation has no name, or its field is not in the schema */
export function rootFieldOf(schema: GraphQLSchema, { operation: text, path }: Route): RootField {
  const [operation] = parse(text).definitions
  if (operation?.kind === Kind.OPERATION_DEFINITION && operation.name) {
    const [node] = operation.selectionSet.selections
    const fields = schema.getRootType(operation.operation)?.getFields()
    const field = node?.kind === Kind.FIELD ? fields?.[node.name.value] : undefined
    if (field) return { operation, node: node as FieldNode, field }
  }
  throw new Error(`The operation of ${path} needs a name and one root field.`)
}

/** A field of a selected object: its selection and its definition. */
export function fieldBelow(
  schema: GraphQLSchema,
  typeName: string,
  { selectionSet }: FieldNode,
  name: string,
): Pick<RootField, 'node' | 'field'> {
  const type = schema.getType(typeName)
  const field = type && 'getFields' in type ? type.getFields()[name] : undefined
  const node = selectionSet?.selections.find(
    (selected) => selected.kind === Kind.FIELD && selected.name.value === name,
  )
  if (field && node) return { node: node as FieldNode, field: field as RootField['field'] }
  throw new Error(`${typeName}.${name} is not selected.`)
}
