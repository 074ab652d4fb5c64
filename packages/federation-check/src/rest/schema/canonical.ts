// Writes the keywords of a schema in one form, so that schemas that accept the same values are
// equal: https://json-schema.org/draft/2020-12/json-schema-validation
import type { SchemaObject } from '../openapi.ts'
import { OF_USE } from './all-of.ts'

/** The keywords that constrain one type only. */
const KEYWORDS_OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  string: ['minLength', 'maxLength', 'pattern', 'contentSchema'],
  array:
    'minItems maxItems uniqueItems items prefixItems contains minContains maxContains unevaluatedItems'.split(
      ' ',
    ),
  object:
    'minProperties maxProperties properties required additionalProperties patternProperties propertyNames dependentRequired dependentSchemas unevaluatedProperties'.split(
      ' ',
    ),
}

const ALL_TYPES = ['string', 'number', 'boolean', 'object', 'array']

/** The schema without keywords that constrain nothing. */
export function canonical(schema: SchemaObject): SchemaObject {
  return withoutOtherTypes(withoutTrivial(withTypes(withValues(withWholeNumbers(schema)))))
}

export function typesOf({ type = [] }: SchemaObject): string[] {
  return [type].flat()
}

/** Replaces `multipleOf` with a type where possible: every multiple of a whole number is an integer. */
function withWholeNumbers(schema: SchemaObject): SchemaObject {
  const { multipleOf } = schema
  const types = typesOf(schema)
  if (!Number.isInteger(multipleOf) || !types.includes('number')) return schema
  return { ...schema, type: types.map((type) => (type === 'number' ? 'integer' : type)) }
}

/** Writes `const` as an `enum`, with each value once, and only values that the type allows. */
function withValues(schema: SchemaObject): SchemaObject {
  const { const: only, enum: listed = only === undefined ? undefined : [only], ...rest } = schema
  if (!listed) return schema
  const declared = typesOf(schema)
  const allowed = listed.filter((value) => isOfType(value, declared))
  const values = new Map(
    allowed.filter((one) => one !== null).map((one) => [JSON.stringify(one), one]),
  )
  if (allowed.length === 0) return schema
  const type = [...new Set(allowed.map(typeOf))]
  const kept = declared.filter((name) => name !== 'null' || allowed.includes(null))
  const isBoolean = values.size === 2 && values.has('true') && values.has('false')
  // https://github.com/OAI/OpenAPI-Specification/blob/main/proposals/2019-10-31-Clarify-Nullable.md
  const refused = schema.nullable && !listed.includes(null) ? { nullable: false } : {}
  const given = { ...rest, ...refused, type: kept.length > 0 ? kept : type }
  return values.size === 0 || isBoolean ? given : { ...given, enum: [...values.values()] }
}

/** Normalizes types: a number includes integers, and a schema of every type names none. */
function withTypes(schema: SchemaObject): SchemaObject {
  const given = typesOf(schema)
  const types = given.filter((type) => type !== 'integer' || !given.includes('number'))
  if (types.length === 0) return schema
  const { type: _, ...rest } = schema
  const isAny = ALL_TYPES.every((type) => types.includes(type))
  if (!isAny) return { ...rest, type: [...new Set(types)] }
  return types.includes('null') ? rest : { ...rest, nullable: schema.nullable ?? false }
}

/** Keywords that constrain nothing when their schema allows anything. */
const MAY_BE_ANYTHING =
  'propertyNames unevaluatedItems unevaluatedProperties contentSchema then else'.split(' ')

function withoutTrivial(schema: SchemaObject): SchemaObject {
  const trivial = MAY_BE_ANYTHING.filter((keyword) => isAnything(schema[keyword]))
  const kept = trivial.length > 0 ? without(schema, trivial) : schema
  const isDecided = kept.if !== undefined && (kept.then ?? kept.else) !== undefined
  const conditions = isDecided ? [] : ['if', 'then', 'else'].filter((name) => name in kept)
  const gone = [...conditions, ...(kept.not === false ? ['not'] : [])]
  return gone.length > 0 ? without(kept, gone) : kept
}

function withoutOtherTypes(schema: SchemaObject): SchemaObject {
  const types = typesOf(schema).map((type) => (type === 'integer' ? 'number' : type))
  if (types.length === 0) return schema
  const others = Object.keys(KEYWORDS_OF_TYPE).filter((type) => !types.includes(type))
  const gone = others.flatMap((type) => KEYWORDS_OF_TYPE[type]!).filter((name) => name in schema)
  return gone.length > 0 ? without(schema, gone) : schema
}

function without(schema: SchemaObject, keywords: readonly string[]): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !keywords.includes(name)))
}

/** True for a schema that constrains nothing. */
export function isAnything(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return schema === true
  return Object.keys(schema).every(isAnnotation)
}

/** True for a keyword of a use that does not affect which values are valid. */
const isAnnotation = (keyword: string) =>
  OF_USE.has(keyword) && keyword !== '$ref' && keyword !== 'nullable'

export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

function isOfType(value: unknown, types: readonly string[]): boolean {
  const type = typeOf(value)
  if (types.length === 0 || types.includes(type)) return true
  return type === 'integer' && types.includes('number')
}

/** The values of forms that only list values; undefined when one of them does more. */
export function valuesOfForms(
  forms: readonly SchemaObject[],
  isExclusive: boolean,
): unknown[] | undefined {
  if (forms.length < 2 || !forms.every(isValues)) return undefined
  const lists = forms.map((form) => withValues(form).enum ?? [])
  if (lists.some((values) => values.length === 0)) return undefined
  const keys = lists.map((values) => values.map((value) => JSON.stringify(value)))
  const all = lists.flat()
  return all.filter((value) => {
    const times = keys.filter((one) => one.includes(JSON.stringify(value))).length
    return !isExclusive || times === 1
  })
}

const VALUES: ReadonlySet<string> = new Set(['const', 'enum', 'type'])

function isValues(form: SchemaObject): boolean {
  const keywords = Object.keys(form)
  const isListed = form.const !== undefined || form.enum !== undefined
  const isOnly = keywords.every((name) => VALUES.has(name) || isAnnotation(name))
  return isListed && isOnly && form.deprecated !== true
}
