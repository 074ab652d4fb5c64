// A fetch of entities: sends each distinct representation once, and merges its result everywhere.
import type { GraphQLFormattedError } from 'graphql'
import { compileContexts } from './context-values.ts'
import { errorAt } from './errors.ts'
import {
  addFailure,
  ask,
  inAnswer,
  mergeAll,
  noteMissing,
  variablesOf,
  type FetchOptions,
} from './fetch.ts'
import { objectsAt, placesAt, type Path } from './places.ts'
import { compileRepresentation, type Represent } from './representation.ts'
import { compileRewrites, type Rewrite } from './rewrites.ts'
import type { Run, Step } from './run.ts'
import {
  areEntities,
  SharedEntities,
  type AskedEntity,
  type SendEntities,
} from './shared-entities.ts'
import type { Twins } from './sharing.ts'
import type { Entity, SubgraphAnswer, Variables } from './subgraph-answer.ts'

interface EntityFetch extends FetchOptions {
  represent: Represent
  rewriteInput: Rewrite
  rewriteOutput: Rewrite
}

/** The objects with one representation. */
interface Represented extends AskedEntity {
  targets: Entity[]
}

/** A fetch of entities. */
export function compileEntityFetch(options: FetchOptions): Step {
  const { node, path, types } = options
  const fetch: EntityFetch = {
    ...options,
    represent: compileRepresentation(node.requires!, types),
    rewriteInput: compileRewrites(node.inputRewrites, types),
    rewriteOutput: compileRewrites(node.outputRewrites, types),
  }
  if (node.contextRewrites) return inContexts(fetch)
  return (run) => fetchFor(fetch, run, objectsAt(run.data, path), variablesOf(node, run))
}

/** Entities in different contexts need different variables, and so a fetch for each context. */
function inContexts(fetch: EntityFetch): Step {
  const contextOf = compileContexts(fetch.node.contextRewrites!, fetch.types)
  return async (run) => {
    const known = new Map<string, { context: Variables; targets: Set<Entity> }>()
    for (const place of placesAt(run.data, fetch.path)) {
      const context = contextOf(place)
      const key = JSON.stringify(context)
      const group = known.get(key) ?? { context, targets: new Set() }
      known.set(key, group)
      group.targets.add(place.object)
    }
    const variables = variablesOf(fetch.node, run)
    const groups = [...known.values()].map(({ context, targets }) =>
      fetchFor(fetch, run, [...targets], { ...variables, ...context }),
    )
    await Promise.all(groups)
  }
}

async function fetchFor(
  fetch: EntityFetch,
  run: Run,
  objects: readonly Entity[],
  variables: Variables,
): Promise<void> {
  const entities = representAll(fetch, objects)
  // Its twins may wait for it even so.
  if (entities.length === 0 && !fetch.twins) return
  const answer = await answerTo(fetch, run, entities, variables)
  if (!answer) return
  addErrors(fetch, run, entities, answer)
  const results = answer.data?._entities
  if (areEntities(results, entities.length)) mergeResults(fetch, run, entities, results)
  else if (answer.errors?.length) noteMissing(fetch, run, answer)
  else addFailure(fetch, run, new Error('The subgraph did not answer with the entities asked for.'))
}

/** Undefined when the fetch failed, which is then in the errors. */
async function answerTo(
  fetch: EntityFetch,
  run: Run,
  entities: readonly Represented[],
  variables: Variables,
): Promise<SubgraphAnswer | undefined> {
  const send = (representations: readonly Entity[]) =>
    ask(fetch, run, { ...variables, representations })
  try {
    const answer = fetch.twins && (await loadShared(fetch, fetch.twins, run, entities, send))
    return answer ?? (await send(entities.map(({ representation }) => representation)))
  } catch (error) {
    addFailure(fetch, run, error)
    return undefined
  }
}

/** Twins have the same operation, and so the same variables but for their representations. */
function loadShared(
  { node }: EntityFetch,
  twins: Twins,
  { shared }: Run,
  entities: readonly Represented[],
  send: SendEntities,
): Promise<SubgraphAnswer | undefined> {
  const known = shared.get(twins) ?? new SharedEntities(send, twins.last.size)
  shared.set(twins, known)
  return known.load(entities, twins.last.has(node))
}

function mergeResults(
  fetch: EntityFetch,
  run: Run,
  entities: readonly Represented[],
  results: readonly (Entity | null)[],
): void {
  for (const [index, { targets }] of entities.entries()) {
    const result = results[index]
    if (!result) {
      for (const target of targets) run.gone.add(target)
      continue
    }
    // Rewrites depend on the type.
    result.__typename ??= targets[0]!.__typename
    mergeAll(fetch, run, fetch.rewriteOutput, targets, result)
  }
}

/** Each distinct representation, in the order of its first place. */
function representAll(fetch: EntityFetch, objects: readonly Entity[]): Represented[] {
  const known = new Map<string, Represented>()
  for (const object of objects) {
    const representation = fetch.represent(object)
    if (representation?.__typename === undefined) continue
    fetch.rewriteInput(representation)
    const key = JSON.stringify(representation)
    const entity = known.get(key)
    if (entity) entity.targets.push(object)
    else known.set(key, { key, representation, targets: [object] })
  }
  return [...known.values()]
}

function addErrors(
  fetch: EntityFetch,
  run: Run,
  entities: readonly Represented[],
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

function pathsByObject({ path }: EntityFetch, run: Run): ReadonlyMap<Entity, Path[]> {
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
  entities: readonly Represented[],
  pathsOf: ReadonlyMap<Entity, Path[]>,
): (Path | undefined)[] {
  const [root, index, ...rest] = path ?? []
  if (root === undefined) return [undefined]
  const targets = root === '_entities' ? entities[index as number]?.targets : undefined
  if (!targets) return [pathsOf.get(entities[0]!.targets[0]!)?.[0]]
  return targets.flatMap((target) => (pathsOf.get(target) ?? []).map((at) => [...at, ...rest]))
}
