// Builds requests as Apollo Server passes them to the executor of the router.
import { getOperationAST } from 'graphql'
import { onTestFinished } from 'vitest'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import type { Execute, ExecutionRequest } from '#foundation/graphql/executable-schema.ts'
import { testLog } from '#test/caller.ts'
import type { Graph } from '../executor/test/graph.ts'
import { createGateway, type GatewayOptions } from '../gateway.ts'

/** The executor of a gateway over the subgraphs of a test, which is closed with the test. */
export async function executorOver(
  { supergraphSdl: supergraph, fetch }: Pick<Graph, 'supergraphSdl' | 'fetch'>,
  options: Partial<GatewayOptions> = {},
): Promise<Execute> {
  const gateway = await createGateway({
    supergraph,
    connect:
      ({ name }) =>
      (request, _context, signal) =>
        fetch(name, request, signal),
    log: testLog,
    ...options,
  })
  onTestFinished(() => gateway.close())
  return gateway.execute
}

/** A request for a document that the graph allows. */
export function requestOf(
  graph: Pick<Graph, 'parse'>,
  source: string,
  variables: Record<string, unknown> = {},
  res?: unknown,
): ExecutionRequest {
  const document = graph.parse(source)
  const operation = getOperationAST(document)!
  return { document, operation, variables, context: { res } as GraphQLContext }
}
