// How the executor reaches one subgraph, in this process or over HTTP.
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import type { SubgraphResult, SubgraphRequest } from './subgraph-result.ts'

/** Sends a request to a subgraph on behalf of a caller. Rejects when it does not respond. */
export type ExecuteOnSubgraph = (
  request: SubgraphRequest,
  context: GraphQLContext,
  signal?: AbortSignal,
) => Promise<SubgraphResult>

export interface SubgraphConnection extends ExecuteOnSubgraph {
  /** Undefined where the subgraph serves no subscriptions. */
  subscribe?: SubscribeToSubgraph | undefined
}

/** A result of a subscription. `extensions` has the cursor of the subgraph, if it has one. */
export interface SubgraphEvent extends SubgraphResult {
  extensions?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Starts a subscription on behalf of a caller. The next result is read once the previous one has been taken.
 * @param signal ends the subscription and releases what it uses
 * @throws when the subgraph refuses it, does not respond, or ends it before it is complete
 */
export type SubscribeToSubgraph = (
  request: SubgraphRequest,
  context: Pick<GraphQLContext, 'caller'>,
  signal: AbortSignal,
) => AsyncIterable<SubgraphEvent>
