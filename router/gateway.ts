// The federation gateway over a supergraph: Apollo plans each operation, our executor runs the plan.
import { ApolloGateway, type GraphQLDataSource } from '@apollo/gateway'
import { Kind, parse, print, type ConstDirectiveNode, type GraphQLSchema } from 'graphql'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import type { ExecutableSchema, Execute } from '#foundation/graphql/executable-schema.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { readCostDirectives } from './cost-directives.ts'
import { createExecutor, type SubgraphConnection } from './executor/executor.ts'
import { readExecutable } from './executor/supergraph.ts'
import { withIntrospection } from './introspection.ts'

// Without this setting, the gateway reports usage to Apollo.
process.env.APOLLO_TELEMETRY_DISABLED = '1'

/** A subgraph of the supergraph. */
export interface SubgraphEntry {
  name: string
  /** Its GraphQL endpoint in the supergraph. */
  url: string
}

export interface GatewayOptions {
  /** The SDL of the supergraph. */
  supergraph: string
  connect: (subgraph: SubgraphEntry) => SubgraphConnection
  log: Log
  /** The deadline of a query, in milliseconds. */
  deadlineMs?: number
  /** Documents to plan at the start. */
  documents?: Iterable<string>
  /** `stock` executes as Apollo's gateway does, for tests that compare the two. */
  executor?: 'own' | 'stock'
}

/** The default of `deadlineMs`: three times that of one subgraph. */
const DEADLINE_MS = 30_000

/**
 * Creates a gateway over the supergraph. Apollo's gateway loads it and plans; the executor is our own.
 * @throws for directives marked `for: SECURITY` that it does not enforce, for example `@authenticated`, and
 * for a progressive override (with a label), which the gateway does not support
 */
export async function createGateway(options: GatewayOptions): Promise<ExecutableSchema> {
  refuseProgressiveOverride(options.supergraph)
  const { deadlineMs = DEADLINE_MS, documents = [] } = options
  const supergraph = readExecutable(options.supergraph)
  const connections = new Map<string, SubgraphConnection>()
  const gateway = new ApolloGateway({
    supergraphSdl: options.executor === 'stock' ? options.supergraph : supergraph.sdl,
    buildService({ name, url }) {
      const connection = options.connect({ name, url: url ?? '' })
      connections.set(name, connection)
      return dataSourceOf(connection)
    },
    logger: loggerOf(options.log),
  })
  const { schema, planner } = await load(gateway)
  const execute =
    options.executor === 'stock'
      ? stockExecutor(gateway)
      : createExecutor({ planner, schema, supergraph, connections, deadlineMs, documents })
  const costDirectives = readCostDirectives(options.supergraph)
  return { schema, execute: withIntrospection({ schema, execute }), costDirectives }
}

/** The schema that clients see, and the planner. */
async function load(gateway: ApolloGateway) {
  let schema: GraphQLSchema | undefined
  gateway.onSchemaLoadOrUpdate(({ apiSchema }) => (schema = apiSchema))
  await gateway.load()
  // There is no public way to the planner.
  return { schema: schema!, planner: gateway.__testing().queryPlanner! }
}

/** Apollo's own executor. */
function stockExecutor(gateway: ApolloGateway): Execute {
  return async ({ document, operation, variables, context }) => {
    const query = print(document)
    const operationName = operation.name?.value
    const sent = { query, variables, ...(operationName !== undefined && { operationName }) }
    const parsed = { document, operation, operationName: operationName ?? null, context }
    const request = { ...parsed, request: sent, queryHash: query, metrics: {} }
    return gateway.executor(request as unknown as Parameters<typeof gateway.executor>[0])
  }
}

function dataSourceOf(connection: SubgraphConnection): GraphQLDataSource {
  return {
    process({ request: { query, operationName, variables }, context }) {
      const name = operationName === undefined ? {} : { operationName }
      const sent = { query: query!, variables: variables ?? {}, ...name }
      return connection(sent, context as unknown as GraphQLContext)
    },
  }
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

/** Refuses labels, because the gateway treats each as false, and the field would never move. */
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

/** The first text that one argument has in the `@join__field` directives of a field. */
function textOf(directives: readonly ConstDirectiveNode[] = [], name: string): string | undefined {
  const values = directives
    .filter((directive) => directive.name.value === 'join__field')
    .map((directive) => directive.arguments?.find((sent) => sent.name.value === name)?.value)
  return values.find((value) => value?.kind === Kind.STRING)?.value
}
