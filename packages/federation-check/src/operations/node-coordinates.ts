// Finds the schema coordinate of a node in a document.
import {
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type ASTNode,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'

/** Returns a function that finds the coordinate of a node, or the text of the node if it is unknown. */
export function coordinatesIn(
  schema: GraphQLSchema,
  document: DocumentNode,
): (node: ASTNode) => string {
  const types = new TypeInfo(schema)
  const known = new Map<ASTNode, string>()
  let field = ''
  const visitor = visitWithTypeInfo(types, {
    enter(node) {
      if (node.kind === Kind.FIELD) {
        field = `${types.getParentType()?.name ?? '?'}.${node.name.value}`
      }
      known.set(node, node.kind === Kind.ARGUMENT ? `${field}.${node.name.value}` : field)
    },
  })
  visit(document, visitor)
  return (node) => known.get(node) || nameOf(node)
}

function nameOf(node: ASTNode): string {
  if (node.kind === Kind.VARIABLE_DEFINITION) return `$${node.variable.name.value}`
  return 'name' in node && node.name ? node.name.value : node.kind
}
