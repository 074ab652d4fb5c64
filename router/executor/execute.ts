// A planned operation → a function that runs it and writes the client's response.
import {
  Kind,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { fragmentsByName } from '#foundation/limits/root-fields.ts'
import { yieldToEventLoop } from '#foundation/limits/yield-to-event-loop.ts'
import type { FetchAtPath } from '../plan/fetch-at-path.ts'
import type { FetchNode, PlanNode, QueryPlan } from '../plan/query-plan.ts'
import { compileConditions } from './conditions.ts'
import { ResponseErrors } from './errors.ts'
import { variablesOf } from './fetch/fetch.ts'
import type { ResponseNames } from './operations/response-names.ts'
import { compilePlan } from './plan.ts'
import { compileObject } from './response/shape.ts'
import { createSubgraphAt } from './response/subgraph-at.ts'
import { FAILED, Writer, type Write } from './response/writer.ts'
import type { Run } from './run.ts'
import type {
  SubgraphResult,
  SubgraphFetch,
  SubgraphRequest,
  Variables,
} from './subgraph-result.ts'
import type { TypeNames } from './type-names.ts'

export interface OperationRequest {
  /** The variables as the client sent them, already validated against the schema. */
  variables?: Variables | undefined
  fetch: SubgraphFetch
  /** The result of the source of a subscription. */
  source?: SubgraphResult | undefined
  /** Once it is aborted, no further fetch is sent, and missing fields have an error. */
  signal?: AbortSignal | undefined
}

/** Runs an operation. Failures are in `errors`. */
export interface ExecutableOperation {
  (request: OperationRequest): Promise<ExecutionResult>
  /** The request that starts the source of a subscription; undefined for a query or mutation. */
  sourceOf(variables: Variables): SourceRequest | undefined
}

export interface SourceRequest {
  subgraph: string
  request: SubgraphRequest
}

export interface OperationSource {
  plan: QueryPlan
  /** The fetches of the plan. */
  fetches: readonly FetchAtPath[]
  /** One operation and its fragments, with the client's names and without conditions. */
  document: DocumentNode
  names: Pick<ResponseNames, 'keyOf' | 'nameOf'>
  /** The schema that clients see. */
  schema: GraphQLSchema
  types: TypeNames
}

/** Compiles an operation with its plan. @throws GraphQLError for a plan that cannot be run (see `compilePlan`) */
export function compileOperation(source: OperationSource): ExecutableOperation {
  const operation = operationOf(source.document)
  const conditionsFor = compileConditions(operation)
  const { fetches, plan, types } = source
  const { nameOf } = source.names
  const step = compilePlan(plan, { fetches, types, nameOf, conditionsFor })
  const write = compileShape(source, operation)
  const primary = primaryOf(plan.node)
  const run = async ({ variables = {}, fetch, source: result, signal }: OperationRequest) => {
    const errors = new ResponseErrors()
    let aborted: Promise<never> | undefined
    const run: Run = {
      data: {},
      variables,
      fetch,
      source: result,
      signal,
      // A getter, because not every run waits for a subgraph.
      get aborted() {
        return (aborted ??= signal && rejectionBy(signal))
      },
      errors,
      absent: new Set(),
      isShared: false,
    }
    await step(run)
    await yieldToEventLoop()
    const writer = new Writer(run, createSubgraphAt(plan, nameOf))
    const written = write(run.data, writer, 0)
    const data = written === FAILED ? null : (written as ExecutionResult['data'])
    return { ...(errors.list.length > 0 && { errors: errors.list }), data: data ?? null }
  }
  const sourceOf = (variables: Variables) => primary && requestOf(primary, variables)
  return Object.assign(run, { sourceOf })
}

/** The fetch that starts a subscription, which is the first node of its plan. */
function primaryOf(node: PlanNode | undefined): FetchNode | undefined {
  if (node?.kind === 'Sequence') return primaryOf(node.nodes[0])
  return node?.kind === 'Subscription' ? node.primary : undefined
}

function requestOf(primary: FetchNode, variables: Variables): SourceRequest {
  const { serviceName: subgraph, operation: query } = primary
  return { subgraph, request: { query, variables: variablesOf(primary, { variables }) } }
}

/** Rejects when the signal is aborted. All fetches of a run share this one listener. */
function rejectionBy(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason as Error)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  // Without this, a rejection that nothing awaits would end the process.
  promise.catch(() => undefined)
  return promise
}

function compileShape(
  { document, schema, names }: OperationSource,
  { operation, selectionSet }: OperationDefinitionNode,
): Write {
  const fragments = fragmentsByName(document)
  const options = { schema, fragments, keyOf: names.keyOf }
  return compileObject(schema.getRootType(operation)!, [selectionSet], options)
}

function operationOf({ definitions }: DocumentNode): OperationDefinitionNode {
  return definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!
}
