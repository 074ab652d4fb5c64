// Finds fields that decide at run time who may read the objects they return. The schema does not
// say what they require, so they are never the weakest path.
import { Kind, type FieldDefinitionNode } from 'graphql'
import type { Graph } from '../../graph/graph.ts'
import { didYouMean } from '../../near.ts'
import { possibleIn } from '../../sdl/possible-types.ts'
import { namedType, typesIn, type FieldNode, type TypeEntry } from '../../sdl/sdl.ts'
import { UsageError } from '../../sources/files.ts'
import type { Requirement } from '../requirement.ts'

/** The requirement of such a field besides its guards. It is unknown, so no other requirement meets it. */
export const RUNTIME_CHECK = 'a check at run time'

/** The stated part of a requirement, without the check at run time. */
export function withoutCheck(requirement: Requirement): Requirement {
  return requirement.map((needed) => needed.filter((thing) => thing !== RUNTIME_CHECK))
}

type Types = ReadonlyMap<string, TypeEntry>

/**
 * The coordinates of these fields: the configured ones, and those of Relay unless the configuration
 * denies them with a `!`.
 */
export function runtimeGuardsIn(types: Types, named: readonly string[]): ReadonlySet<string> {
  const denied = named.filter(isDenied).map(fieldOf)
  const stated = named.filter((one) => !isDenied(one)).flatMap((one) => resolvedBy(one, types))
  return new Set([...relayFields(types).filter((one) => !denied.includes(one)), ...stated])
}

/** The field, and the same field of the types that implement its interface, because paths lead through object types. */
function resolvedBy(coordinate: string, types: Types): string[] {
  const [name = '', field = ''] = coordinate.split('.')
  const implementing = possibleIn(types).get(name) ?? []
  return [coordinate, ...implementing.map((type) => `${type.name}.${field}`)]
}

/** Checks the configured names. @throws UsageError for a field that neither side has */
export function checkRuntimeGuards(named: readonly string[], graphs: readonly Graph[]): void {
  if (named.length === 0) return
  const fields = graphs.flatMap(({ subgraphs, schema }) => [
    ...subgraphs.flatMap(({ document }) => [...typesIn(document).values()].flatMap(coordinatesOf)),
    ...Object.values(schema?.getTypeMap() ?? {}).flatMap((type) =>
      'getFields' in type ? Object.keys(type.getFields()).map((one) => `${type.name}.${one}`) : [],
    ),
  ])
  const missing = named.map(fieldOf).find((one) => !fields.includes(one))
  if (missing === undefined || fields.length === 0) return
  const advice = didYouMean(missing, [...new Set(fields)])
  throw new UsageError(`runtimeGuards: there is no field ${missing}.${advice}`)
}

const isDenied = (text: string) => text.startsWith('!')
const fieldOf = (text: string) => text.replace('!', '')
const coordinatesOf = ({ name, fields }: TypeEntry) =>
  [...fields.keys()].map((one) => `${name}.${one}`)

/**
 * Returns any object by its id, by the Global Object Identification of Relay
 * (https://graphql.org/learn/global-object-identification/).
 */
function relayFields(types: Types): string[] {
  if (types.get('Node')?.node.kind !== Kind.INTERFACE_TYPE_DEFINITION) return []
  const fields = types.get('Query')?.fields
  return Object.entries(RELAY).flatMap(([name, argument]) => {
    const field = fields?.get(name)
    return field && isRelay(field, argument) ? [`Query.${name}`] : []
  })
}

/** The argument of each of Relay's fields. */
const RELAY = { node: 'id', nodes: 'ids' }

function isRelay(field: FieldNode, argument: string): boolean {
  if (namedType(field.type) !== 'Node') return false
  const { arguments: taken = [] } = field as FieldDefinitionNode
  return taken.some(({ name, type }) => name.value === argument && namedType(type) === 'ID')
}
