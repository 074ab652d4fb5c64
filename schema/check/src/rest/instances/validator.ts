// Validates instances with ajv against one schema of a converted document.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { isSchema } from '../schema/all-of.ts'
import type { OpenApi, Schema, SchemaObject } from '../openapi.ts'
import { pointedAt } from '../references.ts'
import { Undecided } from './undecided.ts'
import { meetingCounter } from './meetings.ts'

/** Schemas that a compared one may refer to. More would take ajv too long. */
export const MAX_SCHEMAS = 200

/** The size of these schemas, in characters of JSON. */
const MAX_SIZE = 200_000

/** Thrown for a schema that refers to too many others. */
export class TooMany extends Undecided {}

export interface Closed {
  /** A document with the schemas that can be reached, and no other. */
  document: OpenApi
  schema: Schema
  /** In characters of JSON. */
  size: number
}

/** The schema, converted, with all that it refers to. Fails with `Undecided`. */
export function closed(
  document: OpenApi,
  convert: (schema: Schema) => Schema,
  given: Schema,
  limit = MAX_SCHEMAS,
): Closed {
  const schema = convert(given)
  const found = new Map<string, Schema>()
  let size = 0
  const unread = [schema]
  for (let next = unread.pop(); next !== undefined; next = unread.pop()) {
    const text = JSON.stringify(next)
    size += text.length
    if (found.size > limit || size > MAX_SIZE) throw new TooMany('too many schemas')
    for (const ref of refsIn(next)) {
      if (found.has(ref)) continue
      const target = convert(targetOf(document, ref))
      found.set(ref, target)
      unread.push(target)
    }
  }
  const whole = { openapi: '3.1.0', ...placed(found) }
  const timesOf = meetingCounter(whole)
  for (const one of [schema, ...found.values()].flatMap((part) => schemasIn(part))) timesOf(one)
  return { document: whole, schema, size }
}

function targetOf(document: OpenApi, ref: string): Schema {
  const target = /^#\/components\/schemas\/[^/]+$/.test(ref) ? pointedAt(document, ref) : undefined
  if (!isSchema(target)) throw new Undecided(`$ref ${ref}`)
  return target
}

/** The values of keywords that hold no schemas. */
const VALUES = new Set(['enum', 'const', 'required', 'dependentRequired', 'type'])

const refsIn = (schema: Schema) =>
  schemasIn(schema).flatMap(({ $ref }) => ($ref === undefined ? [] : [$ref]))

/** A schema, and those inside it. */
function schemasIn(value: unknown, isMap = false): SchemaObject[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([name, part]) => {
    if (isMap) return schemasIn(part)
    return VALUES.has(name) ? [] : schemasIn(part, MAPS.has(name))
  })
  return isMap || Array.isArray(value) ? inner : [value as SchemaObject, ...inner]
}

const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas'])

function placed(found: ReadonlyMap<string, Schema>) {
  const schemas = [...found].map(([ref, schema]) => [nameOf(ref), schema])
  return { components: { schemas: Object.fromEntries(schemas) as Record<string, Schema> } }
}

const nameOf = (ref: string) =>
  decodeURIComponent(ref.split('/').at(-1)!).replaceAll('~1', '/').replaceAll('~0', '~')

const OPTIONS = {
  strict: false,
  validateFormats: false,
  validateSchema: false,
  addUsedSchema: false,
  logger: false,
} as const

/** Fails with `Undecided` for a schema that ajv cannot compile, such as one with another pattern. */
export function validatorOf({ document, schema }: Closed): (instance: unknown) => boolean {
  const components = document.components
  const whole = { $ref: '#/root', root: schema, components }
  try {
    return new Ajv2020(OPTIONS).compile(whole) as (instance: unknown) => boolean
  } catch (error) {
    throw new Undecided(`a schema that cannot be compiled: ${(error as Error).message}`)
  }
}
