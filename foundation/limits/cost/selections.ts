// The fields of selection sets by response name, with the fragments that not every object matches.
import {
  isAbstractType,
  isObjectType,
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql'
import { responseName } from '#foundation/limits/root-fields.ts'

export interface Selections {
  /** Fields that every object of the type has. */
  fields: Map<string, FieldNode[]>
  /** Fragments that only some of the possible types match. */
  partial: { type: GraphQLNamedType; selectionSet: SelectionSetNode }[]
}

export interface SelectionScope {
  schema: GraphQLSchema
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
}

/** Collects valid selection sets on a type. A named fragment counts once. */
export function collectSelections(
  selectionSets: readonly SelectionSetNode[],
  parent: GraphQLNamedType,
  { schema, fragments }: SelectionScope,
): Selections {
  const selections: Selections = { fields: new Map(), partial: [] }
  const spread = new Set<string>()
  const collect = (set: SelectionSetNode) => {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        selections.fields.getOrInsertComputed(responseName(node), () => []).push(node)
        continue
      }
      const named = node.kind === Kind.FRAGMENT_SPREAD ? node.name.value : undefined
      if (named !== undefined && spread.has(named)) continue
      if (named !== undefined) spread.add(named)
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node
      if (fragment) collectFragment(fragment)
    }
  }
  const collectFragment = ({ typeCondition, selectionSet }: Fragment) => {
    const type = typeCondition ? schema.getType(typeCondition.name.value) : parent
    if (!type) return
    if (isAlways(parent, type, schema)) collect(selectionSet)
    else selections.partial.push({ type, selectionSet })
  }
  selectionSets.forEach(collect)
  return selections
}

type Fragment = Pick<FragmentDefinitionNode, 'selectionSet'> &
  Partial<Pick<FragmentDefinitionNode, 'typeCondition'>>

/** True when every object of the type is of the other type, too. */
function isAlways(type: GraphQLNamedType, other: GraphQLNamedType, schema: GraphQLSchema): boolean {
  return (
    type === other || possibleTypes(type, schema).every((object) => isOf(object, other, schema))
  )
}

/** True when the object is of the type. */
export function isOf(
  object: GraphQLObjectType,
  type: GraphQLNamedType,
  schema: GraphQLSchema,
): boolean {
  return object === type || (isAbstractType(type) && schema.isSubType(type, object))
}

/** The types of the objects that a field of this type returns; none for a leaf. */
export function possibleTypes(
  type: GraphQLNamedType,
  schema: GraphQLSchema,
): readonly GraphQLObjectType[] {
  if (isAbstractType(type)) return schema.getPossibleTypes(type)
  return isObjectType(type) ? [type] : []
}
