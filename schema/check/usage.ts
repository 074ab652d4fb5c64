// Which known operations use what: every coordinate of the base that a document touches.
import {
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isObjectType,
  isInterfaceType,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
  type GraphQLEnumType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql'
import { labelOf, type KnownOperation } from './sources/known-operations.ts'

export type Usage = (coordinate: string) => string[]

/**
 * Names the operations that use a coordinate of the schema: `Type`, `Type.field` or
 * `Type.field.argument`. Of an input all fields count as used, since a document does not say
 * which of them its variables carry.
 */
export function usageOf(schema: GraphQLSchema, operations: readonly KnownOperation[]): Usage {
  const used = operations.map((operation) => ({
    label: labelOf(operation),
    coordinates: coordinatesOf(schema, operation.document),
  }))
  return (coordinate) => {
    const labels = used.filter(({ coordinates }) => coordinates.has(coordinate))
    return [...new Set(labels.map(({ label }) => label))]
  }
}

function coordinatesOf(schema: GraphQLSchema, document: DocumentNode): Set<string> {
  const found = new Set<string>()
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      VariableDefinition: ({ type }) => {
        addInput(found, typeFromAST(schema, type as never))
      },
      Field: (node) => {
        addField(found, schema, types, node)
      },
      FragmentDefinition: ({ typeCondition }) => void found.add(typeCondition.name.value),
      InlineFragment: ({ typeCondition }) => {
        if (typeCondition) found.add(typeCondition.name.value)
      },
      Argument: () => addInput(found, types.getInputType()),
    }),
  )
  return found
}

/** A field of an interface is one of every type that implements it, too. */
function addField(
  found: Set<string>,
  schema: GraphQLSchema,
  types: TypeInfo,
  node: FieldNode,
): void {
  const parent = types.getParentType()
  const field = types.getFieldDef()
  if (!parent || !field) return
  const possible = isAbstractType(parent) ? schema.getPossibleTypes(parent) : []
  const interfaces = isObjectType(parent) || isInterfaceType(parent) ? parent.getInterfaces() : []
  for (const { name } of [parent, ...possible, ...interfaces]) {
    found.add(name).add(`${name}.${field.name}`)
    for (const argument of node.arguments ?? []) {
      found.add(`${name}.${field.name}.${argument.name.value}`)
    }
  }
  const type = getNamedType(field.type)
  found.add(type.name)
  if (isEnumType(type)) addEnum(found, type)
}

function addInput(found: Set<string>, type: unknown): void {
  if (!isInputType(type)) return
  const named: GraphQLNamedType = getNamedType(type)
  if (found.has(named.name)) return
  found.add(named.name)
  if (isEnumType(named)) addEnum(found, named)
  if (!isInputObjectType(named)) return
  for (const field of Object.values(named.getFields())) {
    found.add(`${named.name}.${field.name}`)
    addInput(found, field.type)
  }
}

function addEnum(found: Set<string>, type: GraphQLEnumType): void {
  for (const { name } of type.getValues()) found.add(`${type.name}.${name}`)
}
