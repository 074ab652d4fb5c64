// Validates instances with ajv against one schema of a converted document.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { isSchema } from '../schema/all-of.ts'
import type { OpenApi, Schema, SchemaObject } from '../openapi.ts'
import { pointedAt } from '../references.ts'
import { Undecided } from './undecided.ts'
import { meetingCounter } from './meetings.ts'

/** The maximum number of schemas that a compared one may refer to. More would take ajv too long. */
export const MAX_SCHEMAS = 200

/** The maximum size of these schemas, in characters of JSON. */
const MAX_SIZE = 200_000

/** Thrown for a schema that refers to too many others. */
export class TooMany extends Undecided {}

export interface Closed {
  /** The document, reduced to the schemas that can be reached. */
  document: OpenApi
  schema: Schema
  /** The size of the document in characters of JSON. */
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

/** Keywords whose values are not schemas. */
const VALUES = new Set(['enum', 'const', 'required', 'dependentRequired', 'type'])

const refsIn = (schema: Schema) =>
  schemasIn(schema).flatMap(({ $ref }) => ($ref === undefined ? [] : [$ref]))

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

/**
 * Compiles a validator. Fails with `Undecided` for a schema that ajv cannot compile, for example
 * because of a pattern.
 */
export function validatorOf({ document, schema }: Closed): (instance: unknown) => boolean {
  const components = document.components
  const whole = { $ref: '#/root', root: schema, components }
  try {
    return new Ajv2020(OPTIONS).compile(whole) as (instance: unknown) => boolean
  } catch (error) {
    throw new Undecided(`a schema that cannot be compiled: ${(error as Error).message}`)
  }
}
