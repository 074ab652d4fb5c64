// An OpenAPI document's schemas as JSON Schema 2020-12, for one direction: without OpenAPI's own
// keywords, and without the properties that are not sent.
import { asObject, isSchema } from '../schema/all-of.ts'
import { withNumbers } from '../schema/flatten.ts'
import type { Direction } from '../schema/change.ts'
import type { OpenApi, Schema, SchemaObject } from '../openapi.ts'
import { pointedAt } from '../references.ts'
import { withDiscriminator } from './discriminator.ts'
import { Undecided } from './undecided.ts'

const SINGLE =
  'not if then else items contains propertyNames additionalProperties unevaluatedItems unevaluatedProperties'.split(
    ' ',
  )
const LISTS = ['allOf', 'oneOf', 'anyOf', 'prefixItems'] as const
const MAPS = ['properties', 'patternProperties', 'dependentSchemas'] as const
const COPIED =
  '$ref type enum const required dependentRequired pattern multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength minItems maxItems uniqueItems minContains maxContains minProperties maxProperties'.split(
    ' ',
  )

/** Keywords that ajv does not assert, or that lead elsewhere than `$ref` does. */
const UNSUPPORTED = [
  'contentSchema',
  '$id',
  '$anchor',
  '$dynamicRef',
  '$dynamicAnchor',
  '$recursiveRef',
] as const

const MAX_LEVELS = 100

/** The maximum number of forms in one list. The time that ajv takes grows with its square. */
const MAX_FORMS = 200

/**
 * Converts schemas of a document, each once. A reader takes a value of two forms for one of them, so
 * for `readers`, `oneOf` is `anyOf`. Fails with `Undecided`.
 */
export function converter(
  document: OpenApi,
  direction: Direction,
  readers = false,
): (schema: Schema) => Schema {
  const known = new Map<Schema, Schema>()
  const isSent = (schema: Schema) => !isUnsent(document, direction, schema)
  let level = 0
  const convert = (schema: Schema): Schema => {
    if (typeof schema === 'boolean') return schema
    const found = known.get(schema)
    if (found !== undefined) return found
    if (level > MAX_LEVELS) throw new Undecided('schemas that are nested too deep')
    level += 1
    const converted = convertObject(readers ? asRead(schema) : schema, convert, isSent)
    level -= 1
    known.set(schema, converted)
    return converted
  }
  return convert
}

function asRead(schema: SchemaObject): SchemaObject {
  const { oneOf, ...rest } = schema
  if (!oneOf) return schema
  const allOf = rest.anyOf ? [...(rest.allOf ?? []), { anyOf: rest.anyOf }] : rest.allOf
  return { ...rest, ...(allOf ? { allOf } : {}), anyOf: oneOf }
}

type Convert = (schema: Schema) => Schema

function convertObject(
  given: SchemaObject,
  convert: Convert,
  isSent: (one: Schema) => boolean,
): Schema {
  const refused = UNSUPPORTED.find((keyword) => given[keyword] !== undefined)
  if (refused) throw new Undecided(refused)
  if (LISTS.some((keyword) => (given[keyword]?.length ?? 0) > MAX_FORMS)) {
    throw new Undecided('too many forms')
  }
  const schema = withDiscriminator(withNumbers(given))
  const single = SINGLE.map((keyword) => [keyword, converted(schema[keyword], convert)])
  const lists = LISTS.map((keyword) => [keyword, schema[keyword]?.map(convert)])
  const maps = MAPS.map((keyword) => [keyword, convertedMap(schema[keyword], convert, isSent)])
  const copied = COPIED.map((keyword) => [keyword, schema[keyword]])
  const all = [...copied, ...single, ...lists, ...maps].filter(([, value]) => value !== undefined)
  const plain = withSentRequired(Object.fromEntries(all) as SchemaObject, schema, isSent)
  return given.nullable === true ? { anyOf: [{ type: 'null' }, plain] } : plain
}

function converted(value: unknown, convert: Convert): Schema | undefined {
  return isSchema(value) ? convert(value) : undefined
}

function convertedMap(value: unknown, convert: Convert, isSent: (one: Schema) => boolean) {
  if (value === undefined) return undefined
  const entries = Object.entries(value as Record<string, Schema>).filter(([, one]) => isSent(one))
  return Object.fromEntries(entries.map(([name, one]) => [name, convert(one)]))
}

/** A property that is not sent is not required. */
function withSentRequired(
  plain: SchemaObject,
  { properties = {} }: SchemaObject,
  isSent: (one: Schema) => boolean,
): SchemaObject {
  if (!plain.required) return plain
  const isKept = (name: string) => !Object.hasOwn(properties, name) || isSent(properties[name]!)
  return { ...plain, required: [...new Set(plain.required.filter(isKept))] }
}

const MAX_REFS = 20

function isUnsent(document: OpenApi, direction: Direction, schema: Schema): boolean {
  const unsent = direction === 'request' ? 'readOnly' : 'writeOnly'
  let one = asObject(schema)
  for (let refs = 0; refs < MAX_REFS; refs += 1) {
    const stated = one[unsent]
    if (stated !== undefined) return stated
    const target = one.$ref === undefined ? undefined : pointedAt(document, one.$ref)
    if (!isSchema(target)) return false
    one = asObject(target)
  }
  return false
}
