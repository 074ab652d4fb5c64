// The context of comparing two AsyncAPI documents.
import type { Finding } from '../finding.ts'
import { isMet } from '../memo.ts'
import type { SchemaComparison } from '../rest/schema/schemas.ts'
import { resolve } from '../rest/references.ts'
import type { AsyncApi } from './asyncapi.ts'
import type { Audiences } from './audiences.ts'
import type { EventRule } from './rules.ts'

export type Report = (
  rule: EventRule,
  coordinate: string,
  message: string,
  detail?: string,
) => Finding

export interface Walk {
  base: AsyncApi
  head: AsyncApi
  report: Report
  schemas: SchemaComparison
  /** Undefined where the configuration names no extension. */
  audiences: Audiences | undefined
}

export type Members = Readonly<Record<string, unknown>>

/** Changed members without a rule of their own, except descriptions and extensions. */
export function compareOthers(
  walk: Walk,
  coordinate: string,
  [was, is]: readonly [Members, Members],
  known: readonly string[],
): Finding[] {
  const names = new Set([...Object.keys(was), ...Object.keys(is)])
  const changed = [...names].filter((name) => {
    if (known.includes(name) || SAID.has(name) || name.startsWith('x-')) return false
    return !isAlike(walk, was[name], is[name])
  })
  return changed.map((name) =>
    walk.report('event-keyword-changed', coordinate, `changes: ${name}.`, name),
  )
}

const SAID: ReadonlySet<string> = new Set(
  '$ref name title summary description tags externalDocs examples traits'.split(' '),
)

/** True when two values mean the same, with references resolved. References may lead in circles. */
function isAlike(
  { base, head }: Pick<Walk, 'base' | 'head'>,
  one: unknown,
  other: unknown,
): boolean {
  const met = new Map<object, Set<object>>()
  const areAlike = (was: unknown, is: unknown, areNames = false): boolean => {
    const [before, after] = [contentOf(base, was, is), contentOf(head, is, was)]
    if (!isContainer(before) || !isContainer(after)) return before === after
    if (isMet(met, before, after)) return true
    const names = new Set([...Object.keys(before), ...Object.keys(after)])
    const said = [...names].filter((name) => areNames || !isSaid(name, before[name], after[name]))
    return said.every((name) => areAlike(before[name], after[name], MAPS.has(name)))
  }
  return areAlike(one, other)
}

/** The content of a value. An absent value equals an empty one. */
function contentOf(document: AsyncApi, value: unknown, other: unknown): unknown {
  if (value === undefined && isContainer(other)) return NOTHING
  return isContainer(value) ? resolve(document, value) : value
}

const NOTHING: Members = {}

export const isContainer = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null

/** True for a member that is not a description, or is a schema with that name. */
const isSaid = (name: string, ...values: readonly unknown[]) =>
  name.startsWith('x-') ||
  (DESCRIPTIONS.has(name) && values.every((value) => !isContainer(value) || Array.isArray(value)))

const DESCRIPTIONS: ReadonlySet<string> = new Set(['title', 'summary', 'description', 'examples'])

/** Members whose own members have names that the author chose. */
const MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties'])
