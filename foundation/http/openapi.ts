// The parts of an OpenAPI 3.1 document that this system writes (https://spec.openapis.org/oas/v3.1.1).

/** A JSON Schema (draft 2020-12), or a reference to one. */
export type JsonSchema = Readonly<Record<string, unknown>>

export type Reference = Readonly<Record<'$ref', string>>

export interface Server {
  url: string
  description: string
  variables?: Readonly<Record<string, { default: string; description: string }>>
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description: string
  schema: JsonSchema
  /** `false` if the items of a list are separated by commas, not sent as repeated parameters. */
  explode?: false
}

export interface MediaType {
  schema: JsonSchema
  example?: unknown
  examples?: Readonly<Record<string, { value: unknown }>>
}

export type Content = Readonly<Record<string, MediaType>>

export interface RequestBody {
  required: boolean
  description: string
  content: Content
}

export interface Header {
  description: string
  required?: boolean
  schema: JsonSchema
}

export interface ResponseObject {
  description: string
  headers?: Readonly<Record<string, Reference>>
  content?: Content
}

/** Schemes that are all required, each with its scopes. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>

export interface OperationObject {
  operationId: string
  summary: string
  description: string
  tags: readonly string[]
  /** Alternatives: one of them has to be met. */
  security: readonly SecurityRequirement[]
  parameters?: readonly (Parameter | Reference)[]
  requestBody?: RequestBody
  responses: Readonly<Record<string, ResponseObject | Reference>>
}

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

export type Method = (typeof METHODS)[number]

export type PathItem = Partial<Record<Method, OperationObject>> & {
  /** The name of the service that responds, or of every service with the path, in the order of `servers`. */
  'x-service'?: string | readonly string[]
  servers?: readonly Server[]
}

export interface Components {
  schemas: Readonly<Record<string, JsonSchema>>
  responses: Readonly<Record<string, ResponseObject>>
  parameters: Readonly<Record<string, Parameter>>
  headers: Readonly<Record<string, Header>>
  securitySchemes: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: readonly Server[]
  tags: readonly { name: string; description: string }[]
  paths: Readonly<Record<string, PathItem>>
  components: Components
}

/** The documentation of a service's endpoints outside its route table. */
export interface OpenApiPart {
  paths: Readonly<Record<string, Omit<PathItem, 'x-service' | 'servers'>>>
  components: Partial<Pick<Components, 'schemas' | 'responses' | 'securitySchemes'>>
}

/** A reference to a component, e.g. `reference('headers', 'Link')`. */
export function reference(kind: keyof Components, name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` }
}

/** The schema of an object with exactly these properties, of which the optional ones may be absent. */
export function exactly(
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, required, additionalProperties: false }
}
