// What users of the package rely on: rules, the shape of the JSON report, settings, options and exports.
// `node schema/check/test/release/public-surface.ts > schema/check/test/release/released.json` keeps it at a release.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { USAGE } from '../../src/arguments.ts'
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
  const report = readJson<JsonSchema>('report.schema.json')
  const settings = readJson<JsonSchema>('config.schema.json')
  const options = new Set(USAGE.match(/--[a-z-]+/g))
  return {
    version: readJson<{ version: string }>('package.json').version,
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
  const own = Object.entries(properties).map(([name, { description: _, ...property }]) => {
    const { properties: nested, ...type } = property
    const always = required.includes(name) ? ' always' : ''
    return [
      `${path}.${name}${always} ${JSON.stringify(type)}`,
      ...shapeOf(`${path}.${name}`, { ...property, ...(nested && { properties: nested }) }),
    ]
  })
  const values = (schema.enum ?? []).map((value) => `${path} = ${value}`)
  const parts = Object.entries(schema.$defs ?? {}).flatMap(([name, one]) => shapeOf(name, one))
  return [...own.flat(), ...values, ...parts]
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')) as T
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(JSON.stringify(publicSurface(), null, 2))
}
