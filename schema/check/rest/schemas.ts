// What changes in a value that REST takes or answers: types, properties, formats and enums.
import type { Finding } from '../finding.ts'
import { flatten, typesOf, type OpenApi, type Schema } from './openapi.ts'
import type { RestRule } from './rules.ts'

export type Report = (
  rule: RestRule,
  coordinate: string,
  message: string,
  detail?: string,
) => Finding

/** Two documents on the way through them. */
export interface Walk {
  base: OpenApi
  head: OpenApi
  report: Report
  /** Pairs of `$ref` that are being compared: a schema may contain itself. */
  seen: Set<string>
}

/** Callers send a request, so it may take more; they read a response, so it may hold less. */
export type Direction = 'request' | 'response'

/** Compares two schemas of one value; one that is absent says nothing. */
export function compareSchemas(
  walk: Walk,
  direction: Direction,
  coordinate: string,
  was: Schema | undefined,
  is: Schema | undefined,
): Finding[] {
  if (!was || !is) return []
  const pair = `${was.$ref} ${is.$ref}`
  if (was.$ref !== undefined && walk.seen.has(pair)) return []
  const inner = { ...walk, seen: new Set([...walk.seen, pair]) }
  const before = flatten(walk.base, was)
  const after = flatten(walk.head, is)
  return [
    ...compareTypes(inner, direction, coordinate, before, after),
    ...compareValues(inner, direction, coordinate, before, after),
    ...compareProperties(inner, direction, coordinate, before, after),
    ...compareSchemas(inner, direction, `${coordinate}[]`, before.items, after.items),
    ...compareAlternatives(inner, direction, coordinate, before, after),
  ]
}

function compareTypes(
  { report }: Walk,
  direction: Direction,
  coordinate: string,
  was: Schema,
  is: Schema,
): Finding[] {
  const [before, after] = [typesOf(was).toSorted(), typesOf(is).toSorted()]
  const change = `${before.join('|') || 'any'}>${after.join('|') || 'any'}`
  if (before.join() === after.join()) {
    if (was.format === is.format || before.length === 0) return []
    const formats = `${was.format ?? ''}>${is.format ?? ''}`
    return [report('rest-format-changed', coordinate, `has another format: ${formats}.`, formats)]
  }
  const fits = direction === 'request' ? isWithin(before, after) : isWithin(after, before)
  const rule = fits ? 'rest-type-compatible' : 'rest-type-changed'
  return [report(rule, coordinate, `is of another type: ${change}.`, change)]
}

/** Every integer is a number, and everything is allowed where no type is named. */
function isWithin(some: readonly string[], all: readonly string[]): boolean {
  if (all.length === 0) return true
  if (some.length === 0) return false
  return some.every((type) => all.includes(type) || (type === 'integer' && all.includes('number')))
}

function compareValues(
  { report }: Walk,
  direction: Direction,
  coordinate: string,
  was: Schema,
  is: Schema,
): Finding[] {
  const [before, after] = [valuesOf(was), valuesOf(is)]
  if (!before && !after) return []
  const gone = before ? before.filter((value) => after && !after.includes(value)) : ['others']
  const added = after ? after.filter((value) => before && !before.includes(value)) : ['others']
  const lost = direction === 'request' ? 'rest-value-refused' : 'rest-values-compatible'
  const won = direction === 'request' ? 'rest-values-compatible' : 'rest-value-added'
  return [
    ...gone.map((value) => report(lost, coordinate, `is ${value} no more.`, `-${value}`)),
    ...added.map((value) => report(won, coordinate, `may be ${value} now.`, `+${value}`)),
  ]
}

/** The values of an enum, as JSON; undefined when there is none. */
function valuesOf(schema: Schema): string[] | undefined {
  const values = schema.const === undefined ? schema.enum : [schema.const]
  return values?.map((value) => JSON.stringify(value))
}

function compareProperties(
  walk: Walk,
  direction: Direction,
  coordinate: string,
  was: Schema,
  is: Schema,
): Finding[] {
  const [before, after] = [was.properties ?? {}, is.properties ?? {}]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => {
    const at = `${coordinate}.${name}`
    const required = [was, is].map((schema) => schema.required?.includes(name) ?? false)
    const presence = presenceOf(direction, before[name], after[name], required)
    return [
      ...(presence ? [walk.report(presence, at, WORDS[presence] ?? '')] : []),
      ...compareSchemas(walk, direction, at, before[name], after[name]),
    ]
  })
}

function presenceOf(
  direction: Direction,
  before: Schema | undefined,
  after: Schema | undefined,
  [was, is]: readonly boolean[],
): RestRule | undefined {
  if (direction === 'response') {
    if (!after) return 'rest-property-removed'
    if (!before) return 'rest-property-added'
    if (was === is) return undefined
    return is ? 'rest-property-required' : 'rest-property-optional'
  }
  if (!after) return 'rest-input-removed'
  if (is && !was) return 'rest-input-required'
  if (!before) return 'rest-input-added'
  return was && !is ? 'rest-input-optional' : undefined
}

const WORDS: Partial<Record<RestRule, string>> = {
  'rest-property-removed': 'is answered no more.',
  'rest-property-added': 'is answered, too.',
  'rest-property-required': 'is always answered now.',
  'rest-property-optional': 'may be absent now.',
  'rest-input-removed': 'is ignored now.',
  'rest-input-required': 'must be sent now.',
  'rest-input-added': 'may be sent now.',
  'rest-input-optional': 'need not be sent any more.',
}

/** Alternatives are compared in their order; another number of them is told as such. */
function compareAlternatives(
  walk: Walk,
  direction: Direction,
  coordinate: string,
  was: Schema,
  is: Schema,
): Finding[] {
  const [before, after] = [was.oneOf ?? was.anyOf ?? [], is.oneOf ?? is.anyOf ?? []]
  if (before.length !== after.length) {
    const detail = `${before.length}>${after.length}`
    return [walk.report('rest-alternatives-changed', coordinate, `has other alternatives.`, detail)]
  }
  return before.flatMap((schema, index) =>
    compareSchemas(walk, direction, `${coordinate}(${index + 1})`, schema, after[index]),
  )
}
