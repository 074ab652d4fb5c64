// The schema that clients see, as planners print it.
import { Kind, type DocumentNode } from 'graphql'

/** Without the types and fields of introspection, which Hive's planner prints like all others. */
export function withoutIntrospection({ kind, definitions }: DocumentNode): DocumentNode {
  const named = definitions.filter((node) => {
    return !('name' in node && node.name?.value.startsWith('__'))
  })
  return {
    kind,
    definitions: named.map((node) => {
      if (node.kind !== Kind.OBJECT_TYPE_DEFINITION) return node
      const fields = node.fields?.filter(({ name }) => !name.value.startsWith('__')) ?? []
      return { ...node, fields }
    }),
  }
}
