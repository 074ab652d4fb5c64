// A fetch of a plan: its request, and what happens when it fails.
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { yieldToEventLoop } from '#foundation/limits/yield-to-event-loop.ts'
import type { FetchingNode } from '../../plan/placed-fetch.ts'
import type { FetchNode } from '../../plan/query-plan.ts'
import { errorAt } from '../errors.ts'
import { copyOf, mergeInto } from '../merge.ts'
import type { NameOf } from '../operations/response-names.ts'
import { fieldsOfPath, objectsAt, placesAt, type Path, type PlanPath } from '../places.ts'
import type { Run, Step } from '../run.ts'
import type { Entity, SubgraphAnswer, Variables } from '../subgraph-answer.ts'
import type { TypeNames } from '../type-names.ts'
import { readAnswer } from './read-answer.ts'
import { compileRewrites, type Rewrite } from './rewrites.ts'

/** What is known of a fetch when its plan is compiled. */
export interface FetchOptions {
  types: TypeNames
  /** The name of a field in the client's answer. */
  nameOf: NameOf
}

/** What a fetch selects, compiled. */
export interface Selection {
  /** Where its results are merged; the root: []. */
  paths: readonly PlanPath[]
  /** The response names of the fields that it fetches there. */
  fields: readonly string[]
  /** One result may stand at several places. */
  isShareable: boolean
  /** Its results contain objects, which then stand there, too. */
  hasObjects: boolean
}

/** A fetch of root fields. */
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
    const answer = await send(fetch, run, variablesOf(node, run))
    if (!answer) return
    for (const error of answer.errors ?? []) {
      if (run.errors.isFull) break
      addRootError(fetch, run, error)
    }
    if (answer.data) mergeAll(selection, run, { targets, result: answer.data, rewrite, ...options })
    else if (answer.errors?.length) markMissing(fetch, run, selection)
  }
}

/** A fetch with everything that it selects. */
export interface CompiledFetch extends FetchOptions {
  node: FetchingNode
  selections: readonly Selection[]
}

/** The answer of a subgraph; undefined when the fetch failed, which is then in the errors. */
export async function send(
  fetch: CompiledFetch,
  run: Run,
  variables: Variables,
): Promise<SubgraphAnswer | undefined> {
  try {
    return await ask(fetch.node, run, variables)
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
  const [place] = placesAt(run.data, selections[0]!.paths[0]!)
  const full = error.path && inAnswer([...(place?.path ?? []), ...error.path], nameOf)
  run.errors.add(errorAt(error, full, node.serviceName))
}

/** @throws when the subgraph does not answer, or the request has been aborted */
async function ask(
  { serviceName, operation: query, operationKind }: FetchingNode,
  run: Run,
  variables: Variables,
): Promise<SubgraphAnswer> {
  const { fetch, signal, source } = run
  signal?.throwIfAborted()
  if (operationKind === 'subscription') return readAnswer(source!)
  const answer = fetch(serviceName, { query, variables }, signal)
  // Not every subgraph stops at the signal: its answer is not waited for.
  const received = await (run.aborted ? Promise.race([answer, run.aborted]) : answer)
  await yieldToEventLoop()
  return readAnswer(received)
}

/** Every missing field has an error at its first place, so that a list does not repeat it. */
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
    const [first] = placesAt(run.data, path)
    for (const field of selection.fields) {
      const error = new GraphQLError(originalError.message, {
        path: inAnswer([...(first?.path ?? []), field], nameOf),
        originalError,
        extensions: { ...extensions, serviceName: node.serviceName },
      })
      run.errors.add(error)
    }
  }
  markMissing(fetch, run, selection)
}

/** Notes that an error explains why fields are missing at all places of their paths. */
export function markMissing(
  { nameOf }: FetchOptions,
  run: Run,
  { paths, fields }: Selection,
): void {
  for (const path of paths) {
    const place = fieldsOfPath(path)
    for (const field of fields) run.errors.addMissing(inAnswer([...place, field], nameOf))
  }
}

interface Merge {
  targets: readonly Entity[]
  result: Entity
  rewrite: Rewrite
  types: TypeNames
}

/** Merges one result into objects; only the first gets the result itself, unless it may be shared. */
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

/** The variables of the client that a fetch uses. */
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

/** A path with the client's names, as far as the client has asked for it. */
export function inAnswer(path: Path, nameOf: NameOf): Path {
  const named = path.map((key, index) => (typeof key === 'string' ? nameOf(key, index === 0) : key))
  const end = named.indexOf(undefined)
  return (end === -1 ? named : named.slice(0, end)) as Path
}
