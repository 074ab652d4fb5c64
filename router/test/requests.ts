// Builds requests as Apollo Server passes them to the executor of the router.
import { getOperationAST } from 'graphql'
import { onTestFinished } from 'vitest'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import type {
  Execute,
  ExecutionRequest,
  SubscriptionRequest,
} from '#foundation/graphql/executable-schema.ts'
import { callerOf, testLog, type CallerOptions } from '#test/caller.ts'
import type {
  ExecuteOnSubgraph,
  SubgraphConnection,
  SubscribeToSubgraph,
} from '../executor/subgraph-connection.ts'
import type { Graph } from '../executor/test/graph.ts'
import { createGateway, type Gateway, type GatewayOptions } from '../gateway.ts'

/** The executor of a gateway over the subgraphs of a test, which is closed with the test. */
export async function executorOver(
  graph: Pick<Graph, 'supergraphSdl' | 'fetch'>,
  options: Partial<GatewayOptions> = {},
): Promise<Execute> {
  const { execute } = await gatewayOver(graph, options)
  return execute
}

/** A gateway over the subgraphs of a test, which is closed with the test. */
export async function gatewayOver(
  {
    supergraphSdl: supergraph,
    fetch,
    subscribe,
  }: Pick<Graph, 'supergraphSdl' | 'fetch'> & { subscribe?: SubscribeToSubgraph },
  options: Partial<GatewayOptions> = {},
): Promise<Gateway> {
  const gateway = await createGateway({
    supergraph,
    connect({ name }): SubgraphConnection {
      const execute: ExecuteOnSubgraph = (request, _context, signal) => fetch(name, request, signal)
      return Object.assign(execute, { subscribe })
    },
    log: testLog,
    ...options,
  })
  onTestFinished(() => gateway.close())
  return gateway
}

/** A request for a subscription, already validated and without a charge. */
export function subscriptionOf(
  graph: Pick<Graph, 'parse'>,
  source: string,
  { variables, ...given }: Partial<SubscriptionRequest> = {},
): SubscriptionRequest {
  const { signal } = new AbortController()
  const beforeExecution = () => Promise.resolve()
  return { ...requestOf(graph, source, variables), signal, beforeExecution, ...given }
}

/** A request for a document, already validated. */
export function requestOf(
  graph: Pick<Graph, 'parse'>,
  source: string,
  variables: Record<string, unknown> = {},
  res?: unknown,
  caller: CallerOptions = {},
): ExecutionRequest {
  const document = graph.parse(source)
  const operation = getOperationAST(document)!
  return {
    document,
    operation,
    variables,
    context: { res, caller: callerOf(caller) } as GraphQLContext,
  }
}
