// A fetch of a plan: its request, and what happens when it fails.
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { yieldToEventLoop } from '#foundation/limits/yield-to-event-loop.ts'
import type { FetchingNode } from '../../plan/fetch-at-path.ts'
import type { FetchNode } from '../../plan/query-plan.ts'
import { errorAt } from '../errors.ts'
import { copyOf, mergeInto } from '../merge.ts'
import type { NameOf } from '../operations/response-names.ts'
import { fieldsOfPath, objectsAt, locateObjects, type Path, type PlanPath } from '../paths.ts'
import type { Run, Step } from '../run.ts'
import type { Entity, SubgraphResult, Variables } from '../subgraph-result.ts'
import type { TypeNames } from '../type-names.ts'
import { readResult } from './read-result.ts'
import { compileRewrites, type Rewrite } from './rewrites.ts'

/** What is known about a fetch when its plan is compiled. */
export interface FetchOptions {
  types: TypeNames
  /** Returns the response name that the client chose for a field. */
  nameOf: NameOf
}

/** A compiled selection of a fetch. */
export interface Selection {
  /** The paths at which its results are merged. The root is the path []. */
  paths: readonly PlanPath[]
  /** The response names of the fields that it fetches at these paths. */
  fields: readonly string[]
  /** True when one result object may be used at several paths. */
  isShareable: boolean
  /** True when its results contain objects, which then occur at several paths, too. */
  hasObjects: boolean
}

export function compileRootFetch(
  node: FetchNode,
  selection: Selection,
  options: FetchOptions,
): Step {
  const path = selection.paths[0]!
  const rewrite = compileRewrites(node.outputRewrites, options.types)
  return async (run) => {
    const targets = path.length === 0 ? [run.data] : objectsAt(run.data, path, run.isShared)
    if (targets.length === 0) return
    const fetch = { node, selections: [selection], ...options }
    const response = await send(fetch, run, variablesOf(node, run))
    if (!response) return
    for (const error of response.errors ?? []) {
      if (run.errors.isFull) break
      addRootError(fetch, run, error)
    }
    if (response.data)
      mergeAll(selection, run, { targets, result: response.data, rewrite, ...options })
    else if (response.errors?.length) markMissing(fetch, run, selection)
  }
}

export interface CompiledFetch extends FetchOptions {
  node: FetchingNode
  selections: readonly Selection[]
}

/** Sends a fetch. Returns undefined when it fails, after adding the errors. */
export async function send(
  fetch: CompiledFetch,
  run: Run,
  variables: Variables,
): Promise<SubgraphResult | undefined> {
  try {
    return await fetchResult(fetch.node, run, variables)
  } catch (error) {
    for (const selection of fetch.selections) addFailure(fetch, run, selection, error)
    return undefined
  }
}

function addRootError(
  { node, selections, nameOf }: CompiledFetch,
  run: Run,
  error: GraphQLFormattedError,
) {
  const [located] = locateObjects(run.data, selections[0]!.paths[0]!)
  const full = error.path && responsePath([...(located?.path ?? []), ...error.path], nameOf)
  run.errors.add(errorAt(error, full, node.serviceName))
}

/** Requests the result of a subgraph. @throws when the subgraph does not respond, or the request has been aborted */
async function fetchResult(
  { serviceName, operation: query, operationKind }: FetchingNode,
  run: Run,
  variables: Variables,
): Promise<SubgraphResult> {
  const { fetch, signal, source } = run
  signal?.throwIfAborted()
  if (operationKind === 'subscription') return readResult(source!)
  const response = fetch(serviceName, { query, variables }, signal)
  // Not every subgraph stops at the signal, so an aborted run does not wait for the result.
  const received = await (run.aborted ? Promise.race([response, run.aborted]) : response)
  await yieldToEventLoop()
  return readResult(received)
}

/** Adds one error for each missing field, at its first path, so that a list does not repeat it. */
export function addFailure(
  fetch: CompiledFetch,
  run: Run,
  selection: Selection,
  failure: unknown,
): void {
  const { node, nameOf } = fetch
  const originalError = failure instanceof Error ? failure : new Error(String(failure))
  const { extensions } = originalError as Partial<GraphQLError>
  for (const path of selection.paths) {
    const [first] = locateObjects(run.data, path)
    for (const field of selection.fields) {
      const error = new GraphQLError(originalError.message, {
        path: responsePath([...(first?.path ?? []), field], nameOf),
        originalError,
        extensions: { ...extensions, serviceName: node.serviceName },
      })
      run.errors.add(error)
    }
  }
  markMissing(fetch, run, selection)
}

/** Records that an error explains why fields are missing at all paths of a selection. */
export function markMissing(
  { nameOf }: FetchOptions,
  run: Run,
  { paths, fields }: Selection,
): void {
  for (const path of paths) {
    const parent = fieldsOfPath(path)
    for (const field of fields) run.errors.addMissing(responsePath([...parent, field], nameOf))
  }
}

interface Merge {
  targets: readonly Entity[]
  result: Entity
  rewrite: Rewrite
  types: TypeNames
}

/**
 * Merges one result into objects. The first object gets the result itself, the others a copy,
 * unless it may be shared.
 */
export function mergeAll(
  { hasObjects, isShareable }: Selection,
  run: Run,
  { targets, result, rewrite, types }: Merge,
): void {
  rewrite(result)
  for (const [index, target] of targets.entries()) {
    mergeInto(target, index === 0 || isShareable ? result : copyOf(result), types)
  }
  run.isShared ||= hasObjects && isShareable && targets.length > 1
}

/** The variables of the client that a fetch uses, with their values. */
export function variablesOf(
  { variableUsages }: FetchingNode,
  { variables }: Pick<Run, 'variables'>,
): Entity {
  const used: Entity = {}
  for (const name of variableUsages ?? []) {
    if (Object.hasOwn(variables, name) && variables[name] !== undefined)
      used[name] = variables[name]
  }
  return used
}

/** A path with the client's response names, up to the last field that the client has selected. */
export function responsePath(path: Path, nameOf: NameOf): Path {
  const named = path.map((key, index) => (typeof key === 'string' ? nameOf(key, index === 0) : key))
  const end = named.indexOf(undefined)
  return (end === -1 ? named : named.slice(0, end)) as Path
}
