// Finds the schema coordinates that an operation uses, and caches them per operation.
import {
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isInterfaceType,
  isObjectType,
  Kind,
  separateOperations,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'

/** The coordinates of an operation. Each run returns the same array, so that it can be a key. */
export type Coordinates = readonly string[]

/** Finds the coordinates of operations that are valid on the schema it is called with. */
export type FindCoordinates = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
) => Coordinates

/** Introspection does not count as usage. */
const INTROSPECTION = /(^|\.)__/

/** Creates a finder for one schema. Operations share the strings of coordinates, to save memory. */
export function createFindCoordinates(): FindCoordinates {
  const known = new WeakMap<OperationDefinitionNode, Coordinates>()
  const texts = new Map<string, string>()
  const shared = (text: string): string => {
    const first = texts.get(text) ?? text
    texts.set(first, first)
    return first
  }
  return (schema, document, operation) => {
    const found = known.get(operation)
    if (found) return found
    const all = [...coordinatesOf(schema, ownDocument(document, operation))]
    const used = all.filter((coordinate) => !INTROSPECTION.test(coordinate)).map(shared)
    // Without introspection, only the root type may be left.
    const coordinates = used.some((coordinate) => coordinate.includes('.')) ? used : []
    known.set(operation, coordinates)
    return coordinates
  }
}

/** The part of a document with several operations that is executed. */
function ownDocument(document: DocumentNode, { name }: OperationDefinitionNode): DocumentNode {
  const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
  return operations.length > 1 ? separateOperations(document)[name?.value ?? '']! : document
}

/**
 * The coordinates that a valid document uses: `Type`, `Type.field`, `Type.field.argument`, and
 * `Type.value` of enums. All fields of an input count as used, because a document does not say which
 * of them its variables contain.
 */
function coordinatesOf(schema: GraphQLSchema, document: DocumentNode): Set<string> {
  const found = new Set<string>()
  const types = new TypeInfo(schema)
  const visitor = visitWithTypeInfo(types, {
    VariableDefinition: ({ type }) => addInput(found, typeFromAST(schema, type as never)),
    Field: (node) => addField(found, schema, types, node),
    FragmentDefinition: ({ typeCondition }) => void found.add(typeCondition.name.value),
    InlineFragment: ({ typeCondition }) => {
      if (typeCondition) found.add(typeCondition.name.value)
    },
    Argument: () => addInput(found, types.getInputType()),
  })
  visit(document, visitor)
  return found
}

/**
 * A field of an interface also counts for every type that implements it, and a field of a type for the
 * interfaces that have it.
 */
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
  const having = interfaces.filter((type) => Object.hasOwn(type.getFields(), field.name))
  for (const { name } of [parent, ...possible, ...having]) {
    found.add(name).add(`${name}.${field.name}`)
    for (const argument of node.arguments ?? []) {
      found.add(`${name}.${field.name}.${argument.name.value}`)
    }
  }
  const type = getNamedType(field.type)
  found.add(type.name)
  addValues(found, type)
}

function addInput(found: Set<string>, type: unknown): void {
  if (!isInputType(type)) return
  const named = getNamedType(type)
  if (found.has(named.name)) return
  found.add(named.name)
  addValues(found, named)
  if (!isInputObjectType(named)) return
  for (const field of Object.values(named.getFields())) {
    found.add(`${named.name}.${field.name}`)
    addInput(found, field.type)
  }
}

/** A document does not say which values of an enum its variables contain, or its result. */
function addValues(found: Set<string>, type: GraphQLNamedType): void {
  if (!isEnumType(type)) return
  for (const { name } of type.getValues()) found.add(`${type.name}.${name}`)
}
