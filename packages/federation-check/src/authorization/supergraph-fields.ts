// Compares fields as they are in the supergraph: those that a subgraph dropped, and those of a subgraph without SDL.
import type { Graph } from '../graph/graph.ts'
import { mergedGraph } from '../graph/merged.ts'
import type { Locate } from '../sdl/locate.ts'
import type { SubgraphDocument } from '../sdl/sdl.ts'
import type { Guarded } from './guarded.ts'

type IsWanted = (guarded: Guarded) => boolean
export type FieldsOfSides = readonly [base: readonly Guarded[], head: readonly Guarded[]]

export const NOTHING: FieldsOfSides = [[], []]

/** The merged requirements of the given fields of the head, and of all fields of the base. */
export function mergedSides(
  [base, head]: readonly [base: Graph, head: Graph],
  isWanted: IsWanted,
  locate: Locate,
  fieldsOf: (one: SubgraphDocument) => Guarded[],
): FieldsOfSides {
  const after = mergedGraph(head).flatMap(fieldsOf)
  const wanted = after.map((one) => relocated(one, locate)).filter(isWanted)
  return wanted.length > 0 ? [mergedGraph(base).flatMap(fieldsOf), wanted] : NOTHING
}

/** The field with the position in the head where its coordinate is written. */
export function relocated({ coordinate, response, parts }: Guarded, locate: Locate): Guarded {
  const found = locate(coordinate)
  const place = found && { subgraph: found.subgraph, at: () => found.at }
  return { coordinate, response, parts, ...place }
}

/** The coordinates that a subgraph no longer has. */
export function whereSomeoneLeft(base: readonly Guarded[], head: readonly Guarded[]) {
  const keyOf = ({ coordinate, subgraph }: Guarded) => `${subgraph}/${coordinate}`
  const there = new Set(head.map(keyOf))
  const left = base.filter((one) => !there.has(keyOf(one)))
  return new Set(left.map(({ coordinate }) => coordinate))
}
