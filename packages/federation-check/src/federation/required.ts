// Finds required fields that a router on the old supergraph does not send yet.
import { Kind, type FieldNode, type SelectionSetNode } from 'graphql'
import {
  directivesNamed,
  namedType,
  type FieldNode as Definition,
  type TypeEntry,
} from '../sdl/sdl.ts'
import { setOf } from './field-set.ts'
import { selectionOf } from './provided.ts'

type TypeOf = (name: string) => TypeEntry | undefined

/**
 * Whether a field now requires another field that is never null, so that its resolver may rely on it.
 * @param type the name of the type that both are fields of
 */
export function isUnsent(was: Definition, is: Definition, type: string, typeOf: TypeOf): boolean {
  const [before, after] = [was, is].map((field) =>
    directivesNamed(field, 'requires').map((one) => selectionOf(setOf(one))),
  )
  return selectsMore(before!, after!, type, typeOf)
}

type Sets = readonly (SelectionSetNode | undefined)[]

/**
 * True when the new field sets select more. Arguments do not count, because a representation has a field by its name.
 */
function selectsMore(was: Sets, is: Sets, type: string, typeOf: TypeOf): boolean {
  const known = Map.groupBy(fieldsOf(was, type), ({ node }) => node.name.value)
  return fieldsOf(is, type).some(({ node, type }) => {
    const found = typeOf(type)?.fields.get(node.name.value)?.type
    const same = known.get(node.name.value)
    if (!found) return false
    if (!same) return found.kind === Kind.NON_NULL_TYPE
    const below = same.map((one) => one.node.selectionSet)
    return selectsMore(below, [node.selectionSet], namedType(found), typeOf)
  })
}

interface Selected {
  node: FieldNode
  type: string
}

/** The selected fields, each with the type that it is selected from. */
function fieldsOf(sets: Sets, type: string): Selected[] {
  const selections = sets.flatMap((set) => set?.selections ?? [])
  return selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) return [{ node, type }]
    if (node.kind === Kind.FRAGMENT_SPREAD) return []
    return fieldsOf([node.selectionSet], node.typeCondition?.name.value ?? type)
  })
}
