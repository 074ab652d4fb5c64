// What users of the package rely on: rules, the shape of the JSON report, settings, options and exports.
// `node packages/federation-check/test/release/public-surface.ts > packages/federation-check/test/release/released.json` keeps it at a release.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { USAGE } from '../../src/commands/arguments.ts'
import type { Severity } from '../../src/finding.ts'
import * as exported from '../../src/index.ts'
import { rulesOf } from '../../src/rules.ts'

export interface PublicSurface {
  /** The version of the package. */
  version: string
  /** The version of the JSON report. */
  report: number
  /** The default severity of each rule. */
  rules: Record<string, Severity>
  /** Everything else, one a line. */
  names: string[]
}

interface JsonSchema {
  properties?: Record<string, JsonSchema>
  required?: string[]
  enum?: string[]
  $defs?: Record<string, JsonSchema>
  const?: number
  items?: JsonSchema
  description?: string
}

/** The surface as it is now. */
export function publicSurface(): PublicSurface {
  const report = readJson('report.schema.json') as JsonSchema
  const settings = readJson('config.schema.json') as JsonSchema
  const options = new Set(USAGE.match(/--[a-z-]+/g))
  return {
    version: (readJson('package.json') as { version: string }).version,
    report: report.properties!.version!.const!,
    rules: Object.fromEntries([...rulesOf([])].map(([name, { severity }]) => [name, severity])),
    names: [
      ...shapeOf('report', report),
      ...Object.keys(settings.properties!).map((name) => `setting ${name}`),
      ...[...options].map((name) => `option ${name}`),
      ...Object.keys(exported).map((name) => `export ${name}`),
    ].toSorted(),
  }
}

/** A line for each property and each value, with its type and whether it is always there. */
function shapeOf(
  path: string,
  { properties = {}, required = [], ...schema }: JsonSchema,
): string[] {
  const own = Object.entries(properties).flatMap(([name, property]) => {
    const always = required.includes(name) ? ' always' : ''
    return [`${path}.${name}${always} ${typeOf(property)}`, ...shapeOf(`${path}.${name}`, property)]
  })
  const values = (schema.enum ?? []).map((value) => `${path} = ${value}`)
  const parts = Object.entries(schema.$defs ?? {}).flatMap(([name, one]) => shapeOf(name, one))
  return [...own, ...values, ...parts]
}

/** The schema of a property without its description and without its own properties. */
function typeOf(property: JsonSchema): string {
  const left = ['description', 'properties']
  return JSON.stringify(property, (key, value: unknown) => (left.includes(key) ? undefined : value))
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(JSON.stringify(publicSurface(), null, 2))
}
