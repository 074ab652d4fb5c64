// The fields that an operation selects of an object, depending on its type.
import {
  isAbstractType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql'
import { responseName } from '#foundation/limits/root-fields.ts'

export interface Fragments {
  /** The schema that clients see. */
  schema: GraphQLSchema
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
}

/** The selected fields by response name, in the order of the answer. */
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

/** True when the fields of an object depend on its type, and only an interface of it is known. */
export function isUndecided(
  type: GraphQLCompositeType,
  sets: readonly SelectionSetNode[],
  options: Fragments,
): boolean {
  if (isObjectType(type)) return false
  const namesFor = (of: GraphQLCompositeType) => [...fieldsByName(of, sets, options).keys()].join()
  const known = namesFor(type)
  return options.schema.getPossibleTypes(type).some((possible) => namesFor(possible) !== known)
}

/** True when an object of one type may be of the other. A subgraph may name any type. */
export function canBe(
  found: GraphQLCompositeType,
  type: GraphQLCompositeType,
  schema: GraphQLSchema,
): boolean {
  if (found === type) return true
  return isAbstractType(type) && !isUnionType(found) && schema.isSubType(type, found)
}

/** GraphQL, "Field Collection": fields by response name, in the order of the document. */
function collectFields(
  type: GraphQLCompositeType,
  set: SelectionSetNode,
  options: Fragments,
  to: Map<string, FieldNode[]>,
  visited: Set<string>,
): void {
  for (const node of set.selections) {
    if (node.kind === Kind.FIELD) {
      to.set(responseName(node), [...(to.get(responseName(node)) ?? []), node])
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
