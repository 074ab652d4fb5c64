// The federation gateway over a supergraph: a planner plans each operation, our executor runs the plan.
import { buildASTSchema } from 'graphql'
import type { ExecutableSchema } from '#foundation/graphql/executable-schema.ts'
import type { RouterEngine } from '#foundation/process/config.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { readCostDirectives } from './cost-directives.ts'
import { createExecutor, type SubgraphConnection } from './executor/executor.ts'
import { readExecutable, type SubgraphEntry } from './executor/supergraph.ts'
import { withIntrospection } from './introspection.ts'
import { reportFailures } from './plan/planning-failure.ts'
import { boundPlanning } from './plan/planning.ts'
import { startApolloPlanner } from './plan/remote-planners.ts'
import { startPlanner } from './plan/start-planner.ts'

export interface GatewayOptions {
  /** The SDL of the supergraph. */
  supergraph: string
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
  close(): Promise<void>
}

/** Creates a gateway over the supergraph. @throws when it cannot serve it, or plan a registered document */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { supergraph: sdl, deadlineMs = DEADLINE_MS, maxFetches = MAX_FETCHES } = options
  if (options.engine === 'apollo') {
    const { createApolloGateway } = await import('./apollo-gateway.ts')
    return createApolloGateway(options)
  }
  const isNative = options.engine !== 'worker'
  const planner = await (isNative ? startPlanner(sdl, options.log) : startApolloPlanner(sdl))
  const supergraph = readExecutable(sdl)
  const schema = buildASTSchema(planner.apiSchema, { assumeValidSDL: true })
  const execute = await createExecutor({
    plan: boundPlanning(reportFailures(planner, options.log), maxFetches),
    schema,
    supergraph,
    connections: new Map(supergraph.subgraphs.map((entry) => [entry.name, options.connect(entry)])),
    deadlineMs,
    documents: options.documents ?? [],
  })
  return {
    schema,
    execute: withIntrospection({ schema, execute }),
    costDirectives: readCostDirectives(sdl),
    close: () => planner.close(),
  }
}
