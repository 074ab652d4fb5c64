// The parts of an OpenAPI 3.1 document that the contract is about (https://spec.openapis.org/oas/v3.1.0).

/** JSON Schema, as far as it says what a value looks like. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  /** OpenAPI 3.0's way of allowing null. */
  nullable?: boolean
  format?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  allOf?: Schema[]
  oneOf?: Schema[]
  anyOf?: Schema[]
}

export interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  schema?: Schema
}

export interface Body {
  $ref?: string
  required?: boolean
  content?: Record<string, { schema?: Schema }>
}

export interface Operation {
  parameters?: Parameter[]
  requestBody?: Body
  responses?: Record<string, Body>
  security?: Record<string, string[]>[]
}

export interface OpenApi {
  openapi: string
  paths?: Record<string, Record<string, unknown> & { parameters?: Parameter[] }>
  security?: Record<string, string[]>[]
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** An operation and what tells it: the method, and the path with `{}` for each parameter. */
export interface Documented {
  method: string
  path: string
  operation: Operation
}

/** Every operation of a document, with the parameters of its path. */
export function operationsIn(document: OpenApi): Documented[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method) => {
      const operation = item[method] as Operation
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(
        (parameter) => resolve(document, parameter),
      )
      return { method: method.toUpperCase(), path, operation: { ...operation, parameters } }
    }),
  )
}

/** What a `$ref` inside the document points at; an object that is none, as it is. */
export function resolve<T extends { $ref?: string }>(document: OpenApi, value: T): T {
  if (value.$ref === undefined) return value
  const keys = value.$ref.replace(/^#\//, '').split('/')
  const found = keys.reduce<unknown>((at, key) => {
    const name = decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')
    return (at as Record<string, unknown> | undefined)?.[name]
  }, document)
  return found === undefined ? value : resolve(document, found as T)
}

/** A schema without `$ref`, `allOf` and the several ways of saying null. */
export function flatten(document: OpenApi, schema: Schema): Schema {
  const { allOf, ...rest } = resolve(document, schema)
  const merged = (allOf ?? []).map((part) => flatten(document, part)).reduce(merge, rest)
  const alternatives = merged.oneOf ?? merged.anyOf
  const others = alternatives?.filter((one) => resolve(document, one).type !== 'null')
  if (!alternatives || others?.length !== 1) return merged
  const single = flatten(document, others[0]!)
  return alternatives.length === 1 ? single : { ...single, type: [...typesOf(single), 'null'] }
}

/** The JSON types a schema allows; none when it allows all. */
export function typesOf({ type, nullable, enum: values }: Schema): string[] {
  const types = type === undefined ? [] : [type].flat()
  if (types.length > 0 && (nullable || values?.includes(null))) return [...types, 'null']
  return types
}

function merge(one: Schema, other: Schema): Schema {
  return {
    ...one,
    ...other,
    properties: { ...one.properties, ...other.properties },
    required: [...(one.required ?? []), ...(other.required ?? [])],
  }
}
