// The executor that Apollo Server and the transports of subscriptions call: runs the compiled operation of a request.
import { OperationTypeNode } from 'graphql'
import type { Execute, Subscribe } from '#foundation/graphql/executable-schema.ts'
import { LOOKUPS, unservedMetrics, type GatewayMetrics, type Lookup } from '../metrics.ts'
import { requestsPlan, describePlan } from '../plan/plan-description.ts'
import { joinEqualQueries } from './equal-queries.ts'
import { createFindOperation, type FindOptions } from './operations/find-operation.ts'
import { withRequestSignal } from './request-signal.ts'
import { createSubscribe, type SubscribeOptions } from './subscribe.ts'

export interface ExecutorOptions
  extends
    Omit<FindOptions, 'onLookup'>,
    Pick<SubscribeOptions, 'connections' | 'deadlineMs'>,
    Partial<Pick<SubscribeOptions, 'showsPlans'>> {
  metrics?: SubscribeOptions['metrics'] & Pick<GatewayMetrics, 'planLookups'>
}

export interface Executor {
  execute: Execute
  subscribe: Subscribe
}

/** An executor over subgraphs. @throws when a registered document cannot be planned */
export async function createExecutor(options: ExecutorOptions): Promise<Executor> {
  const { metrics = unservedMetrics(), showsPlans = false } = options
  const counters = new Map(LOOKUPS.map((result) => [result, metrics.planLookups.labels(result)]))
  const onLookup = (result: Lookup) => counters.get(result)!.inc()
  const find = await createFindOperation({ ...options, onLookup })
  const parts = { ...options, metrics, showsPlans, find }
  return { execute: joinEqualQueries(createExecute(parts)), subscribe: createSubscribe(parts) }
}

function createExecute(options: SubscribeOptions): Execute {
  const { connections, deadlineMs, metrics, showsPlans, find } = options
  return (request) =>
    withRequestSignal(request.context.res, deadlineMs, async (signal) => {
      const { variables, context, operation, extensions } = request
      const { run, isCached } = await find(request, signal)
      // Only queries end with their client: a mutation must not stop halfway.
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
      if (!showsPlans || !requestsPlan(extensions)) return result
      return { ...result, extensions: { plan: describePlan(run.origin, isCached) } }
    })
}
