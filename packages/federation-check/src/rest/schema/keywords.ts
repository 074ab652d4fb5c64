// Compares the keywords of JSON Schema, and rates their changes
// (https://json-schema.org/draft/2020-12/json-schema-validation).
import type { Flat } from '../openapi.ts'
import type { RestRule } from '../rules.ts'
import { BOUNDS, isStricter, type Bound } from './bounds.ts'
import { ratedBound, type Change, type Direction } from './change.ts'
import { limitOf, RANGES, stepOf, type Side } from './limits.ts'
import { textOf } from '../document/meaning.ts'
import { RATED } from './rates.ts'

/** Keywords with one schema that a value must or must not match. */
export const CONSTRAINTS = [
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contentSchema',
] as const

/** Keywords with several such schemas, each with a name or index. */
export const CONSTRAINT_MAPS = ['patternProperties', 'dependentSchemas', 'also'] as const

/** Every changed keyword, except those that contain schemas or list values. */
export function compareKeywords(direction: Direction, was: Flat, is: Flat): Change[] {
  const keywords = new Set([...Object.keys(was), ...Object.keys(is)])
  const changed = [...keywords].filter(
    (keyword) => isHere(keyword) && textOf(was[keyword]) !== textOf(is[keyword]),
  )
  return changed.toSorted(byOrder).flatMap((keyword) => {
    const rule = ruleOf(keyword, direction, was, is)
    if (!rule) return []
    const [before, after] = [shown(was[keyword]), shown(is[keyword])]
    const message = `has another bound: ${keyword} ${before} becomes ${after}.`
    return [{ rule, at: '', message, detail: `${keyword} ${before}>${after}` }]
  })
}

/** Changes of `default` and `deprecated` where a schema is used. */
export function compareUse(was: Flat, is: Flat): Change[] {
  const stated = [
    ['default', 'rest-default-changed'],
    ['deprecated', 'rest-deprecation-changed'],
  ] as const
  return stated.flatMap(([keyword, rule]) => {
    const isOff = keyword === 'deprecated' ? false : undefined
    const values = [was, is].map((one) => (one[keyword] === isOff ? undefined : one[keyword]))
    const [old, now] = values.map(textOf)
    if (old === now) return []
    const [before, after] = values.map(shown)
    const message = `has another default or deprecation: ${keyword} ${before} becomes ${after}.`
    return [{ rule, at: '', message, detail: `${keyword} ${before}>${after}` }]
  })
}

function ruleOf(keyword: string, direction: Direction, was: Flat, is: Flat): RestRule | undefined {
  const [before, after] = [was[keyword], is[keyword]]
  if (keyword in BOUNDS) {
    const bound = keyword as Bound
    const side = RANGES[keyword]
    // `minimum: 1` of an integer is `exclusiveMinimum: 0`.
    if (side && !isMoved(side, keyword, was, is)) return undefined
    if (isStricter(bound, after, before)) return ratedBound(direction, true)
    return isStricter(bound, before, after) ? ratedBound(direction, false) : undefined
  }
  const rate = RATED[keyword]
  if (!rate) return 'rest-keyword-changed'
  const allowed = keyword === 'multipleOf' ? rate(stepOf(was), stepOf(is)) : rate(before, after)
  if (allowed === 'same') return undefined
  if (allowed === 'less' || allowed === 'more') return ratedBound(direction, allowed === 'less')
  return allowed
}

/** False when another bound of the same side decides. */
function isMoved(side: Side, keyword: string, was: Flat, is: Flat): boolean {
  const [before, after] = [limitOf(side, was), limitOf(side, is)]
  const sign = side === 'lower' ? 1 : -1
  const moved = (after - before) * sign
  if (before === after || Number.isNaN(moved)) return false
  return isStricter(keyword as Bound, is[keyword], was[keyword]) === moved > 0
}

/**
 * True for a keyword that is compared here. Extensions do not constrain values, except the one with
 * a rule (types-and-values.ts).
 */
const isHere = (keyword: string) => !ELSEWHERE.has(keyword) && !keyword.startsWith('x-')

const WORDS = ['description', 'summary', 'title', 'example', 'examples', 'externalDocs', '$comment']
const NAMES = ['$defs', 'definitions', '$id', '$anchor', '$schema']
const VALUES = ['type', 'nullable', 'format', 'enum', 'const', 'pattern', 'default', 'deprecated']
const OBJECTS = ['properties', 'required', 'readOnly', 'writeOnly', 'additionalProperties']
const LISTS_AND_FORMS = ['items', 'prefixItems', 'oneOf', 'anyOf', 'discriminator']
/** Keywords of a flat schema (flatten.ts). */
const OWN = ['alternatives', 'exclusive', 'key']

/** Keywords that callers do not see, or that other files compare. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  ...WORDS,
  ...NAMES,
  ...VALUES,
  ...OBJECTS,
  ...LISTS_AND_FORMS,
  ...CONSTRAINTS,
  ...CONSTRAINT_MAPS,
  ...OWN,
])

const ORDER = Object.keys(BOUNDS)

/** Sorts keywords: bounds in the order of their table, then the others. */
function byOrder(one: string, other: string): number {
  const rank = (keyword: string) =>
    ORDER.includes(keyword) ? ORDER.indexOf(keyword) : ORDER.length
  return rank(one) - rank(other) || one.localeCompare(other)
}

function shown(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value)
}
