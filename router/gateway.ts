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
  /** Ends the creation. */
  signal?: AbortSignal
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
  const planner = await startPlanner(sdl, options.log, options.signal)
  // Whatever is being planned then fails.
  const end = () => void planner.close()
  options.signal?.addEventListener('abort', end)
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
  } finally {
    options.signal?.removeEventListener('abort', end)
  }
}

interface Parts {
  sdl: string
  planner: Planner
  /** The schema that clients see. */
  schema: GraphQLSchema
}

function executorOf(
  { connect, deadlineMs = DEADLINE_MS, documents = [], maxFetches = MAX_FETCHES }: GatewayOptions,
  { sdl, planner, schema }: Parts,
): Promise<Execute> {
  const supergraph = readExecutable(sdl)
  return createExecutor({
    plan: boundPlanning(planner, maxFetches),
    schema,
    supergraph,
    connections: new Map(supergraph.subgraphs.map((entry) => [entry.name, connect(entry)])),
    deadlineMs,
    documents,
  })
}
