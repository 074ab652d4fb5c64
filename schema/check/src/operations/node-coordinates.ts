// What a node of a document refers to in the schema.
import {
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type ASTNode,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'

/** The coordinate that a node of a document refers to; its own text if unknown. */
export function coordinateAt(
  schema: GraphQLSchema,
  document: DocumentNode,
  wanted: ASTNode,
): string {
  const types = new TypeInfo(schema)
  let found: string | undefined
  let field = ''
  const visitor = visitWithTypeInfo(types, {
    enter(node) {
      if (node.kind === Kind.FIELD) {
        field = `${types.getParentType()?.name ?? '?'}.${node.name.value}`
      }
      if (node !== wanted) return
      found = node.kind === Kind.ARGUMENT ? `${field}.${node.name.value}` : field
    },
  })
  visit(document, visitor)
  return found || nameOf(wanted)
}

function nameOf(node: ASTNode): string {
  if (node.kind === Kind.VARIABLE_DEFINITION) return `$${node.variable.name.value}`
  return 'name' in node && node.name ? node.name.value : node.kind
}
