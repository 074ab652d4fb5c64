// Finds the coordinates of a schema that a document uses.
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
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLEnumType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql'

/** Coordinates, with the first node that uses each. */
export class Coordinates extends Map<string, ASTNode> {
  node: ASTNode | undefined

  add(coordinate: string): this {
    return this.has(coordinate) ? this : this.set(coordinate, this.node!)
  }
}

/**
 * The coordinates that a valid document uses: `Type`, `Type.field`, `Type.field.argument`, and
 * `Type.value` of enums. All fields of an input count as used, because a document does not say which
 * of them its variables contain.
 */
export function coordinatesOf(schema: GraphQLSchema, document: DocumentNode): Coordinates {
  const found = new Coordinates()
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      VariableDefinition: (node) => {
        found.node = node
        addInput(found, typeFromAST(schema, node.type as never))
      },
      Field: (node) => {
        found.node = node
        addField(found, schema, types, node)
      },
      FragmentDefinition: (node) => {
        found.node = node
        found.add(node.typeCondition.name.value)
      },
      InlineFragment: (node) => {
        found.node = node
        if (node.typeCondition) found.add(node.typeCondition.name.value)
      },
      Argument: (node) => {
        found.node = node
        addInput(found, types.getInputType())
      },
    }),
  )
  return found
}

/**
 * A field of an interface also counts for every type that implements it, and a field of a type for the
 * interfaces that have it.
 */
function addField(
  found: Coordinates,
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
  if (isEnumType(type)) addEnum(found, type)
}

function addInput(found: Coordinates, type: unknown): void {
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

function addEnum(found: Coordinates, type: GraphQLEnumType): void {
  for (const { name } of type.getValues()) found.add(`${type.name}.${name}`)
}
