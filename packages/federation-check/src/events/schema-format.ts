// Reads the format of a payload's schema
// (https://www.asyncapi.com/docs/reference/specification/v3.0.0#multiFormatSchemaObject).
import type { Schema } from '../rest/openapi.ts'
import { resolve } from '../rest/references.ts'
import type { FormattedSchema } from './asyncapi.ts'

const JSON_SCHEMA = /^application\/(vnd\.aai\.asyncapi|vnd\.oai\.openapi|schema)([+;]|$)/

export const isJsonSchema = (format: unknown) =>
  typeof format === 'string' && JSON_SCHEMA.test(format)

/** A schema of a message, and its format if the check cannot read it. */
export interface ReadSchema {
  schema?: Schema | undefined
  foreign?: FormattedSchema
}

/** Reads a schema. @param given a payload or headers, possibly as a reference */
export function readSchema(document: object, given: Schema | FormattedSchema = true): ReadSchema {
  if (typeof given === 'boolean') return { schema: given }
  const found = resolve<object & { $ref?: string }>(document, given)
  if (!isFormatted(found)) return { schema: given as Schema }
  return isJsonSchema(found.schemaFormat)
    ? { schema: found.schema as Schema | undefined }
    : { foreign: found }
}

const isFormatted = (value: object): value is FormattedSchema => 'schemaFormat' in value
