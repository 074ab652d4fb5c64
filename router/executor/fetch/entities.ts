// A fetch of entities: sends each distinct representation once, and merges its result everywhere.
import type { FetchingNode } from '../../plan/fetch-at-path.ts'
import type { BatchFetchNode, EntityBatchAlias, FetchNode } from '../../plan/query-plan.ts'
import { locateObjects } from '../paths.ts'
import type { Run, Step } from '../run.ts'
import { isEntity, type Entity, type SubgraphResult, type Variables } from '../subgraph-result.ts'
import {
  requestedFields,
  objectsAtPaths,
  type RequestedField,
  type EntitiesField,
  type ObjectsOf,
} from './requested-entities.ts'
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

/** The members of a fetch with one `_entities` field that a batch has for each alias. */
type EntitiesNode = Pick<EntityBatchAlias, 'alias' | 'representationsVariableName' | 'requires'> &
  Pick<FetchNode, 'inputRewrites' | 'outputRewrites'>

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
    for (const located of locateObjects(run.data, path!)) {
      const context = contextOf(located)
      const group = known.getOrInsertComputed(JSON.stringify(context), () => {
        return { context, targets: new Set() }
      })
      group.targets.add(located.object)
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
  const { requested, lists } = requestedFields(fetch.selections, objects)
  if (Object.values(lists).every((list) => list.length === 0)) return
  const response = await send(fetch, run, { ...variables, ...lists })
  if (!response) return
  addEntityErrors(fetch, run, requested, response)
  for (const field of requested) mergeResults(fetch, run, field, response)
}

function mergeResults(
  fetch: EntityFetch,
  run: Run,
  { field, representations, targets }: RequestedField,
  response: SubgraphResult,
): void {
  if (targets.size === 0) return
  const results = response.data?.[field.alias]
  if (!areEntities(results, representations.list.length)) {
    if (response.errors?.length) markMissing(fetch, run, field)
    else addFailure(fetch, run, field, new Error(NO_ENTITIES))
    return
  }
  for (const [index, objects] of targets) {
    const result = results[index]
    if (result) {
      // Rewrites need the type, which the result may lack.
      result.__typename ??= objects[0]!.__typename
      const { rewriteOutput: rewrite } = field
      mergeAll(field, run, { targets: objects, result, rewrite, types: fetch.types })
    } else for (const object of objects) run.absent.add(object)
  }
}

const NO_ENTITIES = 'The subgraph did not return the requested entities.'

/** True for a list with one item for each representation; null means that the subgraph does not have the entity. */
function areEntities(results: unknown, count: number): results is (Entity | null)[] {
  if (!Array.isArray(results) || results.length !== count) return false
  return results.every((result) => result === null || isEntity(result))
}
