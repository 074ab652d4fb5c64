// The federation gateway over a supergraph: plans each operation and calls the subgraphs it needs.
import { ApolloGateway, type GraphQLDataSource } from '@apollo/gateway'
import type { GatewayInterface } from '@apollo/server-gateway-interface'
import { Kind, parse, type ConstDirectiveNode } from 'graphql'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { withIntrospection } from './introspection.ts'

// Without this setting, the gateway reports usage to Apollo.
process.env.APOLLO_TELEMETRY_DISABLED = '1'

/** A subgraph as named in the supergraph. */
export interface SubgraphEntry {
  name: string
  /** Its GraphQL endpoint in the supergraph. */
  url: string
}

/**
 * A gateway over the supergraph SDL. At startup it rejects directives marked `for: SECURITY` that
 * it does not enforce, for example `@authenticated`.
 * @throws for a progressive override (with a label), which the gateway does not support
 */
export function createGateway(
  supergraphSdl: string,
  dataSource: (subgraph: SubgraphEntry) => GraphQLDataSource<GraphQLContext>,
  log: Log,
): GatewayInterface {
  refuseProgressiveOverride(supergraphSdl)
  const gateway = new ApolloGateway({
    supergraphSdl,
    buildService: ({ name, url }) => dataSource({ name, url: url ?? '' }) as GraphQLDataSource,
    logger: {
      debug: (message) => log.debug(message),
      // Loading its schema is not worth a log line.
      info: (message) => log.debug(message),
      warn: (message) => log.warn(message),
      error: (message) => log.error(message),
    },
  })
  return withIntrospection(gateway)
}

/** The gateway treats every label as false, so the field would never move. */
function refuseProgressiveOverride(supergraphSdl: string): void {
  for (const type of parse(supergraphSdl).definitions) {
    if (type.kind !== Kind.OBJECT_TYPE_DEFINITION) continue
    for (const { name, directives } of type.fields ?? []) {
      const from = textOf(directives, 'override')
      const label = textOf(directives, 'overrideLabel')
      if (label === undefined) continue
      throw new Error(
        `${type.name.value}.${name.value} has @override(from: "${from}", label: "${label}"), and ` +
          'this router does not support labels. Remove the label, or the whole directive.',
      )
    }
  }
}

/**
 * The values of one argument in the `@join__field` directives of a field, one for each subgraph.
 */
function textOf(directives: readonly ConstDirectiveNode[] = [], name: string): string | undefined {
  const values = directives
    .filter((directive) => directive.name.value === 'join__field')
    .map((directive) => directive.arguments?.find((sent) => sent.name.value === name)?.value)
  return values.find((value) => value?.kind === Kind.STRING)?.value
}
