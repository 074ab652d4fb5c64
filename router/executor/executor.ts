// The executor that Apollo Server calls: finds the compiled operation of a request, and runs it.
import { OperationTypeNode, parse, validate } from 'graphql'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import type { Execute } from '#foundation/graphql/executable-schema.ts'
import { unservedMetrics, type GatewayMetrics, type Lookup } from '../metrics.ts'
import type { CallerOverrides, OverrideClass } from '../override-labels.ts'
import { asksForPlan, describePlan } from '../plan/plan-description.ts'
import type { PlanOperation } from '../plan/planning.ts'
import {
  createOperations,
  type Operations,
  type OperationsOptions,
} from './operations/operations.ts'
import { withRequestSignal } from './request-signal.ts'
import type { SubgraphAnswer, SubgraphRequest } from './subgraph-answer.ts'

/** Asks one subgraph on behalf of a caller. Rejects when it does not answer. */
export type SubgraphConnection = (
  request: SubgraphRequest,
  context: GraphQLContext,
  signal?: AbortSignal,
) => Promise<SubgraphAnswer>

export interface ExecutorOptions extends Omit<OperationsOptions, 'onLookup' | 'plan'> {
  plan: PlanOperation
  /** Who gets which plans, where fields are being moved between subgraphs. */
  overrides: CallerOverrides
  /** By subgraph. */
  connections: ReadonlyMap<string, SubgraphConnection>
  /** How long a query may take; what is missing then has an error. Also how long a plan may take. */
  deadlineMs: number
  /** Texts of documents to plan at once, because clients are known to send them. */
  documents: Iterable<string>
  metrics?: Pick<GatewayMetrics, 'operationFetches' | 'planLookups'>
  /** Responds with the plan to requests that ask for it. */
  showsPlans?: boolean
}

/** An executor over subgraphs. @throws when a registered document cannot be planned */
export async function createExecutor(options: ExecutorOptions): Promise<Execute> {
  const { connections, deadlineMs, overrides } = options
  const { metrics = unservedMetrics(), showsPlans = false } = options
  const onLookup = (result: Lookup) => metrics.planLookups.inc({ result })
  const operationsOf = (override: OverrideClass) =>
    createOperations({
      ...options,
      plan: (operation, signal) => options.plan(operation, signal, override),
      onLookup,
    })
  const byOverride = new Map(overrides.all.map((override) => [override, operationsOf(override)]))
  for (const operations of byOverride.values()) await registerDocuments(operations, options)
  return ({ document, operation, variables, context, extensions }) =>
    withRequestSignal(context.res, deadlineMs, async (signal) => {
      const operationName = operation.name?.value
      const override = overrides.ofCaller(context.caller)
      const operations = byOverride.get(override instanceof Promise ? await override : override)!
      const found = operations.get(document, { operationName, variables, signal })
      const run = await found
      // A change must not stop halfway because its client has left.
      const ends = operation.operation === OperationTypeNode.QUERY ? signal : undefined
      let fetches = 0
      const result = await run({
        variables,
        signal: ends,
        fetch(subgraph, sent) {
          fetches += 1
          return connections.get(subgraph)!(sent, context, ends)
        },
      })
      metrics.operationFetches.observe(fetches)
      if (!showsPlans || !asksForPlan(extensions)) return result
      const isCached = !(found instanceof Promise)
      return { ...result, extensions: { plan: describePlan(run.origin, isCached) } }
    })
}

/** Plans documents before they are sent. One that the schema does not allow is left to its sender. */
async function registerDocuments(
  operations: Operations,
  { documents, schema }: ExecutorOptions,
): Promise<void> {
  for (const text of documents) {
    const document = parse(text)
    if (validate(schema, document).length === 0) await operations.register(document)
  }
}
