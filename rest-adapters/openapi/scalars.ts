// The scalars of GraphQL as JSON Schema.
import type { GraphQLScalarType } from 'graphql'
import type { JsonSchema } from '#foundation/http/openapi.ts'

const SCALARS: Readonly<Record<string, JsonSchema>> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number', format: 'double' },
  Boolean: { type: 'boolean' },
  DateTimeISO: { type: 'string', format: 'date-time' },
  JSONObject: { type: 'object' },
}

/** The JSON Schema of a scalar. @throws for a scalar without a JSON Schema here */
export function scalarSchema({ name }: GraphQLScalarType): JsonSchema {
  const schema = SCALARS[name]
  if (schema) return schema
  throw new Error(`The scalar ${name} has no JSON Schema.`)
}

/** A schema that allows null as well. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { type, ...rest } = schema
  return typeof type === 'string' ? { type: [type, 'null'], ...rest } : { anyOf: [schema, NULL] }
}

const NULL = { type: 'null' }
