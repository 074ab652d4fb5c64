// Maps errors below `_entities` to the response paths of the entities.
import type { GraphQLFormattedError } from 'graphql'
import { errorAt } from '../errors.ts'
import { locateObjects, type Path } from '../paths.ts'
import type { Run } from '../run.ts'
import type { Entity, SubgraphResult } from '../subgraph-result.ts'
import type { RequestedField, EntitiesField } from './requested-entities.ts'
import { responsePath, type CompiledFetch } from './fetch.ts'

/** Adds the errors of a result at the response paths of their entities. */
export function addEntityErrors(
  { node, nameOf }: CompiledFetch,
  run: Run,
  requested: readonly RequestedField[],
  { errors }: SubgraphResult,
): void {
  if (!errors || errors.length === 0) return
  const pathsOf = new Map(requested.map(({ field }) => [field, pathsByObject(field, run)]))
  for (const error of errors) {
    for (const path of pathsOfError(error, requested, pathsOf)) {
      if (run.errors.isFull) return
      run.errors.add(errorAt(error, path && responsePath(path, nameOf), node.serviceName))
    }
  }
}

type PathsByObject = ReadonlyMap<Entity, Path[]>

function pathsByObject({ paths }: EntitiesField, run: Run): PathsByObject {
  const known = new Map<Entity, Path[]>()
  for (const located of paths.flatMap((path) => [...locateObjects(run.data, path)])) {
    known.getOrInsertComputed(located.object, () => []).push(located.path)
  }
  return known
}

/**
 * The paths of an error at `_entities[3].name`: one for each occurrence of the entity. An error
 * that is about no single entity gets the first path.
 */
function pathsOfError(
  { path }: GraphQLFormattedError,
  requested: readonly RequestedField[],
  pathsOf: ReadonlyMap<EntitiesField, PathsByObject>,
): (Path | undefined)[] {
  const [root, index, ...rest] = path ?? []
  if (root === undefined) return [undefined]
  const { field, targets } = requested.find((known) => known.field.alias === root) ?? requested[0]!
  const paths = pathsOf.get(field)!
  const objects = field.alias === root ? targets.get(index as number) : undefined
  if (!objects) return [paths.values().next().value?.[0]]
  return objects.flatMap((object) => (paths.get(object) ?? []).map((at) => [...at, ...rest]))
}
