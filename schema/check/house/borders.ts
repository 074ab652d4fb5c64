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
  all: readonly SubgraphDocument[],
  report: Report,
): Finding[] {
  const isForeign: IsForeign = (type) => ![undefined, subgraph.name].includes(homeOf(type, all))
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

/** The subgraph that knows most of an entity; undefined for what is none, or known by one alone. */
function homeOf(type: string, all: readonly SubgraphDocument[]): string | undefined {
  const known = all.flatMap(({ name, document }) => {
    const entry = typesIn(document).get(type)
    if (!entry || keysOf(entry).length === 0) return []
    return [{ name, size: entry.fields.size }]
  })
  if (known.length < 2) return undefined
  const most = Math.max(...known.map(({ size }) => size))
  const homes = known.filter(({ size }) => size === most)
  return homes.length === 1 ? homes[0]!.name : undefined
}

/** True when the value itself, not a list around it, may not be null. */
function isRequired(type: TypeNode): boolean {
  if (type.kind === Kind.LIST_TYPE) return isRequired(type.type)
  if (type.kind !== Kind.NON_NULL_TYPE) return false
  return type.type.kind === Kind.NAMED_TYPE || isRequired(type.type)
}
