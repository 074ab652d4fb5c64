// Compares `pattern`: whether it allows more strings, fewer, or others.
import type { PatternComparison } from '../../patterns/inclusion.ts'
import type { Flat } from '../openapi.ts'
import type { RestRule } from '../rules.ts'
import { ratedBound, type Change, type Direction } from './change.ts'

/** The pattern of a schema. Without one, or with an empty one, any string is allowed. */
const patternOf = ({ pattern }: Flat) => (typeof pattern === 'string' ? pattern : '')

export function comparePatterns(
  patterns: PatternComparison,
  direction: Direction,
  was: Flat,
  is: Flat,
): Change[] {
  const [before, after] = [patternOf(was), patternOf(is)]
  const isWider = patterns.isIncluded(before, after)
  const isNarrower = patterns.isIncluded(after, before)
  if (isWider && isNarrower) return []
  const rule: RestRule =
    isWider || isNarrower ? ratedBound(direction, isNarrower) : 'rest-pattern-changed'
  const [old, now] = [was, is].map(({ pattern }) =>
    pattern === undefined ? 'none' : JSON.stringify(pattern),
  )
  const message = `has another bound: pattern ${old} becomes ${now}.`
  return [{ rule, at: '', message, detail: `pattern ${old}>${now}` }]
}
