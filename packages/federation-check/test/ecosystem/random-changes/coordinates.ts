// Of what a validation error speaks, as a coordinate of the schema that its document was written for.
import {
  getNamedType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type ASTNode,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
} from 'graphql'

/** @param schema on which the document is valid */
export function coordinateOf(
  { message, nodes }: GraphQLError,
  document: DocumentNode,
  schema: GraphQLSchema,
): string {
  // What must be given stands nowhere in the document.
  const field = message.match(/^Field "(\w+\.\w+)" of required type/)?.[1]
  if (field !== undefined) return field
  const place = placeOf(nodes![0]!, document, schema)
  const argument = message.match(/argument "(\w+)" of type .* is required/)?.[1]
  return argument === undefined ? place : `${place}.${argument}`
}

/** The innermost field, argument, input field, enum value or type around a node. */
function placeOf(wanted: ASTNode, document: DocumentNode, schema: GraphQLSchema): string {
  const info = new TypeInfo(schema)
  const around: string[] = []
  let found = ''
  visit(
    document,
    visitWithTypeInfo(info, {
      enter(node) {
        around.push(named(node, info, around.at(-1) ?? ''))
        if (node === wanted) found = around.at(-1)!
      },
      leave() {
        around.pop()
      },
    }),
  )
  return found
}

function named(node: ASTNode, info: TypeInfo, around: string): string {
  switch (node.kind) {
    case Kind.FIELD:
      return `${info.getParentType()?.name}.${node.name.value}`
    case Kind.ARGUMENT:
      return `${around}.${node.name.value}`
    case Kind.OBJECT_FIELD:
      return `${nameOf(info.getParentInputType())}.${node.name.value}`
    case Kind.ENUM:
      return `${nameOf(info.getInputType())}.${node.value}`
    case Kind.INLINE_FRAGMENT:
      return node.typeCondition?.name.value ?? around
    default:
      return around
  }
}

function nameOf(type: ReturnType<TypeInfo['getInputType']>): string {
  return getNamedType(type)?.name ?? ''
}
