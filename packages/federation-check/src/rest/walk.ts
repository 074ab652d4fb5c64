// The context of comparing two documents.
import type { Ranks } from '../authorization/order.ts'
import type { Finding } from '../finding.ts'
import { linksOf, meaningOf, textOf, type Links } from './document/meaning.ts'
import type { Direction } from './schema/change.ts'
import type { OpenApi, Schema } from './openapi.ts'
import type { RestRule } from './rules.ts'
import type { SchemaComparison } from './schema/schemas.ts'

export type Report = (
  rule: RestRule,
  coordinate: string,
  message: string,
  detail?: string,
) => Finding

export interface Walk {
  base: OpenApi
  head: OpenApi
  report: Report
  schemas: SchemaComparison
  /** The configured order of scopes. */
  scopes: Ranks
}

/** Reports the changes between two schemas of one value below its coordinate. */
export function compareSchemas(
  { schemas, report }: Walk,
  direction: Direction,
  coordinate: string,
  was: Schema | undefined,
  is: Schema | undefined,
): Finding[] {
  return schemas
    .compare(direction, was, is)
    .map(({ rule, at, message, detail }) => report(rule, `${coordinate}${at}`, message, detail))
}

/** Changed members without a rule of their own, except descriptions and extensions. */
export function compareOthers(
  { base, head, report }: Walk,
  coordinate: string,
  was: object,
  is: object,
  known: readonly string[],
): Finding[] {
  const [before, after] = [was, is].map((one) => new Map<string, unknown>(Object.entries(one)))
  const members = [...new Set([...before!.keys(), ...after!.keys()])]
  const changed = members.filter((name) => {
    if (known.includes(name) || SAID.has(name) || name.startsWith('x-')) return false
    const [old, now] = [saidIn(base, name, before!), saidIn(head, name, after!)]
    return textOf(old) !== textOf(now)
  })
  return changed.map((name) =>
    report('rest-keyword-changed', coordinate, `changes: ${name}.`, name),
  )
}

function saidIn(document: OpenApi, name: string, members: ReadonlyMap<string, unknown>) {
  const value = members.get(name)
  return meaningOf(name, name === 'links' ? linksOf(document, value as Links | undefined) : value)
}

const SAID: ReadonlySet<string> = new Set([
  '$ref',
  'description',
  'summary',
  'example',
  'examples',
  'externalDocs',
])
