// Draws lists: of the lengths at the boundaries, and with each value of an item.
import type { Schema, SchemaObject } from '../../openapi.ts'
import { numbersIn, peersOf, peersOfItem, type Peer } from './peers.ts'
import type { Place, Run } from './run.ts'

type Draw = (run: Run, place: Place) => unknown[]

/** Longer lists are not drawn. */
const MAX_LENGTH = 200

const LENGTHS = ['minItems', 'maxItems', 'minContains', 'maxContains']

export function drawLists(run: Run, schema: SchemaObject, place: Place, draw: Draw): unknown[][] {
  const fixed = schema.prefixItems ?? []
  const depth = longestPrefix(place.peers)
  const values = Array.from({ length: depth + 1 }, (_, index) => {
    const item = fixed[index] ?? schema.items ?? true
    return draw(run, below(place, item, peersOfItem(place.peers, index)))
  })
  const at = (index: number) => values[Math.min(index, depth)]!
  const lengths = lengthsOf(run, place.peers, fixed.length)
  const { minItems = 0, maxItems = Infinity } = schema as { minItems?: number; maxItems?: number }
  const allowed = lengths.filter((length) => length >= minItems && length <= maxItems)
  const drawn = [
    ...allowed.flatMap((length) => [listOf(length, at, 0), listOf(length, at, 1)]),
    ...varied(Math.max(minItems, depth, 1), at),
    ...varied(Math.max(minItems, 2), at),
    ...containing(run, schema, place, draw),
  ]
  return drawn.filter((list) => list !== undefined)
}

function below({ schema, above }: Place, part: Schema, peers: readonly Peer[]): Place {
  return { schema: part, peers, above: [...above, schema] }
}

function longestPrefix(peers: readonly Peer[]): number {
  return Math.max(0, ...peers.map(({ schema }) => schema.prefixItems?.length ?? 0))
}

function lengthsOf(run: Run, peers: readonly Peer[], fixed: number): number[] {
  const stated = numbersIn(peers, LENGTHS).flatMap((length) => [length - 1, length, length + 1])
  const all = [...new Set([1, 0, 2, fixed, fixed + 1, ...stated])].filter((length) => length >= 0)
  const reached = all.filter((length) => length <= MAX_LENGTH)
  if (reached.length < all.length) run.isComplete = false
  return reached
}

/** A list of equal items, or with `step` 1 of items that differ. Undefined when an item has no value. */
function listOf(
  length: number,
  at: (index: number) => readonly unknown[],
  step: 0 | 1,
): unknown[] | undefined {
  const items = Array.from({ length }, (_, index) => {
    const some = at(index)
    return some[(index * step) % Math.max(1, some.length)]
  })
  return items.includes(undefined) ? undefined : items
}

/** The list with each other value of each of its first items. */
function varied(length: number, at: (index: number) => readonly unknown[]) {
  const usual = length > MAX_LENGTH ? undefined : listOf(length, at, 0)
  if (!usual) return []
  const positions = Array.from({ length: Math.min(length, 8) }, (_, index) => index)
  return positions.flatMap((index) =>
    at(index)
      .slice(1)
      .map((value) => usual.with(index, value)),
  )
}

function containing(run: Run, schema: SchemaObject, place: Place, draw: Draw): unknown[][] {
  const wanted = schema.contains as Schema | undefined
  if (wanted === undefined) return []
  const peers = [...peersOf(run.document, wanted), ...peersOfItem(place.peers, 0)]
  const values = draw(run, below(place, wanted, peers))
  return values.flatMap((value) => [[value], [value, value], [value, value, value]])
}
