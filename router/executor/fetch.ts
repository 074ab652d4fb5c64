// A fetch of a plan: its request, and what happens when it fails.
import type { FetchNode } from '@apollo/query-planner'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { yieldToEventLoop } from '#foundation/limits/yield-to-event-loop.ts'
import { errorAt } from './errors.ts'
import { copyOf, mergeInto } from './merge.ts'
import { objectsAt, placesAt, type Path, type PlanPath } from './places.ts'
import { readAnswer } from './read-answer.ts'
import type { NameOf } from './response-names.ts'
import { compileRewrites, type Rewrite } from './rewrites.ts'
import type { Run, Step } from './run.ts'
import type { Twins } from './sharing.ts'
import type { Entity, SubgraphAnswer, Variables } from './subgraph-answer.ts'
import type { TypeNames } from './type-names.ts'

/** What is known of a fetch when its plan is compiled. */
export interface FetchOptions {
  node: FetchNode
  /** Where its results are merged; the root: []. */
  path: PlanPath
  /** Its operation as sent. */
  query: string
  /** The response names of the fields that it fetches, at its path. */
  fields: readonly string[]
  /** One result may stand at several places. */
  isShareable: boolean
  /** Its results contain objects, which then stand there, too. */
  hasObjects: boolean
  /** Undefined when no other fetch of its plan sends the same operation to the same subgraph. */
  twins: Twins | undefined
  types: TypeNames
  /** The name of a field in the client's answer. */
  nameOf: NameOf
}

/** A fetch of root fields. */
export function compileRootFetch(options: FetchOptions): Step {
  const { node, path } = options
  const rewrite = compileRewrites(node.outputRewrites, options.types)
  return async (run) => {
    const targets = path.length === 0 ? [run.data] : objectsAt(run.data, path, run.isShared)
    if (targets.length === 0) return
    const answer = await send(options, run, variablesOf(node, run))
    if (!answer) return
    for (const error of answer.errors ?? []) addRootError(options, run, error)
    if (answer.data) mergeAll(options, run, rewrite, targets, answer.data)
    else noteMissing(options, run, answer)
  }
}

/** Undefined when the fetch failed, which is then in the errors. */
async function send(
  options: FetchOptions,
  run: Run,
  variables: Variables,
): Promise<SubgraphAnswer | undefined> {
  try {
    return await ask(options, run, variables)
  } catch (error) {
    addFailure(options, run, error)
    return undefined
  }
}

function addRootError(
  { node, path, nameOf }: FetchOptions,
  run: Run,
  error: GraphQLFormattedError,
) {
  const [place] = placesAt(run.data, path)
  const full = error.path && inAnswer([...(place?.path ?? []), ...error.path], nameOf)
  run.errors.add(errorAt(error, full, node.serviceName))
}

/** Sends a fetch. @throws when the subgraph does not answer, or the request has been aborted */
export async function ask(
  { node: { serviceName, operationName }, query }: FetchOptions,
  { fetch, signal, aborted }: Run,
  variables: Variables,
): Promise<SubgraphAnswer> {
  const name = operationName === undefined ? {} : { operationName }
  signal?.throwIfAborted()
  const answer = fetch(serviceName, { query, ...name, variables }, signal)
  // Not every subgraph stops at the signal: its answer is not waited for.
  const received = await (aborted ? Promise.race([answer, aborted]) : answer)
  await yieldToEventLoop()
  return readAnswer(received)
}

/** Every missing field has an error at its first place, so that a list does not repeat it. */
export function addFailure(options: FetchOptions, run: Run, failure: unknown): void {
  const { node, path, fields, nameOf } = options
  const [first] = placesAt(run.data, path)
  const originalError = failure instanceof Error ? failure : new Error(String(failure))
  const { extensions } = originalError as Partial<GraphQLError>
  for (const field of fields) {
    const error = new GraphQLError(originalError.message, {
      path: inAnswer([...(first?.path ?? []), field], nameOf),
      originalError,
      extensions: { ...extensions, serviceName: node.serviceName },
    })
    run.errors.add(error)
  }
  markMissing(options, run)
}

/** An answer without data explains its missing fields, if it has an error. */
export function noteMissing(options: FetchOptions, run: Run, { errors }: SubgraphAnswer): void {
  if (errors && errors.length > 0) markMissing(options, run)
}

function markMissing({ path, fields, nameOf }: FetchOptions, run: Run): void {
  const place = path.filter((key) => key !== '@')
  for (const field of fields) run.errors.addMissing(inAnswer([...place, field], nameOf))
}

/** Merges one result into objects; only the first gets the result itself, unless it may be shared. */
export function mergeAll(
  { hasObjects, isShareable, types }: FetchOptions,
  run: Run,
  rewrite: Rewrite,
  targets: readonly Entity[],
  result: Entity,
): void {
  rewrite(result)
  for (const [index, target] of targets.entries()) {
    mergeInto(target, index === 0 || isShareable ? result : copyOf(result), types)
  }
  run.isShared ||= hasObjects && isShareable && targets.length > 1
}

/** The variables of the client that a fetch uses. */
export function variablesOf({ variableUsages }: FetchNode, { variables }: Run): Entity {
  const used: Entity = {}
  for (const name of variableUsages ?? []) {
    if (Object.hasOwn(variables, name) && variables[name] !== undefined)
      used[name] = variables[name]
  }
  return used
}

/** A path with the client's names, as far as the client has asked for it. */
export function inAnswer(path: Path, nameOf: NameOf): Path {
  const named = path.map((key) => (typeof key === 'string' ? nameOf(key) : key))
  const end = named.indexOf(undefined)
  return (end === -1 ? named : named.slice(0, end)) as Path
}
