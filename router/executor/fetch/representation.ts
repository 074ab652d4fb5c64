// The representations that an entity fetch sends: the keys and required fields of an object.
import type { RequiredField, RequiredFragment, RequiresSelection } from '../../plan/query-plan.ts'
import { mergeInto } from '../merge.ts'
import { isEntity, type Entity } from '../subgraph-result.ts'
import type { TypeNames } from '../type-names.ts'

/** The representation of an object; undefined when a field that it needs is missing. */
export type Represent = (object: Entity) => Entity | undefined

/** Copies one selection of an object. Returns false when a field is missing. */
type Copy = (object: Entity, to: Entity) => boolean

export function compileRepresentation(
  selections: readonly RequiresSelection[],
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

/** Sorts the fields of a fragment, so that equal representations have the same JSON in all fetches. */
function byName(one: RequiresSelection, other: RequiresSelection): number {
  return nameOf(one) < nameOf(other) ? -1 : Number(nameOf(one) > nameOf(other))
}

const nameOf = (node: RequiresSelection): string =>
  node.kind === 'Field' ? (node.alias ?? node.name) : (node.typeCondition ?? '')

/** Represents an object by one fragment. Most representations have one type, so nothing has to be merged. */
function onlyFragment(node: RequiredFragment, types: TypeNames): Represent {
  const applies = compileApplies(node, types)
  const represent = compileRepresentation(node.selections, types)
  return (object) => (applies(object) ? represent(object) : undefined)
}

function compileApplies({ typeCondition }: RequiredFragment, types: TypeNames) {
  if (typeCondition === undefined) return () => true
  const names = types.under(typeCondition)
  // An `@interfaceObject` has the name of an interface, which may be wider than the condition.
  return ({ __typename: name }: Entity) =>
    names.has(name as string) || (types.isInterface(name) && types.under(name).has(typeCondition))
}

function copyField({ name, alias = name, selections }: RequiredField, types: TypeNames): Copy {
  const below = selections && compileRepresentation(selections, types)
  return (object, to) => {
    const value = Object.hasOwn(object, name) ? object[name] : undefined
    if (value === undefined) return false
    to[alias] = below ? represented(value, below) : value
    return true
  }
}

function represented(value: unknown, represent: Represent): unknown {
  if (Array.isArray(value)) return value.map((item) => represented(item, represent))
  return isEntity(value) ? (represent(value) ?? null) : value
}

/** Copies a fragment. One with missing fields adds nothing, because another fragment may represent the object. */
function copyFragment(node: RequiredFragment, types: TypeNames): Copy {
  const represent = onlyFragment(node, types)
  return (object, to) => {
    const part = represent(object)
    if (part) mergeInto(to, part, types)
    return true
  }
}
