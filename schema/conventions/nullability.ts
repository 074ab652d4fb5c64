// Convention: a field that another service resolves is nullable, so that an outage affects only
// those fields.
import { Kind, type TypeNode } from 'graphql'
import {
  directivesNamed,
  isObject,
  keysOf,
  namedType,
  typesIn,
  type FieldNode,
  type Finding,
  type SubgraphDocument,
  type TypeEntry,
} from 'federation-check'
import type { Report } from './rules.ts'

const ROOTS = new Set(['Query', 'Mutation', 'Subscription'])

/**
 * Three kinds of field must be nullable: root fields, fields that return an entity of another
 * subgraph, and fields that this subgraph adds to such an entity.
 */
export function checkNullability(
  subgraph: SubgraphDocument,
  homes: ReadonlyMap<string, string>,
  report: Report,
): Finding[] {
  const isForeign: IsForeign = (type) => ![undefined, subgraph.name].includes(homes.get(type))
  const types = [...typesIn(subgraph.document).values()].filter(isObject)
  return types.flatMap((type) =>
    crossing(type, isForeign).map((field) => {
      const coordinate = `${type.name}.${field.name.value}`
      const message = `${coordinate} must be nullable: otherwise an outage of one service nulls more than this field.`
      return report('border-not-nullable', coordinate, field, message)
    }),
  )
}

/** True for an entity that belongs to another subgraph. */
type IsForeign = (type: string) => boolean

/** The fields of a type that must be nullable and are not. */
function crossing(type: TypeEntry, isForeign: IsForeign): FieldNode[] {
  const keys = new Set(keysOf(type).flatMap(({ leaves }) => leaves))
  const isAdded = ROOTS.has(type.name) || isForeign(type.name)
  return [...type.fields.values()].filter((field) => {
    if (directivesNamed(field, 'external').length > 0) return false
    return isAdded
      ? !keys.has(field.name.value) && field.type.kind === Kind.NON_NULL_TYPE
      : isForeign(namedType(field.type)) && isRequired(field.type)
  })
}

/**
 * The subgraph that defines most fields of each entity; none for an entity of one subgraph, or with
 * a tie.
 */
export function homesOf(all: readonly SubgraphDocument[]): ReadonlyMap<string, string> {
  const entities = all.flatMap(({ name, document }) =>
    [...typesIn(document).values()]
      .filter((type) => directivesNamed(type, 'key').length > 0)
      .map((type) => ({ type: type.name, name, size: type.fields.size })),
  )
  const homes = new Map<string, string>()
  for (const [type, known] of Map.groupBy(entities, (entity) => entity.type)) {
    const most = Math.max(...known.map(({ size }) => size))
    const [home, ...others] = known.filter(({ size }) => size === most)
    if (known.length > 1 && home && others.length === 0) homes.set(type, home.name)
  }
  return homes
}

/** True when the value itself, inside lists, is non-null. */
function isRequired(type: TypeNode): boolean {
  if (type.kind === Kind.LIST_TYPE) return isRequired(type.type)
  if (type.kind !== Kind.NON_NULL_TYPE) return false
  return type.type.kind === Kind.NAMED_TYPE || isRequired(type.type)
}
