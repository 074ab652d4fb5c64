// Runs subscriptions: for each result of the source, the rest of the plan, with the caller's rights at that moment.
import type { ExecutionResult } from 'graphql'
import { DomainError } from '#foundation/domain/errors.ts'
import type { Subscribe, SubscriptionRequest } from '#foundation/graphql/executable-schema.ts'
import { createExecutionTurns, type ExecutionTurns } from '#foundation/limits/execution-turns.ts'
import { linkedAbort } from '#foundation/limits/linked-abort.ts'
import { runStep, workSteps } from '#foundation/telemetry/steps.ts'
import type { GatewayMetrics, SubscriptionMetrics } from '../metrics.ts'
import { asksForPlan, describePlan } from '../plan/plan-description.ts'
import type { SourceRequest } from './execute.ts'
import type { FindOperation, FoundOperation } from './operations/find-operation.ts'
import { errorAt } from './errors.ts'
import { readAnswer } from './fetch/read-answer.ts'
import { withExecutionSignal } from './request-signal.ts'
import type { SubgraphFetch } from './subgraph-answer.ts'
import type {
  SubgraphConnection,
  SubgraphEvent,
  SubscribeToSubgraph,
} from './subgraph-connection.ts'

export interface SubscribeOptions {
  /** By subgraph. */
  connections: ReadonlyMap<string, SubgraphConnection>
  /**
   * How long a query may take, and each execution of a subscription; what is missing then has an error. Also how long
   * a plan may take.
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
        // A generator that waits for its source would not return before the next result.
        return() {
          ends.abort()
          return results.return(undefined)
        },
      }),
    }
  }
}

/** Whoever reads the results gives each of them a budget, in which the source and the rest of the plan are read. */
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
    const asksPlan = options.showsPlans && asksForPlan(request.extensions)
    let plan = asksPlan && describePlan(run.origin, isCached)
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

/** @throws INTERNAL_ERROR for a subgraph that serves none */
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

/** The result for what the source has yielded; undefined once the subscription has ended. */
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

/** What the subgraph says instead of a result: the subscription itself is refused, and no field of it. */
function refusalOf(event: SubgraphEvent, { subgraph }: Execution): ExecutionResult {
  const { errors = [] } = readAnswer(event)
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

/** Where a client continues, as the subgraph says. A foreign one may not. */
function extensionsOf({ extensions }: SubgraphEvent, plan: unknown): ExecutionResult {
  const { cursor, gap } = extensions ?? {}
  const passed = {
    ...(typeof cursor === 'string' && { cursor }),
    ...(gap === true && { gap }),
    ...(plan !== false && { plan }),
  }
  return Object.keys(passed).length > 0 ? { extensions: passed } : {}
}
