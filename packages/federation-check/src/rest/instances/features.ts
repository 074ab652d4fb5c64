// Collects what a schema mentions anywhere: property names, patterns, and keywords that no instance decides.
import type { Closed } from './validator.ts'

export interface Features {
  names: Set<string>
  patterns: Set<string>
  /** The length of the longest property name or listed value, as JSON. */
  longest: number
  isUnevaluated: boolean
  /** True when an object has properties of one schema whatever their names. */
  hasMaps: boolean
}

export function featuresOf({ schema, document }: Closed): Features {
  const features: Features = {
    names: new Set(),
    patterns: new Set(),
    longest: 0,
    isUnevaluated: false,
    hasMaps: false,
  }
  const unread: unknown[] = [schema, ...Object.values(schemasIn(document))]
  for (let next = unread.pop(); next !== undefined; next = unread.pop()) {
    if (typeof next !== 'object' || next === null) continue
    if (Array.isArray(next)) unread.push(...next)
    else unread.push(...readObject(features, next as Record<string, unknown>))
  }
  return features
}

const schemasIn = (document: Closed['document']) =>
  (document.components as { schemas: Record<string, unknown> }).schemas

const VALUES = new Set(['enum', 'const', 'required', 'dependentRequired', 'type', '$ref'])
const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas'])

/** Records the features of an object, and returns the schemas in it. */
function readObject(features: Features, schema: Record<string, unknown>): unknown[] {
  const { properties = {}, required = [], pattern, patternProperties = {} } = schema
  const names = [...Object.keys(properties as object), ...(required as string[])]
  for (const name of names) features.names.add(name)
  for (const one of [...names, schema.const, ...((schema.enum as unknown[]) ?? [])]) {
    features.longest = Math.max(features.longest, JSON.stringify(one)?.length ?? 0)
  }
  for (const one of Object.keys(patternProperties as object)) {
    features.patterns.add(one)
    features.hasMaps = true
  }
  if (typeof pattern === 'string') features.patterns.add(pattern)
  const keywords = Object.keys(schema)
  if (keywords.some((keyword) => keyword.startsWith('unevaluated'))) features.isUnevaluated = true
  const { additionalProperties: others } = schema
  if (typeof others === 'object' && Object.keys(others as object).length > 0)
    features.hasMaps = true
  return keywords.flatMap((keyword) => {
    if (VALUES.has(keyword)) return []
    return MAPS.has(keyword) ? Object.values(schema[keyword] as object) : [schema[keyword]]
  })
}
