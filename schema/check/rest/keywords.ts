// The keywords of JSON Schema, and how bad it is when one says something else
// (https://json-schema.org/draft/2020-12/json-schema-validation).
import type { Flat } from './openapi.ts'
import type { RestRule } from './rules.ts'

/** Callers send a request, so it may take more; they read a response, so it may hold less. */
export type Direction = 'request' | 'response'

/** What has changed in a schema, and where in it. */
export interface Change {
  rule: RestRule
  /** Behind the coordinate of the schema. */
  at: string
  message: string
  detail?: string
}

/** What each bound is where it is absent; more than it allows less where `sign` is 1. */
export const BOUNDS = {
  minimum: { absent: -Infinity, sign: 1 },
  exclusiveMinimum: { absent: -Infinity, sign: 1 },
  minLength: { absent: 0, sign: 1 },
  minItems: { absent: 0, sign: 1 },
  minProperties: { absent: 0, sign: 1 },
  minContains: { absent: 1, sign: 1 },
  maximum: { absent: Infinity, sign: -1 },
  exclusiveMaximum: { absent: Infinity, sign: -1 },
  maxLength: { absent: Infinity, sign: -1 },
  maxItems: { absent: Infinity, sign: -1 },
  maxProperties: { absent: Infinity, sign: -1 },
  maxContains: { absent: Infinity, sign: -1 },
} as const

export type Bound = keyof typeof BOUNDS

/** Keywords that are one schema which a value must meet, or must not. */
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

/** Keywords that are several of those, by a name or a number. */
export const CONSTRAINT_MAPS = ['patternProperties', 'dependentSchemas', 'also'] as const

/** True when the first allows less. */
export function isStricter(bound: Bound, one: unknown, other: unknown): boolean {
  const { absent, sign } = BOUNDS[bound]
  const [some, others] = [one, other].map((value) => (typeof value === 'number' ? value : absent))
  return some !== others && (some! - others!) * sign > 0
}

/** The rule for a value of which less is allowed, or more. */
export function ratedBound(direction: Direction, isNarrower: boolean): RestRule {
  if (direction === 'request') return isNarrower ? 'rest-bound-narrowed' : 'rest-bound-compatible'
  return isNarrower ? 'rest-bound-compatible' : 'rest-bound-widened'
}

/** Every keyword that says something else, apart from those that hold schemas or list values. */
export function compareKeywords(direction: Direction, was: Flat, is: Flat): Change[] {
  const keywords = new Set([...Object.keys(was), ...Object.keys(is)])
  const changed = [...keywords].filter(
    (keyword) => isHere(keyword) && shown(was[keyword]) !== shown(is[keyword]),
  )
  return changed.toSorted(byOrder).flatMap((keyword) => {
    const rule = ruleOf(keyword, direction, was, is)
    if (!rule) return []
    const detail = `${keyword} ${shown(was[keyword])}>${shown(is[keyword])}`
    return [{ rule, at: '', message: `is bound otherwise: ${detail}.`, detail }]
  })
}

/** A default, and whether it is deprecated, where a schema is used. */
export function compareUse(was: Flat, is: Flat): Change[] {
  const said = [
    ['default', 'rest-default-changed'],
    ['deprecated', 'rest-deprecation-changed'],
  ] as const
  return said.flatMap(([keyword, rule]) => {
    const detail = `${keyword} ${shown(was[keyword])}>${shown(is[keyword])}`
    if (shown(was[keyword]) === shown(is[keyword])) return []
    return [{ rule, at: '', message: `says otherwise: ${detail}.`, detail }]
  })
}

function ruleOf(keyword: string, direction: Direction, was: Flat, is: Flat): RestRule | undefined {
  const [before, after] = [was[keyword], is[keyword]]
  if (keyword in BOUNDS) {
    const bound = keyword as Bound
    if (isStricter(bound, after, before)) return ratedBound(direction, true)
    return isStricter(bound, before, after) ? ratedBound(direction, false) : undefined
  }
  const rate = RATED[keyword]
  if (!rate) return 'rest-keyword-changed'
  const allowed = rate(before, after)
  if (allowed === 'same') return undefined
  if (allowed === 'less' || allowed === 'more') return ratedBound(direction, allowed === 'less')
  return allowed
}

/** What is allowed afterwards, or the rule that says so. */
type Rate = (before: unknown, after: unknown) => 'less' | 'more' | 'same' | RestRule

/** A keyword that allows less by being there. */
const present =
  (changed: RestRule): Rate =>
  (before, after) => {
    if (before !== undefined && after !== undefined) return changed
    return after === undefined ? 'more' : 'less'
  }

const RATED: Readonly<Record<string, Rate>> = {
  // One that leads out of the document: what stands there may be anything.
  $ref: () => 'rest-constraint-changed',
  pattern: present('rest-pattern-changed'),
  contentEncoding: () => 'rest-format-changed',
  contentMediaType: () => 'rest-format-changed',
  uniqueItems: (before, after) => {
    if (Boolean(before) === Boolean(after)) return 'same'
    return after === true ? 'less' : 'more'
  },
  multipleOf(before, after) {
    if (isMultiple(before, after)) return 'more'
    return isMultiple(after, before) ? 'less' : 'rest-constraint-changed'
  },
  dependentRequired(before, after) {
    const [was, is] = [pairsOf(before), pairsOf(after)]
    if (is.every((pair) => was.includes(pair))) return was.length > is.length ? 'more' : 'same'
    return was.every((pair) => is.includes(pair)) ? 'less' : 'rest-constraint-changed'
  },
}

/** Of what is said of no number every number is a multiple. */
function isMultiple(one: unknown, other: unknown): boolean {
  if (typeof other !== 'number') return true
  return typeof one === 'number' && Number.isInteger(one / other)
}

function pairsOf(dependent: unknown): string[] {
  return Object.entries((dependent ?? {}) as Record<string, string[]>).flatMap(([name, needed]) =>
    needed.map((other) => JSON.stringify([name, other])),
  )
}

/** An extension says nothing of values, apart from the one that has a rule (types-and-values.ts). */
const isHere = (keyword: string) => !ELSEWHERE.has(keyword) && !keyword.startsWith('x-')

const WORDS = ['description', 'summary', 'title', 'example', 'examples', 'externalDocs', '$comment']
const NAMES = ['$defs', 'definitions', '$id', '$anchor', '$schema']
const VALUES = ['type', 'nullable', 'format', 'enum', 'const', 'default', 'deprecated']
const OBJECTS = ['properties', 'required', 'readOnly', 'writeOnly', 'additionalProperties']
const LISTS_AND_FORMS = ['items', 'prefixItems', 'oneOf', 'anyOf', 'discriminator']
/** Of a flat schema (flatten.ts). */
const OWN = ['alternatives', 'exclusive', 'key']

/** What callers cannot see, and what other files compare. */
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

/** Bounds in the order of their table, then the others. */
function byOrder(one: string, other: string): number {
  const rank = (keyword: string) =>
    ORDER.includes(keyword) ? ORDER.indexOf(keyword) : ORDER.length
  return rank(one) - rank(other) || one.localeCompare(other)
}

function shown(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value)
}
