// The federation gateway over a supergraph: a planner plans each operation, our executor runs the plan.
import { buildASTSchema, type GraphQLSchema } from 'graphql'
import type { ExecutableSchema, Execute } from '#foundation/graphql/executable-schema.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import type { Authorize } from './authorization/authorize.ts'
import { readAuthorization, type AuthorizedBy } from './authorization/supergraph.ts'
import { clientSchema } from './client-schema.ts'
import { readCostDirectives } from './cost-directives.ts'
import { createExecutor, type SubgraphConnection } from './executor/executor.ts'
import { readExecutable, type SubgraphEntry } from './executor/supergraph.ts'
import { withIntrospection } from './introspection.ts'
import { measuredSubgraph } from './measured-subgraph.ts'
import { unservedMetrics, type GatewayMetrics } from './metrics.ts'
import type { Planner } from './plan/planner.ts'
import { boundPlanning } from './plan/planning.ts'
import { startPlanner } from './plan/start-planner.ts'

export interface GatewayOptions {
  /** The SDL of the supergraph. */
  supergraph: string
  /** Who enforces its authorization directives. Undefined: nobody, so a supergraph with one is refused. */
  authorizedBy?: AuthorizedBy | undefined
  connect: (subgraph: SubgraphEntry) => SubgraphConnection
  log: Log
  /** The deadline of a query, in milliseconds. */
  deadlineMs?: number
  /** The most requests to subgraphs that an operation may need. */
  maxFetches?: number
  /** Documents to plan at the start. */
  documents?: Iterable<string>
  metrics?: GatewayMetrics
  /** Responds with the plan to requests that ask for it, for developers. */
  showsPlans?: boolean
}

/** The default of `deadlineMs`: three times that of one subgraph. */
const DEADLINE_MS = 30_000
const MAX_FETCHES = 100

export interface Gateway extends ExecutableSchema {
  /** Refuses a caller before execution. Undefined when the supergraph requires nothing, or its subgraphs decide. */
  authorize: Authorize | undefined
  close(): Promise<void>
}

/** Creates a gateway over the supergraph. @throws when it cannot serve it, or plan a registered document */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { metrics = unservedMetrics() } = options
  const { sdl, authorize } = readAuthorization(options.supergraph, options.authorizedBy)
  const planner = await startPlanner(sdl, options.log, metrics)
  try {
    const apiSchema = buildASTSchema(planner.apiSchema, { assumeValidSDL: true })
    const schema = clientSchema(apiSchema, sdl)
    const execute = await executorOf(options, { sdl, planner, schema, metrics })
    return {
      schema,
      authorize,
      execute: withIntrospection({ schema, execute }),
      costDirectives: readCostDirectives(sdl),
      close: () => planner.close(),
    }
  } catch (error) {
    await planner.close()
    throw error
  }
}

interface Parts {
  sdl: string
  planner: Planner
  /** The schema that clients see. */
  schema: GraphQLSchema
  metrics: GatewayMetrics
}

function executorOf(
  options: GatewayOptions,
  { sdl, planner, schema, metrics }: Parts,
): Promise<Execute> {
  const { connect, deadlineMs = DEADLINE_MS, maxFetches = MAX_FETCHES } = options
  const { documents = [], showsPlans = false } = options
  const supergraph = readExecutable(sdl)
  const connected = (entry: SubgraphEntry) =>
    [entry.name, measuredSubgraph(entry.name, connect(entry), metrics)] as const
  return createExecutor({
    plan: boundPlanning(planner, maxFetches, metrics),
    schema,
    supergraph,
    connections: new Map(supergraph.subgraphs.map(connected)),
    deadlineMs,
    documents,
    metrics,
    showsPlans,
  })
}
