// The errors of an answer for entities, at the places in the client's answer where the entities stand.
import type { GraphQLFormattedError } from 'graphql'
import { errorAt } from './errors.ts'
import { inAnswer, type FetchOptions } from './fetch.ts'
import { placesAt, type Path } from './places.ts'
import type { Run } from './run.ts'
import type { Entity, SubgraphAnswer } from './subgraph-answer.ts'

/** An entity to fetch, and the objects that get its fields. */
interface Targeted {
  targets: readonly Entity[]
}

/** Adds the errors of an answer at the places of their entities. */
export function addErrors(
  fetch: FetchOptions,
  run: Run,
  entities: readonly Targeted[],
  { errors }: SubgraphAnswer,
): void {
  if (!errors || errors.length === 0) return
  const pathsOf = pathsByObject(fetch, run)
  for (const error of errors) {
    for (const path of placesOf(error, entities, pathsOf)) {
      run.errors.add(errorAt(error, path && inAnswer(path, fetch.nameOf), fetch.node.serviceName))
    }
  }
}

function pathsByObject({ path }: FetchOptions, run: Run): ReadonlyMap<Entity, Path[]> {
  const paths = new Map<Entity, Path[]>()
  for (const place of placesAt(run.data, path)) {
    const known = paths.get(place.object)
    if (known) known.push(place.path)
    else paths.set(place.object, [place.path])
  }
  return paths
}

/**
 * The places in the answer of an error at `_entities[3].name`: every one where the entity stands. An
 * error of all entities, or of none of them, is at the first.
 */
function placesOf(
  { path }: GraphQLFormattedError,
  entities: readonly Targeted[],
  pathsOf: ReadonlyMap<Entity, Path[]>,
): (Path | undefined)[] {
  const [root, index, ...rest] = path ?? []
  if (root === undefined) return [undefined]
  const targets = root === '_entities' ? entities[index as number]?.targets : undefined
  if (!targets) return [pathsOf.get(entities[0]!.targets[0]!)?.[0]]
  return targets.flatMap((target) => (pathsOf.get(target) ?? []).map((at) => [...at, ...rest]))
}
