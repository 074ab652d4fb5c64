// Merges a schema with its `$ref` and `allOf`.
import { memoized } from '../../memo.ts'
import type { OpenApi, Schema, SchemaObject } from '../openapi.ts'
import { pointedAt } from '../references.ts'
import { BOUNDS, isStricter, type Bound } from './bounds.ts'

/** The schema without constraints. */
export const ANY: SchemaObject = {}
const NONE: SchemaObject = { not: ANY }

/** The schema as an object: `true` allows everything, `false` nothing. */
export const asObject = (schema: Schema): SchemaObject => {
  if (typeof schema === 'boolean') return schema ? ANY : NONE
  return schema
}

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'boolean' || (typeof value === 'object' && value !== null)

export const lastOf = (ref: string) => ref.split('/').at(-1)!

/** Keywords that belong to a use of a schema, and do not change the schema. */
export const OF_USE: ReadonlySet<string> = new Set([
  '$ref',
  'title',
  'nullable',
  'default',
  'readOnly',
  'writeOnly',
  'deprecated',
  'description',
  'summary',
  'example',
  'examples',
  'externalDocs',
  '$comment',
])

/** Each schema is read once, however many others refer to it. */
const expandedIn = memoized((_document: OpenApi) => new Map<SchemaObject, SchemaObject>())

/** The schema merged with its `$ref` and `allOf`. Without a title, it takes the name of its `$ref`. */
export function expand(document: OpenApi, schema: SchemaObject): SchemaObject {
  const known = expandedIn(document)
  const found = known.get(schema)
  if (found) return found
  // Placeholder for a schema that consists of itself.
  known.set(schema, schema)
  const whole = expanded(document, schema)
  known.set(schema, whole)
  return whole
}

function expanded(document: OpenApi, schema: SchemaObject): SchemaObject {
  const { $ref, allOf = [], ...own } = schema
  const target = $ref === undefined ? undefined : pointedAt(document, $ref)
  if (!schema.allOf && !isSchema(target)) return schema
  const part = (one: Schema) => expand(document, asObject(one))
  const pointed = isSchema(target) ? part(target) : $ref === undefined ? {} : { $ref }
  const title = own.title ?? pointed.title ?? (isSchema(target) ? lastOf($ref!) : undefined)
  const named = merge(pointed, title === undefined ? own : { ...own, title })
  return allOf.map(part).reduce(merge, named)
}

/** Merges two schemas into one that requires both. */
export function merge(one: SchemaObject, other: SchemaObject): SchemaObject {
  const twice = Object.keys(one).filter((keyword) => other[keyword] !== undefined)
  const also = eachOnce([...alsoOf(one), ...alsoOf(other)])
  const merged: SchemaObject = { ...one, ...other }
  for (const keyword of twice) {
    if (keyword === 'also') continue
    const both = together(keyword, one[keyword], other[keyword])
    if (both !== undefined) merged[keyword] = both
    else also.push({ [keyword]: one[keyword] })
    if (both === undefined && keyword === 'pattern') orderPatterns(merged, also)
  }
  return also.length > 0 ? { ...merged, also } : merged
}

/** Sorts patterns, because their order does not matter. */
function orderPatterns(merged: SchemaObject, also: Schema[]): void {
  const isPattern = (one: Schema) => typeof one === 'object' && typeof one.pattern === 'string'
  const parts = also.filter((one) => isPattern(one) && Object.keys(one).length === 1)
  const patterns = [merged, ...parts].map((one) => String(asObject(one).pattern)).toSorted()
  merged.pattern = patterns.pop()!
  for (const part of parts) also[also.indexOf(part)] = { pattern: patterns.shift()! }
}

const alsoOf = ({ also = [] }: SchemaObject) => also

function eachOnce(schemas: readonly Schema[]): Schema[] {
  return [...new Map(schemas.map((one) => [JSON.stringify(one), one])).values()]
}

/** The merged value of one keyword; undefined when both values have to be kept. */
function together(keyword: string, one: unknown, other: unknown): unknown {
  if (keyword in BOUNDS) return isStricter(keyword as Bound, one, other) ? one : other
  if (keyword === 'required') return [...new Set([...(one as string[]), ...(other as string[])])]
  if (keyword === 'type') return typesInBoth(one as Types, other as Types)
  if (keyword === 'properties') return mergeProperties(one as Properties, other as Properties)
  if (OF_USE.has(keyword) || keyword.startsWith('x-')) return other
  return JSON.stringify(one) === JSON.stringify(other) ? other : undefined
}

type Types = string | string[]

/** The types that both allow; undefined when there are none. */
function typesInBoth(one: Types, other: Types): string[] | undefined {
  const [some, others] = [one, other].map((types) => [types].flat())
  const within = (types: readonly string[], type: string) =>
    types.includes(type) || (type === 'integer' && types.includes('number'))
  const both = [
    ...some!.filter((type) => within(others!, type)),
    ...others!.filter((type) => within(some!, type)),
  ]
  return both.length > 0 ? [...new Set(both)] : undefined
}

type Properties = Record<string, Schema>

function mergeProperties(one: Properties, other: Properties): Properties {
  const twice = Object.keys(one).filter((name) => other[name] !== undefined)
  const both = twice.map((name): [string, Schema] => [name, allOf(one[name]!, other[name]!)])
  return { ...one, ...other, ...Object.fromEntries(both) }
}

/** The parts of a merged schema, and the merged schemas by the numbers of their parts. */
const partsOf = new WeakMap<SchemaObject, readonly SchemaObject[]>()
const combinedWith = memoized((_first: SchemaObject) => new Map<string, SchemaObject>())
let last = 0
const numberOf = memoized((_schema: SchemaObject) => (last += 1))

/** Merges two parts. Returns the same object for the same parts, so that a recursive schema ends. */
function allOf(one: Schema, other: Schema): SchemaObject {
  const parts = [
    ...new Set([one, other].map(asObject).flatMap((part) => partsOf.get(part) ?? [part])),
  ]
  if (parts.length === 1) return parts[0]!
  const [first] = parts.toSorted((some, more) => numberOf(some) - numberOf(more))
  const known = combinedWith(first!)
  const key = parts
    .map(numberOf)
    .toSorted((some, more) => some - more)
    .join(' ')
  const whole = known.get(key) ?? { allOf: parts }
  known.set(key, whole)
  partsOf.set(whole, parts)
  return whole
}
