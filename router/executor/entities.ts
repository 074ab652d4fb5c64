// A fetch of entities: sends each distinct representation once, and merges its result everywhere.
import type { BatchFetchNode, EntityBatchAlias, FetchNode } from '../plan/query-plan.ts'
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
import type { FetchingNode } from './placed-fetch.ts'
import { objectsAt, placesAt } from './places.ts'
import { compileRepresentation, type Represent } from './representation.ts'
import { compileRewrites, type Rewrite } from './rewrites.ts'
import type { Run, Step } from './run.ts'
import { isEntity, type Entity, type SubgraphAnswer, type Variables } from './subgraph-answer.ts'

/** One `_entities` field of a fetch. */
export interface EntitiesField extends Selection {
  /** Its response name. */
  alias: string
  /** The variable of its representations, which several fields may share. */
  variable: string
  represent: Represent
  rewriteInput: Rewrite
  rewriteOutput: Rewrite
}

interface EntityFetch extends CompiledFetch {
  selections: readonly EntitiesField[]
}

/** The representations of one variable, each once. */
interface Representations {
  list: Entity[]
  indexes: Map<string, number>
}

/** The objects for which a field asks. */
export interface AskedField {
  field: EntitiesField
  representations: Representations
  /** By the index of their representation. */
  targets: Map<number, Entity[]>
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
  return (run) => fetchEntities(fetch, run, objectsOf(run), variablesOf(node, run))
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

/** The objects at the paths of a field. */
type ObjectsOf = (field: EntitiesField) => readonly Entity[]

function objectsOf(run: Run): ObjectsOf {
  return ({ paths }) => {
    const [only, ...others] = paths
    const first = objectsAt(run.data, only!, run.isShared)
    if (others.length === 0) return first
    const rest = others.flatMap((path) => objectsAt(run.data, path, run.isShared))
    return [...new Set([...first, ...rest])]
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
  const { asked, lists } = askedFields(fetch, objects)
  if (Object.values(lists).every((list) => list.length === 0)) return
  const answer = await send(fetch, run, { ...variables, ...lists })
  if (!answer) return
  addEntityErrors(fetch, run, asked, answer)
  for (const field of asked) mergeResults(fetch, run, field, answer)
}

/** What each field asks for, and the lists of representations by variable. */
function askedFields({ selections }: EntityFetch, objects: ObjectsOf) {
  const byVariable = new Map<string, Representations>()
  const asked = selections.map((field): AskedField => {
    const representations = byVariable.getOrInsertComputed(field.variable, () => {
      return { list: [], indexes: new Map() }
    })
    return { field, representations, targets: addRepresentations(field, objects, representations) }
  })
  const lists = Object.fromEntries([...byVariable].map(([name, { list }]) => [name, list]))
  return { asked, lists }
}

/** Adds each distinct representation, in the order of its first place. Returns the objects by index. */
function addRepresentations(
  field: EntitiesField,
  objects: ObjectsOf,
  { list, indexes }: Representations,
): Map<number, Entity[]> {
  const targets = new Map<number, Entity[]>()
  for (const object of objects(field)) {
    const representation = field.represent(object)
    if (representation?.__typename === undefined) continue
    field.rewriteInput(representation)
    const index = indexes.getOrInsertComputed(JSON.stringify(representation), () => {
      return list.push(representation) - 1
    })
    const known = targets.get(index)
    if (known) known.push(object)
    else targets.set(index, [object])
  }
  return targets
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
