// The parts of an OpenAPI 3.1 document that the contract is about (https://spec.openapis.org/oas/v3.1.0).

/** What each bound is where it is absent; a greater one from below and a lesser one from above allow less. */
export const BOUNDS = {
  minimum: -Infinity,
  exclusiveMinimum: -Infinity,
  minLength: 0,
  minItems: 0,
  minProperties: 0,
  maximum: Infinity,
  exclusiveMaximum: Infinity,
  maxLength: Infinity,
  maxItems: Infinity,
  maxProperties: Infinity,
} as const

/** JSON Schema, as far as it says what a value looks like. */
export interface Schema extends Partial<Record<keyof typeof BOUNDS, number>> {
  $ref?: string
  title?: string
  type?: string | string[]
  /** OpenAPI 3.0's way of allowing null. */
  nullable?: boolean
  format?: string
  pattern?: string
  default?: unknown
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
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

export interface Header {
  $ref?: string
  required?: boolean
  schema?: Schema
}

/** Of a request or an answer. */
export interface Body {
  $ref?: string
  required?: boolean
  headers?: Record<string, Header>
  content?: Record<string, { schema?: Schema }>
}

export interface Operation {
  parameters?: Parameter[]
  requestBody?: Body
  responses?: Record<string, Body>
  security?: Record<string, string[]>[]
}

/** How a caller shows who it is. */
export interface SecurityScheme {
  $ref?: string
  type?: string
  scheme?: string
  in?: string
  name?: string
  flows?: Record<string, unknown>
}

export interface OpenApi {
  openapi: string
  paths?: Record<string, Record<string, unknown> & { parameters?: Parameter[] }>
  security?: Record<string, string[]>[]
  components?: { securitySchemes?: Record<string, SecurityScheme> }
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

/** A value as callers see it: without `$ref` and `allOf`, and with one way of saying null. */
export interface Flat extends Schema {
  /** None when all are allowed; null is none of them. */
  type: string[]
  nullable: boolean
  /** The forms of a value that has several, by name. */
  alternatives: ReadonlyMap<string, Schema>
}

export function flatten(document: OpenApi, schema: Schema): Flat {
  const { anyOf, oneOf, ...own } = expand(document, schema)
  const listed = oneOf ?? anyOf ?? []
  const forms = listed.filter((one) => expand(document, one).type !== 'null')
  const orNull = forms.length < listed.length
  if (forms.length === 1) {
    const only = flatten(document, forms[0]!)
    return { ...merge(own, only), nullable: only.nullable || orNull }
  }
  const type = [own.type ?? []].flat().filter((name) => name !== 'null')
  const nullable = orNull || (allowsNull(own) ?? listed.length === 0)
  return { ...own, type, nullable, alternatives: byName(document, forms) }
}

/** A value that has one form, as one that could have others. */
export function asAlternative(value: Flat): Flat {
  const { nullable } = value
  const form = { ...value, nullable: false }
  return { type: [], nullable, alternatives: new Map([[nameOf(form), form]]) }
}

/** A schema with all that `$ref` and `allOf` say; its title is the name of its `$ref` if it has none. */
function expand(document: OpenApi, schema: Schema): Schema {
  const { $ref, ...own } = schema
  if ($ref === undefined && !own.allOf) return schema
  const target = $ref === undefined ? {} : resolve<Schema>(document, { $ref })
  const { allOf = [], ...rest } = merge(target, own)
  const title = target.title ?? $ref?.split('/').at(-1)
  const named = title === undefined ? rest : { ...rest, title }
  return allOf.map((part) => expand(document, part)).reduce(merge, named)
}

/** Undefined when the schema does not say. */
function allowsNull({ const: only, enum: values, nullable, type }: Schema): boolean | undefined {
  if (nullable !== undefined) return nullable
  const listed = only === undefined ? values : [only]
  if (listed?.includes(null)) return true
  if (type !== undefined) return [type].flat().includes('null')
  return listed ? false : undefined
}

/** Several of one name are counted. */
function byName(document: OpenApi, forms: readonly Schema[]): Map<string, Schema> {
  const groups = Map.groupBy(forms, (form) => nameOf(expand(document, form)))
  const named = [...groups].flatMap(([name, same]) =>
    same.map((form, index) => [index === 0 ? name : `${name} ${index + 1}`, form] as const),
  )
  return new Map(named)
}

function nameOf({ title, type = [] }: Schema): string {
  return title ?? ([type].flat().toSorted().join('|') || 'any')
}

function merge<T extends Schema>(one: Schema, other: T): T {
  return {
    ...one,
    ...other,
    properties: { ...one.properties, ...other.properties },
    required: [...(one.required ?? []), ...(other.required ?? [])],
  }
}
