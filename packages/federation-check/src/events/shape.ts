// Checks the types of the members that the comparison reads. A member of another type cannot be compared.
import {
  checkShapes,
  each,
  isObject,
  listOf,
  mapOf,
  objectOf,
  orNull,
  REFERENCE,
  SCHEMA,
  TEXT,
  TEXTS,
  type Shape,
} from '../rest/document/shapes.ts'
import type { AsyncApi } from './asyncapi.ts'
import { SCHEMAS } from './binding-members.ts'
import { isJsonSchema } from './schema-format.ts'

/** Checks a document. @throws UsageError with the place of the first member of a wrong type */
export function checkShape(file: string, document: AsyncApi): void {
  checkShapes(file, document, { whole: DOCUMENT, referable: REFERABLE })
}

const POINTER = objectOf(() => ({ $ref: REFERENCE }))
const foreign = objectOf(() => ({ schemaFormat: TEXT }))
const formatted = objectOf(() => ({ schemaFormat: TEXT, schema: SCHEMA }))

const ANY_SCHEMA: Shape = (place) => {
  if (!isObject(place.value) || !('schemaFormat' in place.value)) return SCHEMA(place)
  return isJsonSchema(place.value.schemaFormat) ? formatted(place) : foreign(place)
}

/** A binding may have a plain value instead of a schema: then only this value is accepted. */
const BINDING_SCHEMA: Shape = (place) => (isObject(place.value) ? ANY_SCHEMA(place) : [])

const SCHEMA_PATHS = Object.values(SCHEMAS).flat()
const PROTOCOLS = SCHEMA_PATHS.map((path) => path.split('.')[0]!).join(' ')
const SCHEMA_MEMBERS = SCHEMA_PATHS.map((path) => path.split('.')[1]!).join(' ')
const BINDING = objectOf(() => ({ $ref: REFERENCE, ...each(SCHEMA_MEMBERS, BINDING_SCHEMA) }))
const BINDINGS = objectOf(() => ({ $ref: REFERENCE, ...each(PROTOCOLS, orNull(BINDING)) }))

const LOCATION = objectOf(() => ({ $ref: REFERENCE, location: TEXT }))
const MESSAGE: Shape = objectOf(() => ({
  ...each('name contentType', TEXT),
  ...each('payload headers', ANY_SCHEMA),
  $ref: REFERENCE,
  bindings: orNull(BINDINGS),
  correlationId: orNull(LOCATION),
  traits: listOf(MESSAGE),
}))
const VARIABLE = objectOf(() => ({ $ref: REFERENCE, enum: TEXTS }))
const CHANNEL = objectOf(() => ({
  $ref: REFERENCE,
  bindings: orNull(BINDINGS),
  servers: listOf(POINTER),
  parameters: mapOf(VARIABLE),
  address: orNull(TEXT),
  messages: mapOf(MESSAGE),
}))
const FLOW = objectOf(() => ({ availableScopes: objectOf(() => ({})) }))
const SCHEME = objectOf(() => ({
  $ref: REFERENCE,
  type: TEXT,
  scopes: TEXTS,
  flows: mapOf(FLOW, true),
}))
const REPLY = objectOf(() => ({
  $ref: REFERENCE,
  address: LOCATION,
  channel: POINTER,
  messages: listOf(POINTER),
}))
const OPERATION: Shape = objectOf(() => ({
  $ref: REFERENCE,
  action: TEXT,
  bindings: orNull(BINDINGS),
  channel: POINTER,
  messages: listOf(POINTER),
  security: listOf(SCHEME),
  reply: REPLY,
  traits: listOf(OPERATION),
}))
const SERVER = objectOf(() => ({
  ...each('host protocol pathname', TEXT),
  $ref: REFERENCE,
  bindings: orNull(BINDINGS),
  variables: mapOf(VARIABLE),
  security: listOf(SCHEME),
}))
const DOCUMENT = objectOf(() => ({
  defaultContentType: TEXT,
  servers: orNull(mapOf(SERVER, true)),
  channels: orNull(mapOf(CHANNEL, true)),
  operations: orNull(mapOf(OPERATION, true)),
}))
const REFERABLE: ReadonlySet<Shape> = new Set([
  SCHEMA,
  ANY_SCHEMA,
  MESSAGE,
  VARIABLE,
  CHANNEL,
  SCHEME,
  LOCATION,
  BINDINGS,
  BINDING,
  REPLY,
  OPERATION,
  SERVER,
])
