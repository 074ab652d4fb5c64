// The context of comparing two AsyncAPI documents.
import type { Finding } from '../finding.ts'
import { textOf } from '../rest/document/meaning.ts'
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

type Members = Readonly<Record<string, unknown>>

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
    return saidOf(walk.base, was[name]) !== saidOf(walk.head, is[name])
  })
  return changed.map((name) =>
    walk.report('event-keyword-changed', coordinate, `changes: ${name}.`, name),
  )
}

/** What a member says, which may be written elsewhere. */
function saidOf(document: AsyncApi, value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return textOf(value)
  const members = Object.entries(resolve<object>(document, value))
  const said = members.filter(([name]) => !SAID.has(name) && !name.startsWith('x-'))
  return said.length === 0 ? undefined : textOf(Object.fromEntries(said))
}

const SAID: ReadonlySet<string> = new Set(
  '$ref name title summary description tags externalDocs examples traits'.split(' '),
)
