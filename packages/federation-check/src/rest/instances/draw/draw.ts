// Draws instances of a schema: at the boundaries of what it and the schemas beside it allow, in a fixed order.
import { asObject, expand, merge } from '../../schema/all-of.ts'
import { typesOf } from '../../schema/canonical.ts'
import type { Schema, SchemaObject } from '../../openapi.ts'
import { drawLists } from './lists.ts'
import { drawObjects } from './objects.ts'
import { valuesIn, type Peer } from './peers.ts'
import {
  countAlternated,
  countMerged,
  countPlace,
  isTooDeep,
  limited,
  validOnes,
  type Place,
  type Run,
} from './run.ts'
import { numbersFor, stringsFor } from './scalars.ts'

const ALL_TYPES = ['string', 'integer', 'number', 'object', 'array', 'boolean', 'null']

/** The maximum depth of drawn values. */
const MAX_DEPTH = 12

/** Draws values for one place. Some may be invalid where the schema is a combination. */
export function draw(run: Run, place: Place): unknown[] {
  countPlace(run)
  if (isTooDeep(place)) return []
  if (place.above.length > MAX_DEPTH) {
    run.isComplete = false
    return []
  }
  const whole = expand(run.document, asObject(place.schema))
  const values = distinct(drawMerged(run, whole, place))
  return limited(run, place, isCombined(whole) ? validOnes(run, whole, values) : values)
}

/** Keywords against which values are checked, but from which none are drawn. */
const CHECKED =
  'also not if oneOf anyOf contains propertyNames minProperties maxProperties dependentRequired dependentSchemas patternProperties uniqueItems'.split(
    ' ',
  )

const isCombined = (schema: SchemaObject) => CHECKED.some((name) => schema[name] !== undefined)

function drawMerged(run: Run, whole: SchemaObject, place: Place): unknown[] {
  const variants = variantsOf(run, whole)
  if (variants) {
    const values = alternating(variants.map((one) => drawMerged(run, one, place)))
    countAlternated(run, values.length)
    return values
  }
  const listed = whole.const === undefined ? whole.enum : [whole.const]
  if (listed) return listed
  const types = typesOf(whole)
  const all = types.length > 0 ? types : ALL_TYPES
  return alternating(all.map((type) => drawType(run, whole, place, type)))
}

function drawType(run: Run, schema: SchemaObject, place: Place, type: string): unknown[] {
  const { peers } = place
  if (type === 'object') return [...drawObjects(run, schema, place, draw), ...valuesOf(peers, type)]
  if (type === 'array') return [...drawLists(run, schema, place, draw), ...valuesOf(peers, type)]
  if (type === 'boolean') return [true, false]
  if (type === 'null') return [null]
  if (type === 'string') return drawStrings(run, schema, peers)
  return numbersFor(schema, peers, type === 'integer')
}

/** The lists and objects that peers give literally. */
function valuesOf(peers: readonly Peer[], type: string): unknown[] {
  const isList = type === 'array'
  return valuesIn(peers).filter(
    (value) => typeof value === 'object' && value !== null && Array.isArray(value) === isList,
  )
}

function drawStrings(run: Run, schema: SchemaObject, peers: readonly Peer[]): string[] {
  const { strings, hasAll } = stringsFor(schema, peers, run.hasPatterns)
  if (!hasAll || strings.length === 0) run.isComplete = false
  return strings
}

/** The maximum number of forms that are combined in pairs. */
const MAX_FORMS_IN_PAIRS = 10

/** The ways to satisfy a combined schema, each as a separate schema. */
function variantsOf(run: Run, schema: SchemaObject): SchemaObject[] | undefined {
  const { oneOf, anyOf, if: condition, also = [], ...rest } = schema
  const forms = oneOf ?? anyOf
  if (forms) {
    const others = oneOf && anyOf ? { ...rest, anyOf } : rest
    const own = withAlso({ ...others, if: condition }, also)
    return [...forms.map((form) => both(run, own, form)), ...pairs(run, own, forms)]
  }
  if (condition !== undefined) return conditional(run, withAlso(rest, also), schema)
  const nested = also.find((one) => isForked(one))
  if (nested !== undefined) {
    const others = also.filter((one) => one !== nested)
    return [both(run, withAlso(rest, others), nested)]
  }
  return undefined
}

const isForked = (schema: Schema) =>
  typeof schema === 'object' && (schema.oneOf ?? schema.anyOf ?? schema.if) !== undefined

function withAlso(schema: SchemaObject, also: Schema[]): SchemaObject {
  const entries = Object.entries({ ...schema, also }).filter(
    ([name, value]) => value !== undefined && (name !== 'also' || also.length > 0),
  )
  return Object.fromEntries(entries)
}

function both(run: Run, own: SchemaObject, form: Schema): SchemaObject {
  countMerged(run)
  return merge(own, expand(run.document, asObject(form)))
}

/** Pairs of forms: a value that matches two of them is invalid for `oneOf`. */
function pairs(run: Run, own: SchemaObject, forms: readonly Schema[]): SchemaObject[] {
  if (forms.length > MAX_FORMS_IN_PAIRS) {
    run.isComplete = false
    return []
  }
  const all = forms.flatMap((one, index) =>
    forms.slice(index + 1).map((other) => both(run, both(run, own, one), other)),
  )
  // Merged schemas with two types are dropped, because a value has one.
  return all.filter(({ also = [] }) => !also.some((one) => asObject(one).type !== undefined))
}

function conditional(run: Run, own: SchemaObject, schema: SchemaObject): SchemaObject[] {
  const { then: consequence = true, else: otherwise = true, ...others } = own
  const [then, not] = [consequence, otherwise] as Schema[]
  const held = both(run, both(run, others, schema.if as Schema), then!)
  return [held, both(run, others, not!), both(run, others, schema.if as Schema), others]
}

/** Interleaves lists: the first of each, then the second of each, and so on. */
function alternating(lists: readonly unknown[][]): unknown[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  const values: unknown[] = []
  for (let rank = 0; rank < longest; rank += 1) {
    for (const list of lists) if (rank < list.length) values.push(list[rank])
  }
  return values
}

function distinct(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}
