// The federation gateway over a supergraph: a planner plans each operation, our executor runs the plan.
import { buildASTSchema } from 'graphql'
import type { ExecutableSchema } from '#foundation/graphql/executable-schema.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { createExecutor, type SubgraphConnection } from './executor/executor.ts'
import { readExecutable, type SubgraphEntry } from './executor/supergraph.ts'
import { withIntrospection } from './introspection.ts'
import { startPlanner } from './plan/start-planner.ts'
import { boundPlanning } from './plan/planning.ts'

export interface GatewayOptions {
  /** The SDL of the supergraph. */
  supergraph: string
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
  close(): Promise<void>
}

/** Creates a gateway over the supergraph. @throws when it cannot serve it, or plan a registered document */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { supergraph: sdl, deadlineMs = DEADLINE_MS, maxFetches = MAX_FETCHES, signal } = options
  await using created = new AsyncDisposableStack()
  const planner = await startPlanner(sdl, options.log, signal)
  created.defer(() => planner.close())
  // Whatever is planned then fails.
  const end = () => void planner.close()
  signal?.addEventListener('abort', end)
  const supergraph = readExecutable(sdl)
  const schema = buildASTSchema(planner.apiSchema, { assumeValidSDL: true })
  const execute = await createExecutor({
    plan: boundPlanning(planner, maxFetches),
    schema,
    supergraph,
    connections: new Map(supergraph.subgraphs.map((entry) => [entry.name, options.connect(entry)])),
    deadlineMs,
    documents: options.documents ?? [],
  })
  signal?.removeEventListener('abort', end)
  signal?.throwIfAborted()
  created.move()
  return {
    schema,
    execute: withIntrospection({ schema, execute }),
    close: () => planner.close(),
  }
}
