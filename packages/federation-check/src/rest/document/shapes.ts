// Describes the types of the parts of a document, and finds the first part that does not match.
import { isMet } from '../../memo.ts'
import { UsageError } from '../../sources/files.ts'
import { pointedAt } from '../references.ts'

interface Place {
  pointer: string
  value: unknown
}

/** Checks a place, and returns the places below it with their shapes. Throws `Malformed`. */
export type Shape = (place: Place) => readonly (readonly [Place, Shape])[]

export class Malformed extends Error {}

/** The shape of a document. */
export interface DocumentShape {
  whole: Shape
  /** The shapes of parts that may be a `$ref`. */
  referable: ReadonlySet<Shape>
}

/** Checks a document. @throws UsageError with the place of the first member of a wrong type */
export function checkShapes(
  file: string,
  document: object,
  { whole, referable }: DocumentShape,
): void {
  const met = new Map<unknown, Set<Shape>>()
  const unread: (readonly [Place, Shape])[] = [[{ pointer: '#', value: document }, whole]]
  for (let next = unread.pop(); next; next = unread.pop()) {
    const [place, shape] = next
    // A value is read once for each shape: places of a YAML document may share it, and schemas refer to each other.
    const isRepeated = typeof place.value === 'object' && isMet(met, place.value, shape)
    if (isRepeated) continue
    try {
      unread.push(...shape(place))
      if (referable.has(shape)) unread.push(...targetOf(document, place, shape))
    } catch (error) {
      if (!(error instanceof Malformed)) throw error
      throw new UsageError(`${file}: ${place.pointer} ${error.message}.`)
    }
  }
}

/** The target of a `$ref`, which must have the shape of the place of the `$ref`. */
function targetOf(document: object, { value }: Place, shape: Shape): [Place, Shape][] {
  const ref = (value as { $ref?: unknown }).$ref
  if (typeof ref !== 'string' || !isReference(ref)) return []
  const target = pointedAt(document, ref)
  return typeof target === 'object' && target !== null
    ? [[{ pointer: ref, value: target }, shape]]
    : []
}

/** The shape of a plain value. */
const of =
  (words: string, isRight: (value: unknown) => boolean): Shape =>
  ({ value }) => {
    if (isRight(value)) return []
    throw new Malformed(`must be ${words}`)
  }

export const isObject = (value: unknown): value is object =>
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

export const TEXT = of('a string', (value) => typeof value === 'string')
const NUMBER = of('a number', (value) => typeof value === 'number')
export const FLAG = of('true or false', (value) => typeof value === 'boolean')
const LIST = of('a list', Array.isArray)
export const TEXTS = of('a list of strings', isTexts)
const TYPES = of(
  'a string or a list of strings',
  (value) => typeof value === 'string' || isTexts(value),
)
const EXCLUSIVE = of('a number, true or false', (value) =>
  ['number', 'boolean'].includes(typeof value),
)
export const REFERENCE = of(
  'a reference whose % signs are encoded as %25',
  (value) => typeof value === 'string' && isReference(value),
)

const below = ({ pointer }: Place, name: string | number, value: unknown): Place => ({
  pointer: `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`,
  value,
})

export const listOf =
  (shape: Shape): Shape =>
  (place) => {
    LIST(place)
    const items = place.value as unknown[]
    return items.map((item, index) => [below(place, index, item), shape])
  }

/** A map. With `hasExtensions`, names that start with `x-` are extensions. Elsewhere, a member may have such a name. */
export const mapOf =
  (shape: Shape, hasExtensions = false): Shape =>
  (place) => {
    if (!isObject(place.value)) throw new Malformed('must be an object')
    return Object.entries(place.value)
      .filter(([name]) => !hasExtensions || !name.startsWith('x-'))
      .map(([name, value]) => [below(place, name, value), shape])
  }

/** An object with members; others are not read. The members are a function, because schemas contain schemas. */
export const objectOf =
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
export const orNull =
  (shape: Shape): Shape =>
  (place) =>
    place.value === null ? [] : [[place, shape]]

export const each = (names: string, shape: Shape) =>
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

export const SCHEMA: Shape = (place) => {
  if (typeof place.value === 'boolean') return []
  if (!isObject(place.value)) throw new Malformed('must be a schema: an object, true or false')
  return object(place)
}
