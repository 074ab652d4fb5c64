// House rule: what another service answers is nullable, so that its outage costs those fields alone.
import { Kind, type TypeNode } from 'graphql'
import { keysOf } from '../federation/keys.ts'
import type { Finding } from '../finding.ts'
import type { Report } from './rules.ts'
import {
  directivesNamed,
  isObject,
  namedType,
  typesIn,
  type FieldNode,
  type SubgraphDocument,
  type TypeEntry,
} from '../sdl.ts'

const ROOTS = new Set(['Query', 'Mutation', 'Subscription'])

/**
 * Three kinds of field cross a border: a root field, a field that answers an entity of another
 * subgraph, and a field that this subgraph adds to such an entity.
 */
export function checkBorders(
  subgraph: SubgraphDocument,
  homes: ReadonlyMap<string, string>,
  report: Report,
): Finding[] {
  const isForeign: IsForeign = (type) => ![undefined, subgraph.name].includes(homes.get(type))
  const types = [...typesIn(subgraph.document).values()].filter(isObject)
  return types.flatMap((type) =>
    crossing(type, isForeign).map((field) => {
      const coordinate = `${type.name}.${field.name.value}`
      const message = `${coordinate} must be nullable: a service that is away would take more along.`
      return report('border-not-nullable', coordinate, field, message)
    }),
  )
}

/** True for an entity that another subgraph is the home of. */
type IsForeign = (type: string) => boolean

/** The fields of a type that cross a border and are not nullable. */
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

/** The subgraph that knows most of each entity; of none that one alone knows, or several as well. */
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

/** True when the value itself, not a list around it, may not be null. */
function isRequired(type: TypeNode): boolean {
  if (type.kind === Kind.LIST_TYPE) return isRequired(type.type)
  if (type.kind !== Kind.NON_NULL_TYPE) return false
  return type.type.kind === Kind.NAMED_TYPE || isRequired(type.type)
}
