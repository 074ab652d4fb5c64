// Runs subscriptions: for each result of the source, the rest of the plan, with the caller's rights at that moment.
import type { ExecutionResult } from 'graphql'
import { DomainError } from '#foundation/domain/errors.ts'
import type { Subscribe, SubscriptionRequest } from '#foundation/graphql/executable-schema.ts'
import { createExecutionTurns, type ExecutionTurns } from '#foundation/limits/execution-turns.ts'
import { linkedAbort } from '#foundation/limits/linked-abort.ts'
import { runStep, workSteps } from '#foundation/telemetry/steps.ts'
import type { GatewayMetrics, SubscriptionMetrics } from '../metrics.ts'
import { requestsPlan, describePlan } from '../plan/plan-description.ts'
import type { SourceRequest } from './execute.ts'
import type { FindOperation, FoundOperation } from './operations/find-operation.ts'
import { errorAt } from './errors.ts'
import { readResult } from './fetch/read-result.ts'
import { withExecutionSignal } from './request-signal.ts'
import type { SubgraphFetch } from './subgraph-result.ts'
import type {
  SubgraphConnection,
  SubgraphEvent,
  SubscribeToSubgraph,
} from './subgraph-connection.ts'

export interface SubscribeOptions {
  /** The connections by the name of their subgraph. */
  connections: ReadonlyMap<string, SubgraphConnection>
  /**
   * The time for a query, for each execution of a subscription, and for planning, in milliseconds.
   * Fields that are missing then have an error.
   */
  deadlineMs: number
  metrics: SubscriptionMetrics & Pick<GatewayMetrics, 'operationFetches'>
  /** Responds with the plan to requests that ask for it. */
  showsPlans: boolean
  find: FindOperation
}

type SubscribeInTurns = SubscribeOptions & { turns: ExecutionTurns }

export function createSubscribe(given: SubscribeOptions): Subscribe {
  const options = { ...given, turns: createExecutionTurns() }
  return (request) => {
    const ends = linkedAbort(request.signal)
    const results = resultsOf({ ...request, signal: ends.signal }, options)
    return {
      [Symbol.asyncIterator]: () => ({
        next: () => results.next(),
        // `return` must end the source at once. A generator that waits for its source would return
        // only after the next result.
        return() {
          ends.abort()
          return results.return(undefined)
        },
      }),
    }
  }
}

/** Yields the results. The reader gives each of them a budget, which covers the source and the rest of the plan. */
async function* resultsOf(
  request: SubscriptionRequest,
  options: SubscribeInTurns,
): AsyncGenerator<ExecutionResult, undefined, void> {
  const { context, signal, variables } = request
  using open = new DisposableStack()
  try {
    const { run, isCached } = await withExecutionSignal(signal, options.deadlineMs, (ends) => {
      return options.find(request, ends)
    })
    const started = run.sourceOf(variables)!
    const { subgraph } = started
    const source = subscribeTo(started, options)(started.request, context, signal)
    const execution = { ...options, run, subgraph }
    const { subscriptionsOpen, subscriptionResults } = options.metrics
    const showsPlan = options.showsPlans && requestsPlan(request.extensions)
    let plan = showsPlan && describePlan(run.origin, isCached)
    subscriptionsOpen.inc({ subgraph })
    open.defer(() => subscriptionsOpen.dec({ subgraph }))
    const results = subscriptionResults.labels({ subgraph })
    for await (const event of source) {
      const result = await executeInTurn(event, request, execution)
      if (!result || signal.aborted) return
      results.inc()
      yield { ...result, ...extensionsOf(event, plan) }
      plan = false
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Subscribes to the subgraph of the root field. @throws INTERNAL_ERROR for a subgraph that serves none */
function subscribeTo(
  { subgraph }: SourceRequest,
  { connections }: SubscribeOptions,
): SubscribeToSubgraph {
  const { subscribe } = connections.get(subgraph)!
  if (subscribe) return subscribe
  throw new DomainError('INTERNAL_ERROR', `The subgraph ${subgraph} serves no subscriptions.`)
}

type Execution = Pick<SubscribeInTurns, 'connections' | 'deadlineMs' | 'metrics' | 'turns'> &
  Pick<FoundOperation, 'run'> &
  Pick<SourceRequest, 'subgraph'>

/** The result for one event of the source; undefined once the subscription has ended. */
function executeInTurn(
  event: SubgraphEvent,
  request: SubscriptionRequest,
  execution: Execution,
): Promise<ExecutionResult | undefined> {
  return execution.turns.run(request.signal, async () => {
    await request.beforeExecution()
    if (event.data === undefined) return refusalOf(event, execution)
    const describe = () => ({ kind: 'event' as const, name: 'router' })
    return runStep(workSteps, describe, () => executeRest(event, request, execution))
  })
}

/** The result for a source that refuses the subscription: an error without the path of a field. */
function refusalOf(event: SubgraphEvent, { subgraph }: Execution): ExecutionResult {
  const { errors = [] } = readResult(event)
  return { errors: errors.map((error) => errorAt(error, undefined, subgraph)) }
}

/** Runs the rest of the plan on one result of the source. */
function executeRest(
  source: SubgraphEvent,
  { context, signal, variables }: SubscriptionRequest,
  { connections, deadlineMs, metrics, run }: Execution,
): Promise<ExecutionResult> {
  const own = { ...context, contexts: new Map<string, unknown>() }
  let fetches = 1
  return withExecutionSignal(signal, deadlineMs, async (ends) => {
    const fetch: SubgraphFetch = (subgraph, sent) => {
      fetches += 1
      return connections.get(subgraph)!(sent, own, ends)
    }
    const result = await run({ variables, source, signal: ends, fetch })
    metrics.operationFetches.observe(fetches)
    return result
  })
}

/**
 * The extensions of a result: the cursor at which a client continues and the mark of a gap, if the
 * subgraph sends them, and the plan.
 */
function extensionsOf({ extensions }: SubgraphEvent, plan: unknown): ExecutionResult {
  const { cursor, gap } = extensions ?? {}
  const passed = {
    ...(typeof cursor === 'string' && { cursor }),
    ...(gap === true && { gap }),
    ...(plan !== false && { plan }),
  }
  return Object.keys(passed).length > 0 ? { extensions: passed } : {}
}
