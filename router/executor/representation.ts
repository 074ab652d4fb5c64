// The representations that an entity fetch sends: the keys and required fields of an object.
import type {
  QueryPlanFieldNode,
  QueryPlanInlineFragmentNode,
  QueryPlanSelectionNode,
} from '@apollo/query-planner'
import { mergeInto } from './merge.ts'
import { isEntity, type Entity } from './subgraph-answer.ts'
import type { TypeNames } from './type-names.ts'

/** The representation of an object; undefined when a field that it needs is missing. */
export type Represent = (object: Entity) => Entity | undefined

/** Copies one selection of an object. False: it is missing. */
type Copy = (object: Entity, to: Entity) => boolean

/** Compiles the `requires` of a fetch. */
export function compileRepresentation(
  selections: readonly QueryPlanSelectionNode[],
  types: TypeNames,
): Represent {
  const [only] = selections
  if (selections.length === 1 && only?.kind === 'InlineFragment') return onlyFragment(only, types)
  const copies = selections.toSorted(byName).map((node) => {
    return node.kind === 'Field' ? copyField(node, types) : copyFragment(node, types)
  })
  return (object) => {
    const to: Entity = {}
    return copies.every((copy) => copy(object, to)) ? to : undefined
  }
}

/** Within a fragment, so that equal representations have the same JSON, whichever fetch they are for. */
function byName(one: QueryPlanSelectionNode, other: QueryPlanSelectionNode): number {
  return nameOf(one) < nameOf(other) ? -1 : Number(nameOf(one) > nameOf(other))
}

const nameOf = (node: QueryPlanSelectionNode): string =>
  node.kind === 'Field' ? (node.alias ?? node.name) : (node.typeCondition ?? '')

/** Most representations are of one type: nothing has to be merged. */
function onlyFragment(node: QueryPlanInlineFragmentNode, types: TypeNames): Represent {
  const applies = compileApplies(node, types)
  const represent = compileRepresentation(node.selections, types)
  return (object) => (applies(object) ? represent(object) : undefined)
}

function compileApplies({ typeCondition }: QueryPlanInlineFragmentNode, types: TypeNames) {
  if (typeCondition === undefined) return () => true
  const names = types.under(typeCondition)
  return ({ __typename }: Entity) => names.has(__typename as string)
}

function copyField({ name, alias, selections }: QueryPlanFieldNode, types: TypeNames): Copy {
  const from = alias ?? name
  const below = selections && compileRepresentation(selections, types)
  return (object, to) => {
    if (!Object.hasOwn(object, from) || object[from] === undefined) return false
    to[from] = below ? represented(object[from], below) : object[from]
    return true
  }
}

function represented(value: unknown, represent: Represent): unknown {
  if (Array.isArray(value)) return value.map((item) => represented(item, represent))
  return isEntity(value) ? (represent(value) ?? null) : value
}

/** A fragment whose fields are missing adds nothing: the object may be represented by another one. */
function copyFragment(node: QueryPlanInlineFragmentNode, types: TypeNames): Copy {
  const represent = onlyFragment(node, types)
  return (object, to) => {
    const part = represent(object)
    if (part) mergeInto(to, part, types)
    return true
  }
}
