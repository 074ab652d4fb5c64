// A fetch of entities: sends each distinct representation once, and merges its result everywhere.
import type { FetchingNode } from '../../plan/placed-fetch.ts'
import type { BatchFetchNode, EntityBatchAlias, FetchNode } from '../../plan/query-plan.ts'
import { placesAt } from '../places.ts'
import type { Run, Step } from '../run.ts'
import { isEntity, type Entity, type SubgraphAnswer, type Variables } from '../subgraph-answer.ts'
import {
  askedFields,
  objectsAtPaths,
  type AskedField,
  type EntitiesField,
  type ObjectsOf,
} from './asked-entities.ts'
import { compileContexts } from './context-values.ts'
import { addEntityErrors } from './entity-errors.ts'
import {
  addFailure,
  markMissing,
  mergeAll,
  send,
  variablesOf,
  type CompiledFetch,
  type FetchOptions,
  type Selection,
} from './fetch.ts'
import { compileRepresentation } from './representation.ts'
import { compileRewrites } from './rewrites.ts'

interface EntityFetch extends CompiledFetch {
  selections: readonly EntitiesField[]
}

/** The fields of a fetch with one `_entities` field, as those of a batch. */
type EntitiesNode = Pick<EntityBatchAlias, 'alias' | 'representationsVariableName' | 'requires'> &
  Pick<FetchNode, 'inputRewrites' | 'outputRewrites'>

/** A fetch of entities. */
export function compileEntityFetch(
  node: FetchNode | BatchFetchNode,
  selections: readonly Selection[],
  options: FetchOptions,
): Step {
  const fields = entitiesNodes(node).map((entities, index) => {
    return compileField(entities, selections[index]!, options)
  })
  const fetch: EntityFetch = { node, selections: fields, ...options }
  if (node.kind === 'Fetch' && node.contextRewrites) return inContexts(fetch, node.contextRewrites)
  return (run) => fetchEntities(fetch, run, objectsAtPaths(run), variablesOf(node, run))
}

function entitiesNodes(node: FetchingNode): readonly EntitiesNode[] {
  if (node.kind === 'BatchFetch') return node.entityBatch.aliases
  const { requires = [], inputRewrites = [], outputRewrites = [] } = node
  const names = { alias: '_entities', representationsVariableName: 'representations' }
  return [{ ...names, requires, inputRewrites, outputRewrites }]
}

function compileField(
  node: EntitiesNode,
  selection: Selection,
  { types }: FetchOptions,
): EntitiesField {
  return {
    ...selection,
    alias: node.alias,
    variable: node.representationsVariableName,
    represent: compileRepresentation(node.requires, types),
    rewriteInput: compileRewrites(node.inputRewrites, types),
    rewriteOutput: compileRewrites(node.outputRewrites, types),
  }
}

/** Entities in different contexts need different variables, and so a fetch for each context. */
function inContexts(fetch: EntityFetch, rewrites: NonNullable<FetchNode['contextRewrites']>): Step {
  const contextOf = compileContexts(rewrites, fetch.types)
  const [path] = fetch.selections[0]!.paths
  return async (run) => {
    const known = new Map<string, { context: Variables; targets: Set<Entity> }>()
    for (const place of placesAt(run.data, path!)) {
      const context = contextOf(place)
      const group = known.getOrInsertComputed(JSON.stringify(context), () => {
        return { context, targets: new Set() }
      })
      group.targets.add(place.object)
    }
    const variables = variablesOf(fetch.node, run)
    const groups = [...known.values()].map(({ context, targets }) =>
      fetchEntities(fetch, run, () => [...targets], { ...variables, ...context }),
    )
    await Promise.all(groups)
  }
}

async function fetchEntities(
  fetch: EntityFetch,
  run: Run,
  objects: ObjectsOf,
  variables: Variables,
): Promise<void> {
  const { asked, lists } = askedFields(fetch.selections, objects)
  if (Object.values(lists).every((list) => list.length === 0)) return
  const answer = await send(fetch, run, { ...variables, ...lists })
  if (!answer) return
  addEntityErrors(fetch, run, asked, answer)
  for (const field of asked) mergeResults(fetch, run, field, answer)
}

function mergeResults(
  fetch: EntityFetch,
  run: Run,
  { field, representations, targets }: AskedField,
  answer: SubgraphAnswer,
): void {
  if (targets.size === 0) return
  const results = answer.data?.[field.alias]
  if (!areEntities(results, representations.list.length)) {
    if (answer.errors?.length) markMissing(fetch, run, field)
    else addFailure(fetch, run, field, new Error(NO_ENTITIES))
    return
  }
  for (const [index, objects] of targets) {
    const result = results[index]
    if (result) {
      // Rewrites depend on the type.
      result.__typename ??= objects[0]!.__typename
      const { rewriteOutput: rewrite } = field
      mergeAll(field, run, { targets: objects, result, rewrite, types: fetch.types })
    } else for (const object of objects) run.gone.add(object)
  }
}

const NO_ENTITIES = 'The subgraph did not answer with the entities asked for.'

/** One for each representation, null for those that the subgraph does not have. */
function areEntities(results: unknown, count: number): results is (Entity | null)[] {
  if (!Array.isArray(results) || results.length !== count) return false
  return results.every((result) => result === null || isEntity(result))
}
