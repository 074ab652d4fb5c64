// The types of the members that the comparison reads. What has another type cannot be compared.
import { UsageError } from '../../sources/files.ts'
import { METHODS } from '../documented.ts'
import type { OpenApi } from '../openapi.ts'
import { pointedAt } from '../references.ts'

interface Place {
  pointer: string
  value: unknown
}

/** The places below, with the shape of each. Throws `Malformed`. */
type Shape = (place: Place) => readonly (readonly [Place, Shape])[]

class Malformed extends Error {}

/** @throws UsageError with the place of the first member of a wrong type */
export function checkShape(file: string, document: OpenApi): void {
  const met = new Map<unknown, Set<Shape>>()
  const unread: (readonly [Place, Shape])[] = [[{ pointer: '#', value: document }, DOCUMENT]]
  for (let next = unread.pop(); next; next = unread.pop()) {
    const [place, shape] = next
    if (isMet(met, place.value, shape)) continue
    try {
      unread.push(...shape(place), ...targetOf(document, place, shape))
    } catch (error) {
      if (!(error instanceof Malformed)) throw error
      throw new UsageError(`${file}: ${place.pointer} ${error.message}.`)
    }
  }
}

/** Places of a YAML document may share a value, and schemas refer to each other. */
function isMet(met: Map<unknown, Set<Shape>>, value: unknown, shape: Shape): boolean {
  if (typeof value !== 'object' || value === null) return false
  const shapes = met.get(value) ?? new Set()
  met.set(value, shapes)
  return shapes.size === shapes.add(shape).size
}

/** What a `$ref` points at has the shape of the place of the `$ref`, wherever it is. */
function targetOf(document: OpenApi, { value }: Place, shape: Shape): [Place, Shape][] {
  if (!REFERABLE.has(shape)) return []
  const ref = (value as { $ref?: unknown }).$ref
  if (typeof ref !== 'string' || !isReference(ref)) return []
  const target = pointedAt(document, ref)
  return typeof target === 'object' && target !== null
    ? [[{ pointer: ref, value: target }, shape]]
    : []
}

/** A shape of a value without parts. */
const of =
  (words: string, isRight: (value: unknown) => boolean): Shape =>
  ({ value }) => {
    if (isRight(value)) return []
    throw new Malformed(`must be ${words}`)
  }

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTexts = (value: unknown) =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

function isReference(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

const TEXT = of('a string', (value) => typeof value === 'string')
const NUMBER = of('a number', (value) => typeof value === 'number')
const FLAG = of('true or false', (value) => typeof value === 'boolean')
const LIST = of('a list', Array.isArray)
const TEXTS = of('a list of strings', isTexts)
const TYPES = of(
  'a string or a list of strings',
  (value) => typeof value === 'string' || isTexts(value),
)
const EXCLUSIVE = of('a number, true or false', (value) =>
  ['number', 'boolean'].includes(typeof value),
)
const REFERENCE = of(
  'a reference whose % signs are encoded as %25',
  (value) => typeof value === 'string' && isReference(value),
)

const below = ({ pointer }: Place, name: string | number, value: unknown): Place => ({
  pointer: `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`,
  value,
})

const listOf =
  (shape: Shape): Shape =>
  (place) => {
    LIST(place)
    const items = place.value as unknown[]
    return items.map((item, index) => [below(place, index, item), shape])
  }

/** Any name may be an extension where names start with a slash or are a status. */
const mapOf =
  (shape: Shape, hasExtensions = false): Shape =>
  (place) => {
    if (!isObject(place.value)) throw new Malformed('must be an object')
    return Object.entries(place.value)
      .filter(([name]) => !hasExtensions || !name.startsWith('x-'))
      .map(([name, value]) => [below(place, name, value), shape])
  }

/** An object with members; others are not read. The members are a function, since schemas contain schemas. */
const objectOf =
  (members: () => Readonly<Record<string, Shape>>): Shape =>
  (place) => {
    if (!isObject(place.value)) throw new Malformed('must be an object')
    const known = new Map(Object.entries(members()))
    return Object.entries(place.value).flatMap(([name, value]) => {
      const shape = known.get(name)
      return shape && value !== undefined ? [[below(place, name, value), shape] as const] : []
    })
  }

/** An empty member of YAML is null. */
const orNull =
  (shape: Shape): Shape =>
  (place) =>
    place.value === null ? [] : [[place, shape]]

const each = (names: string, shape: Shape) =>
  Object.fromEntries(names.split(' ').map((name) => [name, shape]))

const object = objectOf(() => ({
  ...each('enum', LIST),
  ...each('required', TEXTS),
  ...each('title pattern', TEXT),
  ...each('nullable readOnly writeOnly deprecated uniqueItems', FLAG),
  ...each('exclusiveMinimum exclusiveMaximum', EXCLUSIVE),
  ...each('minimum maximum multipleOf minLength maxLength minItems maxItems', NUMBER),
  ...each('minContains maxContains minProperties maxProperties', NUMBER),
  ...each('allOf oneOf anyOf prefixItems', listOf(SCHEMA)),
  ...each('properties patternProperties dependentSchemas', mapOf(SCHEMA)),
  ...each('not if then else items contains contentSchema', SCHEMA),
  ...each('propertyNames additionalProperties unevaluatedItems unevaluatedProperties', SCHEMA),
  type: TYPES,
  $ref: REFERENCE,
  dependentRequired: mapOf(TEXTS),
  discriminator: objectOf(() => ({ propertyName: TEXT, mapping: mapOf(TEXT) })),
}))

const SCHEMA: Shape = (place) => {
  if (typeof place.value === 'boolean') return []
  if (!isObject(place.value)) throw new Malformed('must be a schema: an object, true or false')
  return object(place)
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
