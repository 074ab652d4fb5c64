// Draws lists: of the lengths at the boundaries, and with each value of an item.
import type { SchemaObject } from '../../openapi.ts'
import { numbersIn, peersOfItem, type Peer } from './peers.ts'
import { below, type Place, type Run } from './run.ts'

type Draw = (run: Run, place: Place) => unknown[]

/** The maximum length of a drawn list. */
const MAX_LENGTH = 200

/** The number of items that are varied. */
const MAX_VARIED = 30

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
    ...varied(Math.max(minItems, depth), at),
    ...varied(Math.max(minItems, depth + 1), at),
    ...varied(Math.max(minItems, 2), at),
    ...containing(place.peers, at(0)),
  ]
  return drawn.filter((list) => list !== undefined)
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

/** A list of equal items or, with `step` 1, of different ones. Undefined when an item has no value. */
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

/** Copies of the list, each with another value in one of its first items. */
function varied(length: number, at: (index: number) => readonly unknown[]) {
  const usual = length > MAX_LENGTH ? undefined : listOf(length, at, 0)
  if (!usual) return []
  const positions = Array.from({ length: Math.min(length, MAX_VARIED) }, (_, index) => index)
  return positions.flatMap((index) =>
    at(index)
      .slice(1)
      .map((value) => usual.with(index, value)),
  )
}

/** Lists that contain each value as often as they must or may. */
function containing(peers: readonly Peer[], values: readonly unknown[]): unknown[][] {
  if (peers.every(({ schema }) => schema.contains === undefined)) return []
  const stated = numbersIn(peers, ['minContains', 'maxContains'])
  const times = new Set([1, 2, 3, ...stated.flatMap((count) => [count - 1, count, count + 1])])
  const drawn = [...times].filter((count) => count >= 0 && count <= MAX_LENGTH)
  return values.flatMap((value) => drawn.map((count) => Array.from({ length: count }, () => value)))
}
