// Convention: a list of types with an id is a connection, and all connections have the same shape.
import { Kind, print, type FieldDefinitionNode } from 'graphql'
import {
  namedType,
  typesIn,
  type FieldNode,
  type Finding,
  type SubgraphDocument,
  type TypeEntry,
} from 'federation-check'
import type { Report } from './rules.ts'

const CONNECTION = /^(\w+)Connection$/
const ARGUMENTS = ['first', 'after', 'last', 'before', 'offset']
/** Plain lists that never grow: a movement of gold has a credit and a debit. */
const BOUNDED = new Set(['Transaction.postings'])

/** Every list of one subgraph that lacks the standard pagination. */
export function checkLists({ document }: SubgraphDocument, report: Report): Finding[] {
  const types = typesIn(document)
  return [...types.values()].flatMap((type) => [
    ...checkConnection(type, report),
    ...[...type.fields.values()].flatMap((field) => checkField(types, type, field, report)),
  ])
}

function checkConnection(type: TypeEntry, report: Report): Finding[] {
  const item = CONNECTION.exec(type.name)?.[1]
  if (item === undefined) return []
  const wanted = {
    nodes: `[${item}!]!`,
    edges: `[${item}Edge!]!`,
    pageInfo: 'PageInfo!',
    totalCount: 'Int!',
  }
  const wrong = Object.entries(wanted).filter(([name, text]) => {
    const field = type.fields.get(name)
    return !field || print(field.type) !== text
  })
  if (wrong.length === 0) return []
  const fields = wrong.map(([name, text]) => `${name}: ${text}`).join(', ')
  return [report('connection-shape', type.name, type.node, `${type.name} must have ${fields}.`)]
}

function checkField(
  types: ReadonlyMap<string, TypeEntry>,
  type: TypeEntry,
  field: FieldNode,
  report: Report,
): Finding[] {
  if (field.kind !== Kind.FIELD_DEFINITION) return []
  const coordinate = `${type.name}.${field.name.value}`
  const itemType = namedType(field.type)
  if (CONNECTION.test(itemType)) {
    const missing = ARGUMENTS.filter((name) => !hasArgument(field, name))
    if (missing.length === 0) return []
    const message = `${coordinate} must take ${missing.join(', ')}.`
    return [report('connection-shape', coordinate, field, message)]
  }
  // As long as the caller's list of ids, which is bounded, or as what it says here.
  if (hasArgument(field, 'ids') || BOUNDED.has(coordinate)) return []
  const item = types.get(itemType)
  const isOfThings = item?.fields.has('id') && item.node.kind !== Kind.INPUT_OBJECT_TYPE_DEFINITION
  if (!print(field.type).includes('[') || !isOfThings || CONNECTION.test(type.name)) return []
  const message = `${coordinate} must be a ${itemType}Connection: a plain list grows with the data.`
  return [report('list-shape', coordinate, field, message)]
}

function hasArgument(field: FieldDefinitionNode, name: string): boolean {
  return field.arguments?.some((argument) => argument.name.value === name) ?? false
}
