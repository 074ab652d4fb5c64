// The engine `apollo`: Apollo's gateway plans and executes, by its public interface (decision 0061).
import { ApolloGateway, type GraphQLDataSource } from '@apollo/gateway'
import { GraphQLError, Kind, parse, print, type GraphQLSchema } from 'graphql'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import type { Execute } from '#foundation/graphql/executable-schema.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import type { SubgraphConnection } from './executor/subgraph-connection.ts'
import type { Engine, GatewayOptions } from './gateway.ts'
import { clientSchema } from './supergraph/client-schema.ts'
import { textOf } from './supergraph/directive-arguments.ts'

// Without this setting, the gateway reports usage to Apollo.
process.env.APOLLO_TELEMETRY_DISABLED = '1'

/**
 * Starts Apollo's gateway over the supergraph. It plans on the event loop, knows no limit of fetches and no deadline
 * but those of the subgraphs, and runs no subscriptions.
 * @throws for a progressive override, whose label it would take for false, and for what it refuses itself, for
 * example `@fromContext`
 */
export async function startApolloGateway(
  options: Pick<GatewayOptions, 'supergraph' | 'connect' | 'log'>,
): Promise<Engine> {
  refuseLabels(options.supergraph)
  const gateway = new ApolloGateway({
    supergraphSdl: options.supergraph,
    buildService: ({ name, url = '' }) => dataSourceOf(options.connect({ name, url })),
    logger: loggerOf(options.log),
  })
  let schema: GraphQLSchema | undefined
  gateway.onSchemaLoadOrUpdate(({ apiSchema }) => (schema = apiSchema))
  await gateway.load()
  return {
    schema: clientSchema(schema!, options.supergraph, { servesSubscriptions: false }),
    execute: executorOf(gateway),
    close: () => gateway.stop(),
  }
}

type GatewayRequest = Parameters<ApolloGateway['executor']>[0]

function executorOf(gateway: ApolloGateway): Execute {
  return ({ document, operation, variables, context }) => {
    const query = print(document)
    const operationName = operation.name?.value
    const sent = { query, variables, ...(operationName !== undefined && { operationName }) }
    const parsed = { document, operation, operationName: operationName ?? null, context }
    const request = { ...parsed, request: sent, queryHash: query, metrics: {} }
    // Apollo's gateway reads only these members of Apollo Server's request.
    return gateway.executor(request as unknown as GatewayRequest)
  }
}

function dataSourceOf(connection: SubgraphConnection): GraphQLDataSource {
  return {
    async process({ request: { query, operationName, variables }, context }) {
      const name = operationName === undefined ? {} : { operationName }
      const sent = { query: query!, variables: variables ?? {}, ...name }
      try {
        return await connection(sent, context as unknown as GraphQLContext)
      } catch (error) {
        throw asGraphQLError(error as Error)
      }
    },
  }
}

/** Apollo's gateway accepts no other errors: it would fail the whole request. */
function asGraphQLError(originalError: Error): GraphQLError {
  const { extensions } = originalError as Partial<GraphQLError>
  return new GraphQLError(originalError.message, {
    originalError,
    ...(extensions && { extensions }),
  })
}

/** Lowers `info` to `debug`: loading the schema is not worth a log line. */
function loggerOf(log: Log) {
  return {
    debug: (message: string) => log.debug(message),
    info: (message: string) => log.debug(message),
    warn: (message: string) => log.warn(message),
    error: (message: string) => log.error(message),
  }
}

function refuseLabels(supergraph: string): void {
  for (const type of parse(supergraph, { noLocation: true }).definitions) {
    if (type.kind !== Kind.OBJECT_TYPE_DEFINITION) continue
    for (const { name, directives = [] } of type.fields ?? []) {
      const label = directives.map((directive) => textOf(directive, 'overrideLabel')).find(Boolean)
      if (label === undefined) continue
      throw new Error(
        `${type.name.value}.${name.value} has @override with the label "${label}", and ROUTER_ENGINE=apollo does not ` +
          'support labels. Remove the label or the directive, or use another engine.',
      )
    }
  }
}
