// The parts of an OpenAPI 3.1 document that belong to the contract
// (https://spec.openapis.org/oas/v3.1.0).

/** The parts of JSON Schema that constrain values; `true` allows everything, `false` nothing. */
export type Schema = boolean | SchemaObject

export interface SchemaObject {
  $ref?: string
  title?: string
  type?: string | string[]
  /** OpenAPI 3.0's way of allowing null. */
  nullable?: boolean
  default?: unknown
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  readOnly?: boolean
  writeOnly?: boolean
  additionalProperties?: Schema
  items?: Schema
  prefixItems?: Schema[]
  allOf?: Schema[]
  oneOf?: Schema[]
  anyOf?: Schema[]
  discriminator?: Discriminator
  /** Values of one keyword in the other parts of a merged `allOf` (all-of.ts). */
  also?: Schema[]
  /** All other keywords, which keywords.ts compares. */
  [keyword: string]: unknown
}

/** A schema as `flatten` returns it. */
export interface Flat extends SchemaObject {
  /** Empty when all types are allowed; null is not included. */
  type: string[]
  nullable: boolean
  /** The alternative forms of a value, by name. */
  alternatives: ReadonlyMap<string, Schema>
  /** True when a value must match exactly one of them. */
  exclusive?: boolean
  /** One object for all uses of the schema, nullable or not. */
  key: object
}

export interface Discriminator {
  propertyName?: string
  mapping?: Record<string, string>
}

export interface MediaType {
  schema?: Schema
  [member: string]: unknown
}

/** What a parameter and a header have in common. */
export interface Header {
  $ref?: string
  required?: boolean
  deprecated?: boolean
  style?: string
  explode?: boolean
  schema?: Schema
  content?: Record<string, MediaType>
  [member: string]: unknown
}

export interface Parameter extends Header {
  name: string
  in: string
}

/** The body of a request or a response. */
export interface Body {
  $ref?: string
  required?: boolean
  headers?: Record<string, Header>
  content?: Record<string, MediaType>
  [member: string]: unknown
}

/** The operations of a path, webhook or callback. */
export interface Callback {
  $ref?: string
  [address: string]: PathItem | string | undefined
}

export interface Server {
  url?: string
  variables?: Record<string, { default: string; enum?: string[] }>
}

export interface Operation {
  operationId?: string
  tags?: string[]
  deprecated?: boolean
  parameters?: Parameter[]
  requestBody?: Body
  responses?: Record<string, Body>
  security?: Record<string, string[]>[]
  servers?: Server[]
  callbacks?: Record<string, Callback>
  [member: string]: unknown
}

/** How a caller authenticates. */
export interface SecurityScheme {
  $ref?: string
  type?: string
  scheme?: string
  in?: string
  name?: string
  flows?: Record<string, Flow>
  deprecated?: boolean
  [member: string]: unknown
}

export interface Flow {
  scopes?: Record<string, string>
  [address: string]: unknown
}

export interface PathItem {
  $ref?: string
  parameters?: Parameter[]
  servers?: Server[]
  [method: string]: unknown
}

export interface OpenApi {
  openapi: string
  paths?: Record<string, PathItem>
  webhooks?: Record<string, PathItem>
  servers?: Server[]
  security?: Record<string, string[]>[]
  components?: {
    schemas?: Record<string, Schema>
    securitySchemes?: Record<string, SecurityScheme>
  }
  [member: string]: unknown
}

/** Of OpenAPI 3.2, `query` too. */
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

/** An operation with its key: the method, and the path with `{}` for each parameter. */
export interface Documented {
  method: string
  path: string
  operation: Operation
  item: PathItem
}

/** The name of an operation in reports: `GET /quests`. */
export function nameOf({ method, path }: Documented): string {
  return `${method} ${path}`
}

/** Every operation of a document, with the parameters of its path. */
export function operationsIn(document: OpenApi): Documented[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    operationsAt(document, path, item),
  )
}

/** Every operation of a path, a webhook or a callback. */
export function operationsAt(document: OpenApi, path: string, given: PathItem): Documented[] {
  const item = resolve(document, given)
  return methodsOf(item).map(([method, operation]) => {
    // A parameter of the operation replaces the one of its path.
    const all = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
    const parameters = new Map(
      all
        .map((parameter) => resolve(document, parameter))
        .map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]),
    )
    const whole = { ...operation, parameters: [...parameters.values()] }
    return { method: method.toUpperCase(), path, item, operation: whole }
  })
}

/** OpenAPI 3.2 keeps other methods in `additionalOperations`. */
function methodsOf(item: PathItem): [method: string, operation: Operation][] {
  const known = METHODS.filter((method) => item[method] !== undefined)
  const others = Object.entries((item.additionalOperations ?? {}) as Record<string, Operation>)
  return [
    ...known.map((method): [string, Operation] => [method, item[method] as Operation]),
    ...others,
  ]
}

/** Resolves a `$ref` inside the document; any other object is returned as it is. */
export function resolve<T extends { $ref?: string }>(document: OpenApi, value: T): T {
  const met = new Set<unknown>()
  let found = value
  while (found.$ref !== undefined && !met.has(found)) {
    met.add(found)
    const target = pointedAt(document, found.$ref)
    if (typeof target !== 'object' || target === null) return found
    found = target as T
  }
  return found
}

/** The value at a JSON pointer; undefined if it leads out of the document or nowhere. */
export function pointedAt(document: OpenApi, ref: string): unknown {
  if (!ref.startsWith('#')) return undefined
  const keys = ref.replace(/^#\/?/, '').split('/').filter(Boolean)
  return keys.reduce<unknown>((at, key) => {
    const name = decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')
    return (at as Record<string, unknown> | undefined)?.[name]
  }, document)
}
