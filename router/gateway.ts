// The federation gateway over a supergraph: plans each operation and calls the subgraphs it needs.
import { ApolloGateway, type GraphQLDataSource } from '@apollo/gateway'
import type { GatewayInterface } from '@apollo/server-gateway-interface'
import { Kind, parse, type ConstDirectiveNode } from 'graphql'
import type { GraphQLContext } from '#foundation/graphql/endpoint.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { withIntrospection } from './introspection.ts'

// The gateway reports usage to its maker unless this is set.
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
 * @throws when a field is overridden for a part of all requests, which the gateway would never do
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
      // That it has loaded its schema is no news.
      info: (message) => log.debug(message),
      warn: (message) => log.warn(message),
      error: (message) => log.error(message),
    },
  })
  return withIntrospection(gateway)
}

/** The gateway takes every label for false: the field would stay where it was, whatever the label says. */
function refuseProgressiveOverride(supergraphSdl: string): void {
  for (const type of parse(supergraphSdl).definitions) {
    if (type.kind !== Kind.OBJECT_TYPE_DEFINITION) continue
    for (const { name, directives } of type.fields ?? []) {
      const from = textOf(directives, 'override')
      const label = textOf(directives, 'overrideLabel')
      if (label === undefined) continue
      throw new Error(
        `${type.name.value}.${name.value} has @override(from: "${from}", label: "${label}"), and ` +
          'this router follows no labels. Take the label away, or the whole directive.',
      )
    }
  }
}

/** What the `@join__field` of a field, of which each subgraph has its own, say under that name. */
function textOf(directives: readonly ConstDirectiveNode[] = [], name: string): string | undefined {
  const values = directives
    .filter((directive) => directive.name.value === 'join__field')
    .map((directive) => directive.arguments?.find((sent) => sent.name.value === name)?.value)
  return values.find((value) => value?.kind === Kind.STRING)?.value
}
