// Merges the results of subgraphs into one tree, in place.
import { ExactNumber } from '#foundation/http/exact-json.ts'
import { isEntity, type Entity } from './subgraph-result.ts'
import type { TypeNames } from './type-names.ts'

/**
 * Merges a result into an object. Objects, and lists of objects, are merged member by member. A null never replaces a
 * value, and the interface name of an `@interfaceObject` never replaces a `__typename`.
 */
export function mergeInto(target: Entity, source: Entity, types: TypeNames): void {
  for (const key of Object.keys(source)) {
    // Assigning `__proto__` would not add a field, but change the prototype of the object.
    if (key === '__proto__') continue
    const value = source[key]
    const known = Object.hasOwn(target, key) ? target[key] : undefined
    if (known === value || value === undefined) continue
    if (known === undefined || known === null) target[key] = value
    else if (value === null) continue
    else if (key === '__typename' && types.isInterface(value)) continue
    else target[key] = merged(known, value, types)
  }
}

function merged(known: unknown, value: unknown, types: TypeNames): unknown {
  if (isEntity(known) && isEntity(value)) {
    mergeInto(known, value, types)
    return known
  }
  if (!Array.isArray(known) || !Array.isArray(value)) return value
  if (known.length !== value.length) return value
  return known.map((item: unknown, index) => mergedItem(item, value[index], types))
}

function mergedItem(known: unknown, value: unknown, types: TypeNames): unknown {
  if (known === null || known === undefined) return value
  return value === null || value === undefined ? known : merged(known, value, types)
}

/** Copies objects and lists. Strings are shared, because copies of long ones would multiply memory. */
export function copyOf<Value>(value: Value): Value
export function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value
  if (Array.isArray(value)) return value.map(copyOf)
  const copy: Entity = {}
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__')
      Object.defineProperty(copy, key, { value: copyOf(member), enumerable: true })
    else copy[key] = copyOf(member)
  }
  return copy
}
