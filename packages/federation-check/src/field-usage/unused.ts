// Decides whether an element is unused. Where that cannot be known, it counts as used.
import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql'
import { memoized } from '../memo.ts'
import type { FieldUsage, Kind } from './field-usage.ts'

/**
 * True if nobody requested a coordinate of the schema: `Type`, `Type.member` or
 * `Type.field.argument`. A type is unused only if none of its members was requested.
 */
export function isUnused(schema: GraphQLSchema, usage: FieldUsage, coordinate: string): boolean {
  const [typeName = '', member, argument] = coordinate.split('.')
  const type = schema.getType(typeName)
  if (!type) return false
  if (member === undefined) return isTypeUnused(schema, usage, type)
  const isMemberUnused = isUnusedMember(schema, usage, type, member)
  if (argument === undefined || isMemberUnused) return isMemberUnused
  if (!isCounted(schema, usage, 'argument')) return false
  return isAbsent(schema, usage, type, `${member}.${argument}`)
}

function isTypeUnused(schema: GraphQLSchema, usage: FieldUsage, type: GraphQLNamedType): boolean {
  if (usage.used.has(type.name)) return false
  const members = membersOf(type)
  if (!members) return isCounted(schema, usage, 'type')
  return members.every((member) => isUnusedMember(schema, usage, type, member))
}

function isUnusedMember(
  schema: GraphQLSchema,
  usage: FieldUsage,
  type: GraphQLNamedType,
  member: string,
): boolean {
  const kind = kindOf(type)
  return (
    kind !== undefined && isCounted(schema, usage, kind) && isAbsent(schema, usage, type, member)
  )
}

/** A program that counts nothing but fields leaves the other kinds out, so only a kind that it lists is counted. */
function isCounted(schema: GraphQLSchema, usage: FieldUsage, kind: Kind): boolean {
  return usage.counts.has(kind) && (kind === 'field' || kindsIn(usage)(schema).has(kind))
}

const kindsIn = memoized(({ used }: FieldUsage) =>
  memoized(
    (schema: GraphQLSchema) => new Set([...used].map((coordinate) => kindAt(schema, coordinate))),
  ),
)

function kindAt(schema: GraphQLSchema, coordinate: string): Kind | undefined {
  const [typeName = '', member, argument] = coordinate.split('.')
  if (argument !== undefined) return 'argument'
  const type = schema.getType(typeName)
  return member === undefined ? 'type' : type && kindOf(type)
}

/** A field of an interface may be counted there, or at the types that implement it. */
function isAbsent(
  schema: GraphQLSchema,
  { used }: FieldUsage,
  type: GraphQLNamedType,
  member: string,
): boolean {
  return relatives(schema, type).every(({ name }) => !used.has(`${name}.${member}`))
}

function relatives(schema: GraphQLSchema, type: GraphQLNamedType): readonly GraphQLNamedType[] {
  if (isObjectType(type)) return [type, ...type.getInterfaces()]
  if (!isInterfaceType(type)) return [type]
  const { objects, interfaces } = schema.getImplementations(type)
  return [type, ...type.getInterfaces(), ...objects, ...interfaces]
}

function kindOf(type: GraphQLNamedType): Kind | undefined {
  if (isObjectType(type) || isInterfaceType(type)) return 'field'
  if (isInputObjectType(type)) return 'inputField'
  return isEnumType(type) ? 'enumValue' : undefined
}

function membersOf(type: GraphQLNamedType): string[] | undefined {
  if (isEnumType(type)) return type.getValues().map(({ name }) => name)
  const hasFields = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
  return hasFields ? Object.keys(type.getFields()) : undefined
}
