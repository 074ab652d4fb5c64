// Compares the possible values: types, formats and enums.
import type { Flat } from '../openapi.ts'
import type { SchemaObject } from '../openapi.ts'
import { typeOf } from './canonical.ts'
import { textOf } from '../document/meaning.ts'
import { ratedBound, type Change, type Direction } from './change.ts'

/** Compares the type of one value where it is used, nullable or not. */
export function compareTypes(direction: Direction, was: Flat, is: Flat): Change[] {
  if (isSameType(was, is)) {
    if (was.format === is.format) return []
    const [before, after] = [reported(was.format), reported(is.format)]
    const message = `has another format: ${before || 'none'} becomes ${after || 'none'}.`
    const detail = `${before}>${after}`
    const isWider = isNumeric(was) && WIDER.get(before) === after
    const isNarrower = isNumeric(was) && WIDER.get(after) === before
    if (!isWider && !isNarrower) return [{ rule: 'rest-format-changed', at: '', message, detail }]
    // Instances do not decide this, because they do not check formats.
    return [{ rule: ratedBound(direction, isNarrower), at: '', message, detail, stays: true }]
  }
  const [before, after] = [describe(was), describe(is)]
  const fits = direction === 'request' ? fitsInto(was, is) : fitsInto(is, was)
  const rule = fits ? 'rest-type-compatible' : 'rest-type-changed'
  const message = `has another type: ${before} becomes ${after}.`
  return [{ rule, at: '', message, detail: `${before}>${after}` }]
}

/** True when both have the same types, including null. The values of two enums have their own types. */
export function isSameType(was: Flat, is: Flat): boolean {
  if (!was.enum || !is.enum) return describe(was) === describe(is)
  const [before, after] = [was, is].map((one) => ({ ...one, type: typesOfValues(one) }))
  return describe(before!) === describe(after!)
}

const typesOfValues = ({ enum: values = [] }: Flat) => [...new Set(values.map(typeOf))]

const isNumeric = ({ type }: Flat) => type.includes('integer') || type.includes('number')

/** Formats of numbers, each with the one that has all its values and more (https://spec.openapis.org/registry/format/). */
const WIDER: ReadonlyMap<string, string> = new Map([
  ['int32', 'int64'],
  ['float', 'double'],
])

const reported = (format: unknown) => (typeof format === 'string' ? format : '')

function describe({ nullable, type }: Flat): string {
  const types = type.length > 0 ? type : ['any']
  return [...new Set([...types, ...(nullable ? ['null'] : [])])].toSorted().join('|')
}

function fitsInto(one: Flat, other: Flat): boolean {
  const types = other.nullable ? one.type.filter((type) => type !== 'null') : one.type
  const isNull = types.length < one.type.length
  return (isNull || isWithin(types, other.type)) && (other.nullable || !one.nullable)
}

/** True when all types are allowed by the others. A number includes integers, and no types mean all. */
function isWithin(some: readonly string[], all: readonly string[]): boolean {
  if (all.length === 0) return true
  if (some.length === 0) return false
  return some.every((type) => all.includes(type) || (type === 'integer' && all.includes('number')))
}

/** Compares the values of an enum. Callers expect an extensible enum to grow. */
export function compareValues(direction: Direction, was: Flat, is: Flat): Change[] {
  const [before, after] = [valuesOf(was), valuesOf(is)]
  const { lost, won } = RULES[direction]
  if (direction === 'response' && isReplaced(before, after)) {
    const [old, now] = [before!, after!].map((values) => values.join(', '))
    const message = `has none of its former values: ${old} becomes ${now}.`
    return [{ rule: 'rest-values-replaced', at: '', message, detail: `${old}>${now}` }]
  }
  return [
    ...valuesGone(before, after).map((value) => changed(lost, value, '-')),
    ...valuesGone(after, before).map((value) => changed(won, value, '+')),
    ...compareExtensible(direction, was, is),
  ]
}

const RULES = {
  request: { lost: 'rest-value-refused', won: 'rest-values-compatible' },
  response: { lost: 'rest-values-compatible', won: 'rest-value-added' },
} as const

/** True for two lists without a value in common, of which neither is empty. */
function isReplaced(was: readonly string[] = [], is: readonly string[] = []): boolean {
  return was.length > 0 && is.length > 0 && new Set(was).isDisjointFrom(new Set(is))
}

function compareExtensible(direction: Direction, was: Flat, is: Flat): Change[] {
  const [before, after] = [extensibleOf(was), extensibleOf(is)]
  const rule = direction === 'request' ? 'rest-value-refused' : 'rest-values-compatible'
  return [
    ...valuesGone(before, after).map((value) => changed(rule, value, '-')),
    ...valuesGone(after, before).map((value) => changed('rest-values-compatible', value, '+')),
  ]
}

/** The values that only the first enum has; `others` if it is not an enum. */
function valuesGone(one: string[] | undefined, other: string[] | undefined): string[] {
  if (!one) return other ? ['others'] : []
  const known = other && new Set(other)
  return one.filter((value) => known && !known.has(value))
}

function changed(rule: Change['rule'], value: string, sign: '+' | '-'): Change {
  const message = sign === '-' ? `is no longer ${value}.` : `may be ${value} now.`
  return { rule, at: '', message, detail: `${sign}${value}` }
}

/** The values of an enum, as JSON; undefined without an enum. */
function valuesOf(schema: SchemaObject): string[] | undefined {
  const values = schema.const === undefined ? schema.enum : [schema.const]
  return values?.map((value) => textOf(value)!)
}

/** The values of an extensible enum: https://opensource.zalando.com/restful-api-guidelines/#112 */
function extensibleOf({ 'x-extensible-enum': values }: SchemaObject): string[] | undefined {
  return Array.isArray(values) ? values.map((value) => textOf(value)!) : undefined
}
