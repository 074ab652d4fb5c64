// Small schemas drawn at random, and every small value: an oracle for what the check says about a pair.
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Schema, SchemaObject } from '../../src/rest/openapi.ts'
import { conditional } from './judged.ts'

export type Random = (below: number) => number

/** A linear congruential generator: the same numbers for the same seed. */
export function randomFrom(seed: number): Random {
  let state = (seed * 2654435761 + 12345) >>> 0
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const pick = <Value>(random: Random, values: readonly Value[]) => values[random(values.length)]!

export function drawSchema(random: Random, depth = 2): SchemaObject {
  const kinds = [leaf, leaf, object, list, forms, forms, negation, parts, condition]
  return (depth === 0 ? leaf : pick(random, kinds))(random, depth)
}

function leaf(random: Random): SchemaObject {
  return pick<() => SchemaObject>(random, [
    () => ({ type: 'string' }),
    () => ({ type: 'string', maxLength: random(3), minLength: random(2) }),
    () => ({ type: 'integer', minimum: random(3) }),
    () => ({ type: 'number', exclusiveMaximum: random(3) }),
    () => ({ type: 'integer', multipleOf: 1 + random(2) }),
    () => ({ type: ['integer', 'null'] }),
    () => ({ type: 'boolean' }),
    () => ({ enum: [0, 1, 'a', 'b', true, null].filter(() => random(2) === 0).concat('a') }),
    () => ({ const: pick(random, ['a', 1, null, 'ab']) }),
  ])()
}

function object(random: Random, depth: number): SchemaObject {
  const names = ['a', 'b'].filter(() => random(4) > 0)
  const properties = Object.fromEntries(names.map((name) => [name, drawSchema(random, depth - 1)]))
  const required = names.filter(() => random(3) === 0)
  const others = pick(random, [undefined, undefined, false, { type: 'integer' }])
  const rest = others === undefined ? {} : { additionalProperties: others }
  return { type: 'object', properties, required, ...rest }
}

function list(random: Random, depth: number): SchemaObject {
  const bounds = pick<SchemaObject>(random, [
    {},
    { minItems: 1 },
    { maxItems: 1 },
    { uniqueItems: true },
  ])
  return { type: 'array', items: drawSchema(random, depth - 1), ...bounds }
}

function forms(random: Random, depth: number): SchemaObject {
  const all = Array.from({ length: 2 + random(2) }, () => drawSchema(random, depth - 1))
  return random(2) === 0 ? { oneOf: all } : { anyOf: all }
}

const negation = (random: Random, depth: number): SchemaObject => ({
  ...leaf(random),
  not: drawSchema(random, depth - 1),
})

const parts = (random: Random, depth: number): SchemaObject => ({
  allOf: [drawSchema(random, depth - 1), drawSchema(random, depth - 1)],
})

function condition(random: Random, depth: number): SchemaObject {
  const whole = object(random, depth)
  const names = Object.keys(whole.properties!)
  if (names.length === 0) return whole
  return {
    ...whole,
    ...conditional({ required: [pick(random, names)] }, { required: [pick(random, names)] }),
  }
}

/** The schema with one part drawn anew, or one form or keyword less. */
export function changed(random: Random, schema: SchemaObject): SchemaObject {
  const keys = Object.keys(schema)
  const key = pick(random, keys)
  const value = schema[key]
  if (random(6) === 0) return drawSchema(random, 1)
  if (key === 'oneOf' || key === 'anyOf') return changedForms(random, key, schema)
  if (key === 'properties') {
    const name = pick(random, ['a', 'b'])
    const properties = schema.properties ?? {}
    const was = properties[name]
    const is = typeof was === 'object' ? changed(random, was) : drawSchema(random, 0)
    return { ...schema, properties: { ...properties, [name]: is } }
  }
  if (key === 'items' || key === 'not')
    return { ...schema, [key]: changed(random, value as SchemaObject) }
  if (key === 'allOf')
    return {
      ...schema,
      allOf: [changed(random, schema.allOf![0] as SchemaObject), schema.allOf![1]!],
    }
  if (key === 'required') {
    const names = Object.keys(schema.properties ?? {})
    return { ...schema, required: names.filter(() => random(2) === 0) }
  }
  if (key === 'enum') return { ...schema, enum: [...schema.enum!.slice(1), 'b'] }
  if (typeof value === 'number') return { ...schema, [key]: Math.max(1, value + random(3) - 1) }
  const { [key]: _, ...rest } = schema
  return rest
}

function changedForms(random: Random, key: 'oneOf' | 'anyOf', schema: SchemaObject): SchemaObject {
  const all = schema[key] as SchemaObject[]
  const { [key]: _, ...rest } = schema
  return pick<() => SchemaObject>(random, [
    () => ({ ...rest, [key]: all.slice(1) }),
    () => ({ ...rest, [key]: [...all, drawSchema(random, 1)] }),
    () => ({ ...rest, [key === 'oneOf' ? 'anyOf' : 'oneOf']: all }),
    () => ({ ...rest, [key]: all.toReversed() }),
    () => ({ ...rest, [key]: [changed(random, all[0]!), ...all.slice(1)] }),
  ])()
}

const SCALARS = [null, true, false, -1, 0, 0.5, 1, 2, 3, 4, 5, '', 'a', 'b', 'ab', 'abc', 'abcd']
const FEW = [null, true, 0, 1, 2, 0.5, '', 'a', 'ab']
const LISTS = [[], ...SCALARS.map((one) => [one]), ...pairsOf(FEW)]
const INNER = [...SCALARS, [], [1], ['a'], [0, 0], {}, { a: 1 }, { b: 'a' }, { a: 'a', b: 1 }]

function pairsOf(values: readonly unknown[]): unknown[][] {
  return values.flatMap((one) => values.map((other) => [one, other]))
}

/** Every small value, built without looking at any schema. */
export const SMALL_VALUES: readonly unknown[] = [
  ...SCALARS,
  ...LISTS,
  {},
  ...['a', 'b', 'z'].flatMap((name) => INNER.map((value) => ({ [name]: value }))),
  ...INNER.flatMap((a) => INNER.map((b) => ({ a, b }))),
  ...FEW.flatMap((a) => [0, 'a'].map((z) => ({ a, z }))),
  ...INNER.map((value) => [{ a: value }]),
  ...INNER.map((value) => [{ b: value }]),
]

export function validatorOf(schema: Schema): (value: unknown) => boolean {
  return new Ajv2020({ strict: false, validateSchema: false, addUsedSchema: false }).compile(
    schema,
  ) as (value: unknown) => boolean
}

/** The property names that a schema describes, each with its level; `a` and `b` in a map. */
export function namesIn(schema: unknown, level = 0, names = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return names
  for (const [key, value] of Object.entries(schema)) {
    const isInner = key === 'properties' || key === 'items' || key === 'additionalProperties'
    const isMap = key === 'additionalProperties' && typeof value === 'object'
    const own = key === 'properties' ? Object.keys(value as object) : isMap ? ['a', 'b'] : []
    for (const name of own) names.add(`${level} ${name}`)
    const parts = key === 'properties' ? Object.values(value as object) : [value]
    for (const part of parts) namesIn(part, isInner ? level + 1 : level, names)
  }
  return names
}

/** Readers take a value of two forms for one of them. */
export function asRead(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"oneOf"', '"anyOf"')) as Schema
}

export function withNames(value: unknown, names: ReadonlySet<string>, level = 0): unknown {
  if (Array.isArray(value)) return value.map((one) => withNames(one, names, level + 1))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => names.has(`${level} ${name}`))
  return Object.fromEntries(kept.map(([name, one]) => [name, withNames(one, names, level + 1)]))
}
