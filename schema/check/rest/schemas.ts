// What changes in a value that REST takes or answers, and in all that it holds.
import type { Finding } from '../finding.ts'
import { compareBounds } from './bounds.ts'
import { asAlternative, flatten, type Flat, type OpenApi, type Schema } from './openapi.ts'
import type { RestRule } from './rules.ts'
import { compareTypes, compareValues } from './types-and-values.ts'

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
  /** Pairs of schemas that are being compared: a schema may contain itself. */
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
  const [before, after] = alike(flatten(walk.base, was), flatten(walk.head, is))
  const types = compareTypes(walk, direction, coordinate, before, after)
  const pair = `${contentOf(before)} ${contentOf(after)}`
  if (walk.seen.has(pair)) return types
  const inner = { ...walk, seen: new Set([...walk.seen, pair]) }
  return [
    ...types,
    ...compareValues(inner, direction, coordinate, before, after),
    ...compareBounds(inner, direction, coordinate, before, after),
    ...compareProperties(inner, direction, coordinate, before, after),
    ...compareOthers(inner, direction, coordinate, before, after),
    ...compareSchemas(inner, direction, `${coordinate}[]`, before.items, after.items),
    ...compareAlternatives(inner, direction, coordinate, before, after),
  ]
}

/** As JSON, without what is said where a schema is used. */
function contentOf({ alternatives, ...own }: Flat): string {
  const here = { nullable: null, default: null, description: null, examples: null }
  return JSON.stringify([{ ...own, ...here }, [...alternatives]])
}

/** Where one of them has alternatives, the other is seen as having one alone. */
function alike(before: Flat, after: Flat): [Flat, Flat] {
  const [was, is] = [before, after].map(({ alternatives }) => alternatives.size > 0)
  if (was === is) return [before, after]
  return was ? [before, asAlternative(after)] : [asAlternative(before), after]
}

export function compareProperties(
  walk: Walk,
  direction: Direction,
  coordinate: string,
  was: Flat,
  is: Flat,
): Finding[] {
  const [before, after] = [was.properties ?? {}, is.properties ?? {}]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => {
    const at = `${coordinate}.${name}`
    const required = [was, is].map((schema) => schema.required?.includes(name) ?? false)
    const presence = presenceOf(direction, before[name], after[name], required, isClosed(is))
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
  closed: boolean,
): RestRule | undefined {
  if (direction === 'response') {
    if (!after) return 'rest-property-removed'
    if (!before) return 'rest-property-added'
    if (was === is) return undefined
    return is ? 'rest-property-required' : 'rest-property-optional'
  }
  if (!after) return closed ? 'rest-input-closed' : 'rest-input-removed'
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
  'rest-input-closed': 'is refused now.',
  'rest-input-required': 'must be sent now.',
  'rest-input-added': 'may be sent now.',
  'rest-input-optional': 'need not be sent any more.',
}

/** Whatever else an object may have besides its properties. */
function compareOthers(
  walk: Walk,
  direction: Direction,
  coordinate: string,
  was: Flat,
  is: Flat,
): Finding[] {
  const [before, after] = [was, is].map(({ additionalProperties: others = true }) => others)
  if (before === after) return []
  if (before && after) {
    return compareSchemas(walk, direction, `${coordinate}.*`, schemaOf(before), schemaOf(after))
  }
  if (!after && direction === 'request') {
    return [walk.report('rest-input-closed', coordinate, 'takes no other properties any more.')]
  }
  const message = after ? 'may have other properties.' : 'has no other properties any more.'
  return [walk.report('rest-others-compatible', coordinate, message)]
}

const schemaOf = (others: Schema | true): Schema => (others === true ? {} : others)

const isClosed = ({ additionalProperties }: Schema) => additionalProperties === false

function compareAlternatives(
  walk: Walk,
  direction: Direction,
  coordinate: string,
  { alternatives: before }: Flat,
  { alternatives: after }: Flat,
): Finding[] {
  const added = [...after.keys()].filter((name) => !before.has(name))
  const rule = direction === 'request' ? 'rest-alternative-taken' : 'rest-alternative-added'
  return [
    ...[...before].flatMap(([name, schema]) => {
      const known = after.get(name)
      if (known) return compareSchemas(walk, direction, `${coordinate}(${name})`, schema, known)
      return [walk.report('rest-alternative-removed', coordinate, `is no ${name} any more.`, name)]
    }),
    ...added.map((name) => walk.report(rule, coordinate, `may be ${name}, too.`, name)),
  ]
}
