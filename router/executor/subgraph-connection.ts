// How the executor reaches one subgraph, in this process or over HTTP.
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import type { SubgraphAnswer, SubgraphRequest } from './subgraph-answer.ts'

/** Asks a subgraph on behalf of a caller. Rejects when it does not answer. */
export type ExecuteOnSubgraph = (
  request: SubgraphRequest,
  context: GraphQLContext,
  signal?: AbortSignal,
) => Promise<SubgraphAnswer>

export interface SubgraphConnection extends ExecuteOnSubgraph {
  /** Undefined where the subgraph serves no subscriptions. */
  subscribe?: SubscribeToSubgraph | undefined
}

/** A result of a subscription. `extensions` has the cursor of the subgraph, if it has one. */
export interface SubgraphEvent extends SubgraphAnswer {
  extensions?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Starts a subscription on behalf of a caller. The next result is read once the last one has been taken.
 * @param signal ends it, and what it uses
 * @throws when the subgraph refuses it, does not answer, or ends it before it is complete
 */
export type SubscribeToSubgraph = (
  request: SubgraphRequest,
  context: Pick<GraphQLContext, 'caller'>,
  signal: AbortSignal,
) => AsyncIterable<SubgraphEvent>
