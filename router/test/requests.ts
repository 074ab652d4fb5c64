// Requests as Apollo Server hands them to the executor of a gateway.
import type {
  GatewayExecutor,
  GatewayGraphQLRequestContext,
} from '@apollo/server-gateway-interface'
import { getOperationAST } from 'graphql'
import { testLog } from '#test/caller.ts'
import { type Graph } from '../executor/test/graph.ts'
import { createGateway, type GatewayOptions } from '../gateway.ts'

/** The executor of a gateway over the subgraphs of a test. */
export async function executorOver(
  { supergraphSdl: supergraph, fetch }: Pick<Graph, 'supergraphSdl' | 'fetch'>,
  options: Partial<GatewayOptions> = {},
): Promise<GatewayExecutor> {
  const gateway = createGateway({
    supergraph,
    connect:
      ({ name }) =>
      (request, _context, signal) =>
        fetch(name, request, signal),
    log: testLog,
    ...options,
  })
  const { executor } = await gateway.load({ apollo: {} })
  return executor!
}

/** A request for a document that the graph allows. */
export function requestOf(
  graph: Graph,
  source: string,
  variables: Record<string, unknown> = {},
  res?: unknown,
): GatewayGraphQLRequestContext {
  const document = graph.parse(source)
  const operation = getOperationAST(document)!
  return {
    document,
    operation,
    request: { query: source, variables },
    operationName: operation.name?.value ?? null,
    context: { res },
    schema: graph.schema,
    queryHash: source,
    metrics: {},
  } as unknown as GatewayGraphQLRequestContext
}
