// The context of comparing two documents.
import type { Finding } from '../finding.ts'
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
  { report }: Walk,
  coordinate: string,
  was: object,
  is: object,
  known: readonly string[],
): Finding[] {
  const [before, after] = [was, is].map((one) => new Map<string, unknown>(Object.entries(one)))
  const members = [...new Set([...before!.keys(), ...after!.keys()])]
  const changed = members.filter((name) => {
    if (known.includes(name) || SAID.has(name) || name.startsWith('x-')) return false
    return JSON.stringify(before!.get(name)) !== JSON.stringify(after!.get(name))
  })
  return changed.map((name) =>
    report('rest-keyword-changed', coordinate, `changes: ${name}.`, name),
  )
}

const SAID: ReadonlySet<string> = new Set([
  '$ref',
  'description',
  'summary',
  'example',
  'examples',
  'externalDocs',
])
