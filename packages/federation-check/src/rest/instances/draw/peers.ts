// Collects all schemas that apply to one place of an instance, and the boundaries that they set.
import { asObject, expand } from '../../schema/all-of.ts'
import type { OpenApi, Schema, SchemaObject } from '../../openapi.ts'

/** A schema that says something about a place, with the document it refers to. */
export interface Peer {
  document: OpenApi
  schema: SchemaObject
}

/** The maximum number of schemas for one place. */
const MAX_PEERS = 60

/** A schema, with those that it combines. */
export function peersOf(document: OpenApi, schema: Schema): Peer[] {
  const found = new Set<SchemaObject>()
  const unread: Schema[] = [schema]
  for (let next = unread.pop(); next !== undefined; next = unread.pop()) {
    const whole = expand(document, asObject(next))
    if (found.has(whole) || found.size >= MAX_PEERS) continue
    found.add(whole)
    unread.push(...partsOf(whole))
  }
  return [...found].map((one) => ({ document, schema: one }))
}

function partsOf(schema: SchemaObject): Schema[] {
  const { oneOf = [], anyOf = [], also = [], allOf = [], dependentSchemas = {} } = schema
  const single = [schema.not, schema.if, schema.then, schema.else, schema.contains]
  const stated = single.filter((one) => one !== undefined) as Schema[]
  return [oneOf, anyOf, also, allOf, Object.values(dependentSchemas as object), stated]
    .flat()
    .toReversed() as Schema[]
}

/** The schemas that apply to a property. */
export function peersAt(peers: readonly Peer[], name: string): Peer[] {
  return inside(peers, ({ properties = {}, additionalProperties, patternProperties = {} }) => [
    Object.hasOwn(properties, name) ? properties[name] : additionalProperties,
    ...Object.entries(patternProperties as Record<string, Schema>)
      .filter(([pattern]) => new RegExp(pattern, 'u').test(name))
      .map(([, one]) => one),
  ])
}

/** The schemas that apply to an item. */
export function peersOfItem(peers: readonly Peer[], index: number): Peer[] {
  return inside(peers, ({ prefixItems, items, contains }) => [
    prefixItems?.[index] ?? items,
    contains as Schema | undefined,
  ])
}

function inside(
  peers: readonly Peer[],
  parts: (schema: SchemaObject) => (Schema | undefined)[],
): Peer[] {
  const all = new Map<SchemaObject, Peer>()
  for (const { document, schema } of peers) {
    for (const part of parts(schema)) {
      if (all.size >= MAX_PEERS) return [...all.values()].slice(0, MAX_PEERS)
      for (const peer of part === undefined ? [] : peersOf(document, part)) {
        all.set(peer.schema, peer)
      }
    }
  }
  return [...all.values()].slice(0, MAX_PEERS)
}

/** The numbers that the schemas have for some keywords. */
export function numbersIn(peers: readonly Peer[], keywords: readonly string[]): number[] {
  const values = peers.flatMap(({ schema }) => keywords.map((keyword) => schema[keyword]))
  return [...new Set(values.filter((value) => typeof value === 'number'))]
}

/** The values that the schemas list. */
export function valuesIn(peers: readonly Peer[]): unknown[] {
  return peers.flatMap(({ schema }) => [
    ...(schema.enum ?? []),
    ...(schema.const === undefined ? [] : [schema.const]),
  ])
}

export function patternsIn(peers: readonly Peer[]): string[] {
  const patterns = peers.map(({ schema }) => schema.pattern)
  return [...new Set(patterns.filter((pattern) => typeof pattern === 'string'))]
}
