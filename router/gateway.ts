// The federation gateway over a supergraph: a planner plans each operation, our executor runs the plan.
import { buildASTSchema, type GraphQLSchema } from 'graphql'
import type { ExecutableSchema, Execute, Subscribe } from '#foundation/graphql/executable-schema.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import type { Authorize } from './authorization/authorize.ts'
import { readAuthorization, type AuthorizedBy } from './authorization/authorized-supergraph.ts'
import { readExecutable, type SubgraphEntry } from './executor/executable-supergraph.ts'
import { createExecutor } from './executor/executor.ts'
import type { SubgraphConnection } from './executor/subgraph-connection.ts'
import { withIntrospection } from './introspection.ts'
import { measuredSubgraph } from './measured-subgraph.ts'
import { unservedMetrics, type GatewayMetrics } from './metrics.ts'
import { createCallerOverrides, type CallerOverrides } from './override-labels.ts'
import type { Planner } from './plan/planner.ts'
import { reportFailures } from './plan/planning-failure.ts'
import { boundPlanning } from './plan/planning.ts'
import { startPlanner } from './plan/start-planner.ts'
import type { RouterEngine } from './settings.ts'
import { checkSupergraph } from './supergraph/check-supergraph.ts'
import { clientSchema } from './supergraph/client-schema.ts'
import { readCostDirectives } from './supergraph/cost-directives.ts'
import { withOutcomes } from './unknown-outcomes.ts'

export interface GatewayOptions {
  /** The SDL of the supergraph. */
  supergraph: string
  /** Who enforces its authorization directives. Undefined: nobody, so a supergraph with one is refused. */
  authorizedBy?: AuthorizedBy | undefined
  connect: (subgraph: SubgraphEntry) => SubgraphConnection
  log: Log
  /** Default: `native`. */
  engine?: RouterEngine
  /** The deadline of a query, in milliseconds. */
  deadlineMs?: number
  /** The most requests to subgraphs that an operation may need. */
  maxFetches?: number
  /** The labels of progressive overrides that hold for everybody. */
  overrideLabels?: readonly string[]
  /** Documents to plan at the start. */
  documents?: Iterable<string>
  metrics?: GatewayMetrics
  /** Responds with the plan to requests that ask for it, for developers. */
  showsPlans?: boolean
  /** Aborts the creation of the gateway. */
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

export interface Engine {
  schema: GraphQLSchema
  execute: Execute
  /** Undefined where the engine runs no subscriptions. */
  subscribe?: Subscribe
  close(): Promise<void>
}

/** Creates a gateway over the supergraph. @throws when it cannot serve it, or plan a registered document */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  checkSupergraph(options.supergraph)
  const { sdl, authorize } = readAuthorization(options.supergraph, options.authorizedBy)
  const { metrics = unservedMetrics() } = options
  const connect = (entry: SubgraphEntry) =>
    measuredSubgraph(entry.name, options.connect(entry), metrics)
  const engine = { ...options, supergraph: sdl, connect, metrics }
  const { schema, execute, subscribe, close } = await startEngine(engine)
  return {
    schema,
    authorize,
    execute: withOutcomes(withIntrospection({ schema, execute })),
    // No introspection is added: a subscription has one root field, which is not introspection.
    subscribe,
    costDirectives: readCostDirectives(sdl),
    close,
  }
}

type EngineOptions = GatewayOptions & { metrics: GatewayMetrics }

async function startEngine(options: EngineOptions): Promise<Engine> {
  if (options.engine !== 'apollo') return startOwnEngine(options)
  const { startApolloGateway } = await import('./apollo-gateway.ts')
  return startApolloGateway(options)
}

async function startOwnEngine(options: EngineOptions): Promise<Engine> {
  const { supergraph: sdl, deadlineMs = DEADLINE_MS, documents = [], showsPlans = false } = options
  const { connect, engine, log, maxFetches = MAX_FETCHES, metrics, signal } = options
  const planner = await startPlanner(sdl, { engine, log, metrics, signal })
  const close = () => planner.close()
  // Ends the planner. Planning under way fails.
  const end = () => void close()
  signal?.addEventListener('abort', end)
  try {
    const schema = clientSchema(buildASTSchema(planner.apiSchema, { assumeValidSDL: true }), sdl)
    const supergraph = readExecutable(sdl)
    const connections = new Map(supergraph.subgraphs.map((entry) => [entry.name, connect(entry)]))
    const plan = boundPlanning(reportFailures(planner, log), maxFetches, metrics)
    const overrides = overridesOf(options, planner)
    const parts = { plan, overrides, schema, supergraph, connections, deadlineMs, documents }
    return { schema, ...(await createExecutor({ ...parts, metrics, showsPlans })), close }
  } catch (error) {
    await close()
    throw error
  } finally {
    signal?.removeEventListener('abort', end)
  }
}

function overridesOf(
  { authorizedBy, overrideLabels = [] }: GatewayOptions,
  { labels }: Planner,
): CallerOverrides {
  const verify = typeof authorizedBy === 'function' ? authorizedBy : undefined
  return createCallerOverrides(labels, overrideLabels, verify)
}
