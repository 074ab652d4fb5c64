// The parts of an OpenAPI 3.1 document that belong to the contract
// (https://spec.openapis.org/oas/v3.1.0).

/** The parts of JSON Schema that constrain values. `true` allows everything, and `false` nothing. */
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
  /** Further values of keywords in the parts of a merged `allOf` (all-of.ts). */
  also?: Schema[]
  /** All other keywords; keywords.ts compares them. */
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
  /** An object that identifies the schema in all of its uses, nullable or not. */
  key: object
}

interface Discriminator {
  propertyName?: string
  mapping?: Record<string, string>
}

export interface MediaType {
  schema?: Schema
  [member: string]: unknown
}

/** The common members of a parameter and a header. */
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

interface Flow {
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
