// The parts of an AsyncAPI 3 document that belong to the contract
// (https://www.asyncapi.com/docs/reference/specification/v3.0.0).
import type { Schema } from '../rest/openapi.ts'

/** A schema with the name of its format. */
export interface FormattedSchema {
  $ref?: string
  schemaFormat: string
  schema?: unknown
}

export interface Message {
  $ref?: string
  name?: string
  contentType?: string
  payload?: Schema | FormattedSchema
  headers?: Schema | FormattedSchema
  correlationId?: { $ref?: string; location?: string } | null
  traits?: Message[]
  [member: string]: unknown
}

export interface Channel {
  $ref?: string
  address?: string | null
  messages?: Record<string, Message>
  /** Absent or empty: all servers of the document. */
  servers?: Reference[]
  parameters?: Record<string, Variable>
  [member: string]: unknown
}

export interface Reference {
  $ref?: string
}

/** A parameter of a channel's address, or a variable of a server. */
export interface Variable {
  $ref?: string
  /** Absent: any value is allowed. */
  enum?: string[]
  default?: string
  [member: string]: unknown
}

export interface Reply {
  $ref?: string
  address?: { $ref?: string; location?: string }
  channel?: Reference
  /** Absent: all messages of the channel. */
  messages?: Reference[]
  [member: string]: unknown
}

export interface Operation {
  $ref?: string
  action?: string
  channel?: Reference
  /** Absent: all messages of the channel. */
  messages?: Reference[]
  security?: Scheme[]
  reply?: Reply
  traits?: Operation[]
  [member: string]: unknown
}

/** How a client authenticates. */
export interface Scheme {
  $ref?: string
  type?: string
  scopes?: string[]
  flows?: Record<string, { availableScopes?: Record<string, unknown> } | undefined>
  [member: string]: unknown
}

export interface Server {
  $ref?: string
  host?: string
  protocol?: string
  pathname?: string
  variables?: Record<string, Variable>
  security?: Scheme[]
  [member: string]: unknown
}

export interface AsyncApi {
  asyncapi: string
  defaultContentType?: string
  servers?: Record<string, Server> | null
  channels?: Record<string, Channel> | null
  operations?: Record<string, Operation> | null
  [member: string]: unknown
}
