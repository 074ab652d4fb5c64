// The fields that an operation selects on an object of a given type.
import {
  isAbstractType,
  isInterfaceType,
  isObjectType,
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql'
import { responseName } from '#foundation/limits/root-fields.ts'

export interface Fragments {
  schema: GraphQLSchema
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
}

/** The selected fields by response name, in response order. `@skip` and `@include` must have been evaluated. */
export function fieldsByName(
  type: GraphQLCompositeType,
  sets: readonly SelectionSetNode[],
  options: Fragments,
): Map<string, FieldNode[]> {
  const collected = new Map<string, FieldNode[]>()
  const visited = new Set<string>()
  for (const set of sets) collectFields(type, set, options, collected, visited)
  return collected
}
/** "Field Collection" of the GraphQL specification: fields by response name, in document order. */
function collectFields(
  type: GraphQLCompositeType,
  set: SelectionSetNode,
  options: Fragments,
  to: Map<string, FieldNode[]>,
  visited: Set<string>,
): void {
  for (const node of set.selections) {
    if (node.kind === Kind.FIELD) {
      to.getOrInsert(responseName(node), []).push(node)
      continue
    }
    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragmentOnce(node.name.value)
    const condition = fragment?.typeCondition?.name.value
    if (!fragment) continue
    if (!applies(type, condition, options.schema)) continue
    collectFields(type, fragment.selectionSet, options, to, visited)
  }
  function fragmentOnce(name: string): FragmentDefinitionNode | undefined {
    if (visited.has(name)) return undefined
    visited.add(name)
    return options.fragments.get(name)
  }
}

function applies(
  type: GraphQLCompositeType,
  condition: string | undefined,
  schema: GraphQLSchema,
): boolean {
  if (condition === undefined || condition === type.name) return true
  const conditional = schema.getType(condition)
  if (!isAbstractType(conditional) || !(isObjectType(type) || isInterfaceType(type))) return false
  return schema.isSubType(conditional, type)
}
