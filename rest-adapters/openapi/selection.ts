// Turns the selection of an operation into the JSON Schema of its value.
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isUnionType,
  Kind,
  type FieldNode,
  type GraphQLEnumType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLUnionType,
  type SelectionNode,
} from 'graphql'
import { exactly, type JsonSchema } from '#foundation/http/openapi.ts'
import { fieldType } from './bounds.ts'
import type { Source } from './component-schemas.ts'
import { fieldExamples } from './examples.ts'
import { orNull, scalarSchema } from './scalars.ts'

/** What a row declares about the value beyond its type. */
export interface Value {
  /** The name of its schema; the name of its type by default. */
  payload?: string | undefined
  /** Fields that are omitted when null. */
  absentWhenNull?: readonly string[] | undefined
}

/** The schema of a non-null field value, exactly as selected. */
export function presentValue(
  source: Source,
  type: GraphQLOutputType,
  { selectionSet }: FieldNode,
  value: Value = {},
): JsonSchema {
  return presentSchema(source, getNullableType(type), selectionSet?.selections ?? [], value)
}

function typeSchema(
  source: Source,
  type: GraphQLOutputType,
  selections: readonly SelectionNode[],
  value: Value,
): JsonSchema {
  const schema = presentSchema(source, getNullableType(type), selections, value)
  return isNonNullType(type) ? schema : orNull(schema)
}

function presentSchema(
  source: Source,
  type: GraphQLOutputType,
  selections: readonly SelectionNode[],
  value: Value,
): JsonSchema {
  const { components } = source
  if (isListType(type))
    return { type: 'array', items: typeSchema(source, type.ofType, selections, value) }
  if (isEnumType(type)) return components.add(type.name, enumSchema(type))
  if (isScalarType(type)) return scalarSchema(type)
  if (isUnionType(type)) return components.add(type.name, unionSchema(source, type, selections))
  if (!isObjectType(type)) throw new Error(`No row selects from ${String(type)}.`)
  const schema = objectSchema(source, type, selections, value.absentWhenNull)
  return components.add(value.payload ?? type.name, schema)
}

/** The values of an enum, each with its meaning. */
export function enumSchema(type: GraphQLEnumType): JsonSchema {
  const values = type.getValues()
  const meanings = values.map(({ name, description }) => `- \`${name}\`: ${description}`)
  return {
    type: 'string',
    description: [type.description, '', ...meanings].join('\n'),
    enum: values.map(({ name }) => name),
  }
}

function objectSchema(
  source: Source,
  type: GraphQLObjectType,
  selections: readonly SelectionNode[],
  absentWhenNull: readonly string[] = [],
): JsonSchema {
  const properties = fieldsOf(selections).map((node): [string, JsonSchema] => {
    const key = node.alias?.value ?? node.name.value
    return [key, propertySchema(source, type, node, absentWhenNull.includes(key))]
  })
  return {
    ...(type.description && { description: type.description }),
    ...exactly(Object.fromEntries(properties), absentWhenNull),
  }
}

function propertySchema(
  source: Source,
  type: GraphQLObjectType,
  node: FieldNode,
  isPresent: boolean,
): JsonSchema {
  const name = node.name.value
  if (name === '__typename') return { type: 'string', const: type.name }
  const field = type.getFields()[name]
  if (!field) throw new Error(`A route selects ${type.name}.${name}, which is not in the schema.`)
  const present = { ...presentValue(source, field.type, node), ...fieldType(type.name, name) }
  const schema = isPresent || isNonNullType(field.type) ? present : orNull(present)
  const named = getNamedType(field.type)
  const examples = isScalarType(named)
    ? fieldExamples(source.components.examples, type.name, name, named)
    : {}
  return { ...schema, description: field.description, ...examples }
}

/** A union schema with one form for each type that the selection distinguishes. */
function unionSchema(
  source: Source,
  { description }: GraphQLUnionType,
  selections: readonly SelectionNode[],
): JsonSchema {
  const fragments = selections.filter((node) => node.kind === Kind.INLINE_FRAGMENT)
  const oneOf = fragments.map(({ selectionSet, typeCondition }) => {
    const type = source.schema.getType(typeCondition!.name.value) as GraphQLObjectType
    const selected = [...fieldsOf(selections), ...selectionSet.selections]
    return { title: type.name, ...objectSchema(source, type, selected) }
  })
  return { ...(description && { description }), oneOf }
}

function fieldsOf(selections: readonly SelectionNode[]): readonly FieldNode[] {
  return selections.filter((node) => node.kind === Kind.FIELD)
}
