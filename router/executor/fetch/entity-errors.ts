// The errors of an answer for entities, at the places in the client's answer where the entities stand.
import type { GraphQLFormattedError } from 'graphql'
import { errorAt } from '../errors.ts'
import { placesAt, type Path } from '../places.ts'
import type { Run } from '../run.ts'
import type { Entity, SubgraphAnswer } from '../subgraph-answer.ts'
import type { AskedField, EntitiesField } from './asked-entities.ts'
import { inAnswer, type CompiledFetch } from './fetch.ts'

/** Adds the errors of an answer at the places of their entities. */
export function addEntityErrors(
  { node, nameOf }: CompiledFetch,
  run: Run,
  asked: readonly AskedField[],
  { errors }: SubgraphAnswer,
): void {
  if (!errors || errors.length === 0) return
  const pathsOf = new Map(asked.map(({ field }) => [field, pathsByObject(field, run)]))
  for (const error of errors) {
    for (const path of placesOf(error, asked, pathsOf)) {
      if (run.errors.isFull) return
      run.errors.add(errorAt(error, path && inAnswer(path, nameOf), node.serviceName))
    }
  }
}

type PathsByObject = ReadonlyMap<Entity, Path[]>

function pathsByObject({ paths }: EntitiesField, run: Run): PathsByObject {
  const known = new Map<Entity, Path[]>()
  for (const place of paths.flatMap((path) => [...placesAt(run.data, path)])) {
    known.getOrInsertComputed(place.object, () => []).push(place.path)
  }
  return known
}

/**
 * The places in the answer of an error at `_entities[3].name`: every one where the entity stands. An
 * error of all entities, or of none of them, is at the first.
 */
function placesOf(
  { path }: GraphQLFormattedError,
  asked: readonly AskedField[],
  pathsOf: ReadonlyMap<EntitiesField, PathsByObject>,
): (Path | undefined)[] {
  const [root, index, ...rest] = path ?? []
  if (root === undefined) return [undefined]
  const { field, targets } = asked.find((known) => known.field.alias === root) ?? asked[0]!
  const paths = pathsOf.get(field)!
  const objects = field.alias === root ? targets.get(index as number) : undefined
  if (!objects) return [paths.values().next().value?.[0]]
  return objects.flatMap((object) => (paths.get(object) ?? []).map((at) => [...at, ...rest]))
}
