// The federation gateway over a supergraph: plans each operation and asks the subgraphs it needs.
import { ApolloGateway, type GraphQLDataSource } from '@apollo/gateway'
import type { GatewayInterface } from '@apollo/server-gateway-interface'
import type { GraphQLContext } from '#foundation/graphql-endpoint.ts'
import type { Log } from '#foundation/log.ts'

// The gateway reports usage to its maker unless told not to.
process.env.APOLLO_TELEMETRY_DISABLED = '1'

/** A subgraph as the supergraph names it. */
export interface SubgraphEntry {
  name: string
  /** Where the supergraph says that its GraphQL answers. */
  url: string
}

/**
 * A gateway over the supergraph SDL. It refuses directives marked `for: SECURITY` that it would not
 * enforce, `@authenticated` for example, when the router starts.
 */
export function createGateway(
  supergraphSdl: string,
  dataSource: (subgraph: SubgraphEntry) => GraphQLDataSource<GraphQLContext>,
  log: Log,
): GatewayInterface {
  return new ApolloGateway({
    supergraphSdl,
    buildService: ({ name, url }) => dataSource({ name, url: url ?? '' }) as GraphQLDataSource,
    logger: {
      debug: (message) => log.debug(message),
      // That it has loaded its schema is no news.
      info: (message) => log.debug(message),
      warn: (message) => log.warn(message),
      error: (message) => log.error(message),
    },
  })
}
