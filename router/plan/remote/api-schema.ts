// The schema that clients see, as planners print it.
import { Kind, specifiedDirectives, type DefinitionNode, type DocumentNode } from 'graphql'

/**
 * Removes what every schema has, and Hive's planner prints too: the types and fields of
 * introspection, and the directives of the specification.
 */
export function withoutIntrospection({ kind, definitions }: DocumentNode): DocumentNode {
  return {
    kind,
    definitions: definitions.filter(isOwn).map((node) => {
      if (node.kind !== Kind.OBJECT_TYPE_DEFINITION) return node
      const fields = node.fields?.filter(({ name }) => !name.value.startsWith('__')) ?? []
      return { ...node, fields }
    }),
  }
}

function isOwn(node: DefinitionNode): boolean {
  if (node.kind === Kind.DIRECTIVE_DEFINITION) {
    return specifiedDirectives.every(({ name }) => name !== node.name.value)
  }
  return !('name' in node && node.name?.value.startsWith('__'))
}
