// What changes in how much a value may hold: its bounds, its pattern and its default.
import type { Finding } from '../finding.ts'
import { BOUNDS, type Schema } from './openapi.ts'
import type { RestRule } from './rules.ts'
import type { Direction, Walk } from './schemas.ts'

type Bound = keyof typeof BOUNDS

export function compareBounds(
  { report }: Walk,
  direction: Direction,
  coordinate: string,
  was: Schema,
  is: Schema,
): Finding[] {
  const keywords = [...(Object.keys(BOUNDS) as Bound[]), 'pattern', 'default'] as const
  return keywords.flatMap((keyword) => {
    const rule = ruleOf(keyword, direction, was, is)
    if (!rule) return []
    const change = `${keyword} ${told(was[keyword])}>${told(is[keyword])}`
    return [report(rule, coordinate, `is bound otherwise: ${change}.`, change)]
  })
}

function ruleOf(
  keyword: Bound | 'pattern' | 'default',
  direction: Direction,
  was: Schema,
  is: Schema,
): RestRule | undefined {
  if (told(was[keyword]) === told(is[keyword])) return undefined
  if (keyword === 'default') return direction === 'request' ? 'rest-default-changed' : undefined
  if (keyword === 'pattern') {
    if (was.pattern !== undefined && is.pattern !== undefined) return 'rest-pattern-changed'
    return ratedBound(direction, is.pattern !== undefined)
  }
  const absent = BOUNDS[keyword]
  const [before, after] = [was[keyword] ?? absent, is[keyword] ?? absent]
  if (before === after) return undefined
  return ratedBound(direction, absent > 0 ? after < before : after > before)
}

function ratedBound(direction: Direction, isNarrower: boolean): RestRule {
  if (direction === 'request') return isNarrower ? 'rest-bound-narrowed' : 'rest-bound-compatible'
  return isNarrower ? 'rest-bound-compatible' : 'rest-bound-widened'
}

const told = (value: unknown) => (value === undefined ? 'none' : JSON.stringify(value))
