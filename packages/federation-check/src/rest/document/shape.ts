// Checks the types of the members that the comparison reads. A member of another type cannot be compared.
import { METHODS } from '../documented.ts'
import type { OpenApi } from '../openapi.ts'
import {
  checkShapes,
  each,
  FLAG,
  isObject,
  listOf,
  Malformed,
  mapOf,
  objectOf,
  orNull,
  REFERENCE,
  SCHEMA,
  TEXT,
  TEXTS,
  type Shape,
} from './shapes.ts'

/** Checks a document. @throws UsageError with the place of the first member of a wrong type */
export function checkShape(file: string, document: OpenApi): void {
  checkShapes(file, document, { whole: DOCUMENT, referable: REFERABLE })
}

const CONTENT = mapOf(objectOf(() => ({ schema: SCHEMA })))
const WRITTEN = {
  ...each('required deprecated explode', FLAG),
  ...each('style', TEXT),
  $ref: REFERENCE,
  schema: SCHEMA,
  content: CONTENT,
}
const HEADER = objectOf(() => WRITTEN)
const named = objectOf(() => ({ ...WRITTEN, name: TEXT, in: TEXT }))
const PARAMETER: Shape = (place) => {
  const below = named(place)
  const { $ref, name, in: where } = place.value as Record<string, unknown>
  if ($ref === undefined && (name === undefined || where === undefined)) {
    throw new Malformed('must have a name and "in"')
  }
  return below
}
const BODY = objectOf(() => ({
  $ref: REFERENCE,
  required: FLAG,
  headers: mapOf(HEADER),
  content: CONTENT,
}))
const VARIABLE = objectOf(() => ({ default: TEXT, enum: TEXTS }))
const SERVERS = orNull(listOf(objectOf(() => ({ url: TEXT, variables: mapOf(VARIABLE) }))))
const SECURITY = listOf(mapOf(TEXTS))
const PARAMETERS = orNull(listOf(PARAMETER))
const OPERATION = objectOf(() => ({
  parameters: PARAMETERS,
  requestBody: orNull(BODY),
  responses: mapOf(BODY, true),
  callbacks: mapOf(CALLBACK),
  security: SECURITY,
  servers: SERVERS,
  deprecated: FLAG,
}))
const ITEM = objectOf(() => ({
  ...each(METHODS.join(' '), OPERATION),
  $ref: REFERENCE,
  additionalOperations: mapOf(OPERATION),
  parameters: PARAMETERS,
  servers: SERVERS,
}))
const ITEMS = orNull(mapOf(ITEM, true))
const CALLBACK: Shape = (place) => {
  const { $ref } = isObject(place.value) ? (place.value as { $ref?: unknown }) : {}
  return $ref === undefined
    ? mapOf(ITEM, true)(place)
    : objectOf(() => ({ $ref: REFERENCE }))(place)
}
const SCHEME = objectOf(() => ({
  ...each('type scheme in name', TEXT),
  $ref: REFERENCE,
  flows: mapOf(
    objectOf(() => ({ scopes: mapOf(TEXT) })),
    true,
  ),
}))
const DOCUMENT = objectOf(() => ({
  paths: ITEMS,
  webhooks: ITEMS,
  servers: SERVERS,
  security: SECURITY,
  components: orNull(objectOf(() => ({ securitySchemes: mapOf(SCHEME) }))),
}))

const IN_PATHS = [HEADER, PARAMETER, BODY, ITEM, CALLBACK]
const REFERABLE: ReadonlySet<Shape> = new Set([SCHEMA, SCHEME, ...IN_PATHS])
