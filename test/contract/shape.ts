// Exact shapes of responses, written like the documented tables.

/** A leaf by its documented type, a literal, a list of these kinds of items, or an object of exactly these keys. */
export type Shape =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'timestamp'
  | 'object'
  | 'null'
  | true
  | readonly [Shape, ...Shape[]]
  | { readonly [key: string]: Shape }

/** Every deviation of the value from the shape, each with its path. */
export function mismatches(shape: Shape, value: unknown, path = 'response'): string[] {
  if (typeof shape === 'string') return isOfType(shape, value) ? [] : [`${path} is no ${shape}`]
  if (shape === true) return value === true ? [] : [`${path} is not true`]
  if (isList(shape)) {
    if (!Array.isArray(value)) return [`${path} is no list`]
    return value.flatMap((item, index) => itemMismatches(shape, item, `${path}[${index}]`))
  }
  if (typeof value !== 'object' || value === null) return [`${path} is no object`]
  return objectMismatches(shape, value, path)
}

/** The deviations from the kind that is closest to the item. */
function itemMismatches(kinds: readonly Shape[], item: unknown, path: string): string[] {
  const found = kinds.map((kind) => mismatches(kind, item, path))
  return found.toSorted((a, b) => a.length - b.length)[0]!
}

function objectMismatches(shape: Record<string, Shape>, value: object, path: string): string[] {
  const held = new Map(Object.entries(value))
  const extra = [...held.keys()].filter((key) => !Object.hasOwn(shape, key))
  return [
    ...extra.map((key) => `${path}.${key} is not documented`),
    ...Object.entries(shape).flatMap(([key, inner]) => {
      if (!held.has(key)) return [`${path}.${key} is missing`]
      return mismatches(inner, held.get(key), `${path}.${key}`)
    }),
  ]
}

function isList(shape: Shape): shape is readonly [Shape, ...Shape[]] {
  return Array.isArray(shape)
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  if (type === 'null') return value === null
  if (type === 'timestamp') return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(value))
  return typeof value === type
}
