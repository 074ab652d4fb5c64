// A fetch of entities: sends each distinct representation once, and merges its result everywhere.
import { compileContexts } from './context-values.ts'
import { addErrors } from './entity-errors.ts'
import { addFailure, ask, mergeAll, noteMissing, variablesOf, type FetchOptions } from './fetch.ts'
import { objectsAt, placesAt } from './places.ts'
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
  /** The fetches that a merged one replaces. */
  originals: readonly EntityFetch[] | undefined
  represent: Represent
  rewriteInput: Rewrite
  rewriteOutput: Rewrite
}

/** The objects with one representation. */
interface Represented extends AskedEntity {
  targets: Entity[]
}

/** A fetch of entities. */
export function compileEntityFetch(
  options: FetchOptions,
  originals: readonly FetchOptions[] | undefined,
): Step {
  const { node, path } = options
  const fetch = entityFetch(options, originals)
  if (node.contextRewrites) return inContexts(fetch)
  return (run) =>
    fetchFor(fetch, run, objectsAt(run.data, path, run.isShared), variablesOf(node, run))
}

function entityFetch(options: FetchOptions, originals?: readonly FetchOptions[]): EntityFetch {
  const { node, types } = options
  return {
    ...options,
    originals: originals?.map((original) => entityFetch(original)),
    represent: compileRepresentation(node.requires!, types),
    rewriteInput: compileRewrites(node.inputRewrites, types),
    rewriteOutput: compileRewrites(node.outputRewrites, types),
  }
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
  const separate = fetchSeparately(fetch, run, leftOut(objects, entities))
  // Its twins may wait for it even so.
  if (entities.length > 0 || fetch.twins) await fetchEntities(fetch, run, entities, variables)
  await separate
}

async function fetchEntities(
  fetch: EntityFetch,
  run: Run,
  entities: readonly Represented[],
  variables: Variables,
): Promise<void> {
  const answer = await answerTo(fetch, run, entities, variables)
  if (!answer) return
  addErrors(fetch, run, entities, answer)
  const results = answer.data?._entities
  if (areEntities(results, entities.length)) mergeResults(fetch, run, entities, results)
  else if (answer.errors?.length) noteMissing(fetch, run, answer)
  else addFailure(fetch, run, new Error('The subgraph did not answer with the entities asked for.'))
}

/**
 * Sends the fetches that a merged one replaces, for these objects. So no error of one of them takes anything
 * from another, and an object that lacks what the later one needs has the fields of the others.
 */
async function fetchSeparately(
  { originals }: EntityFetch,
  run: Run,
  objects: readonly Entity[],
): Promise<void> {
  if (!originals || objects.length === 0) return
  await Promise.all(
    originals.map((fetch) => fetchFor(fetch, run, objects, variablesOf(fetch.node, run))),
  )
}

/** The objects that have no representation. */
function leftOut(objects: readonly Entity[], entities: readonly Represented[]): Entity[] {
  const count = entities.reduce((sum, { targets }) => sum + targets.length, 0)
  if (count === objects.length) return []
  const represented = new Set(entities.flatMap(({ targets }) => targets))
  return objects.filter((object) => !represented.has(object))
}

/** Whether every error left its entity in place: what made an entity null may be a field of either fetch. */
function isIntact({ data, errors = [] }: SubgraphAnswer, count: number): boolean {
  const results = data?._entities
  if (!areEntities(results, count)) return false
  return errors.every(({ path: [root, index] = [] }) => {
    return root === '_entities' && Boolean(results[index as number])
  })
}

/** Undefined when the fetch failed, which is then in the errors, or was sent separately. */
async function answerTo(
  fetch: EntityFetch,
  run: Run,
  entities: readonly Represented[],
  variables: Variables,
): Promise<SubgraphAnswer | undefined> {
  const send = (representations: readonly Entity[]) =>
    ask(fetch, run, { ...variables, representations })
  try {
    const shared = fetch.twins && (await loadShared(fetch, fetch.twins, run, entities, send))
    const answer = shared ?? (await send(entities.map(({ representation }) => representation)))
    if (!fetch.originals || isIntact(answer, entities.length)) return answer
  } catch (error) {
    if (!fetch.originals) {
      addFailure(fetch, run, error)
      return undefined
    }
  }
  const objects = entities.flatMap(({ targets }) => targets)
  await fetchSeparately(fetch, run, objects)
  return undefined
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
