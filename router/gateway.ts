// The federation gateway over a supergraph: a planner plans each operation, our executor runs the plan.
import { buildASTSchema, type GraphQLSchema } from 'graphql'
import type { ExecutableSchema, Execute } from '#foundation/graphql/executable-schema.ts'
import type { RouterEngine } from '#foundation/process/config.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import type { Authorize } from './authorization/authorize.ts'
import { readAuthorization, type AuthorizedBy } from './authorization/supergraph.ts'
import { clientSchema } from './client-schema.ts'
import { readCostDirectives } from './cost-directives.ts'
import { createExecutor, type SubgraphConnection } from './executor/executor.ts'
import { readExecutable, type SubgraphEntry } from './executor/supergraph.ts'
import { withIntrospection } from './introspection.ts'
import { reportFailures } from './plan/planning-failure.ts'
import type { Planner } from './plan/planner.ts'
import { boundPlanning } from './plan/planning.ts'
import { startApolloPlanner } from './plan/remote-planners.ts'
import { startPlanner } from './plan/start-planner.ts'

export interface GatewayOptions {
  /** The SDL of the supergraph. */
  supergraph: string
  /** Who enforces its authorization directives. Undefined: nobody, so a supergraph with one is refused. */
  authorizedBy?: AuthorizedBy | undefined
  connect: (subgraph: SubgraphEntry) => SubgraphConnection
  log: Log
  /** By default `native`. */
  engine?: RouterEngine
  /** The deadline of a query, in milliseconds. */
  deadlineMs?: number
  /** The most requests to subgraphs that an operation may need. */
  maxFetches?: number
  /** Documents to plan at the start. */
  documents?: Iterable<string>
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
  const { sdl, authorize } = readAuthorization(options.supergraph, options.authorizedBy)
  if (options.engine === 'apollo') {
    const { createApolloGateway } = await import('./apollo-gateway.ts')
    return { authorize, ...(await createApolloGateway({ ...options, supergraph: sdl })) }
  }
  const isNative = options.engine !== 'worker'
  const planner = await (isNative ? startPlanner(sdl, options.log) : startApolloPlanner(sdl))
  try {
    const apiSchema = buildASTSchema(planner.apiSchema, { assumeValidSDL: true })
    const schema = clientSchema(apiSchema, sdl)
    const execute = await executorOf(options, { sdl, planner, schema })
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
}

function executorOf(options: GatewayOptions, { sdl, planner, schema }: Parts): Promise<Execute> {
  const { connect, deadlineMs = DEADLINE_MS, documents = [], maxFetches = MAX_FETCHES } = options
  const supergraph = readExecutable(sdl)
  return createExecutor({
    plan: boundPlanning(reportFailures(planner, options.log), maxFetches),
    schema,
    supergraph,
    connections: new Map(supergraph.subgraphs.map((entry) => [entry.name, connect(entry)])),
    deadlineMs,
    documents,
  })
}
