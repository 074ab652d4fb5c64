// Runs the router as a separate process, over our subgraphs or a foreign supergraph.
import { createOpenGuard, createRequestGuard } from '#foundation/auth/request-guard.ts'
import { createServiceTokens } from '#foundation/auth/service-token.ts'
import type { RegisteredDocuments } from '#foundation/graphql/registered-documents.ts'
import type { RunningGraphQLServer } from '#foundation/graphql/server.ts'
import { GIVE_UP_MS } from '#foundation/http/listen.ts'
import { connectOverHttp, createSubgraphClient } from '#foundation/peers/subgraph-client.ts'
import { requiredServiceSecrets, serviceSettings, type Config } from '#foundation/process/config.ts'
import type { Shutdown } from '#foundation/process/lifecycle.ts'
import { publishMetrics } from '#foundation/service/published-metrics.ts'
import {
  createRuntime,
  createServerRuntime,
  type Runtime,
  type ServerRuntime,
} from '#foundation/service/runtime.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { wholeAsyncApi } from '../rest-adapters/asyncapi/served.ts'
import { scatteredOpenApi } from '../rest-adapters/openapi/served.ts'
import type { AuthorizedBy } from './authorization/authorized-supergraph.ts'
import { createForeignTokenVerifier } from './authorization/token.ts'
import { registeredDocuments } from './documents.ts'
import { FOREIGN_EXPLORER, ownExplorer } from './explorer.ts'
import { createGatewayMetrics } from './metrics.ts'
import { openGraph } from './reload/open-graph.ts'
import { createReloadMetrics } from './reload/reload-metrics.ts'
import { Reloader, supergraphOf } from './reload/reloader.ts'
import { ServedGraphs, type Graph } from './reload/served-graphs.ts'
import { startRouter } from './server.ts'
import { committedSource } from './supergraph/committed-source.ts'
import { readFirst, type SupergraphSource } from './supergraph/source.ts'
import { foreignTokenSettings, routerSettings } from './settings.ts'
import { createUsage, type Usage } from './usage/usage.ts'

const USAGE_DEADLINE_MS = 5_000
const SUPERGRAPH_POLL_MS = 10_000

export interface RouterAloneOptions {
  config: Config
  /** The option that sets its port, if not `ROUTER_PORT`. */
  portSetting?: string | undefined
  /** A foreign supergraph; undefined for our own. */
  supergraph: SupergraphSource | undefined
  log: Log
  now: () => Date
  /** Undefined: disposing ends the router without a notice to its clients. */
  shutdown?: Readonly<Shutdown> | undefined
  /** Milliseconds between two deliveries of usage; a minute by default. */
  usageEveryMs?: number | undefined
  /** Milliseconds between two reads of a foreign supergraph; ten seconds by default. */
  supergraphPollMs?: number | undefined
}

export interface RouterAlone extends AsyncDisposableStack {
  /** Reads the supergraph again. Resolves when it is served or refused. */
  reload(): Promise<void>
}

/** Starts the router over HTTP subgraphs. Disposing the result ends requests in flight. */
export async function startRouterAlone(options: RouterAloneOptions): Promise<RouterAlone> {
  await using resources = new AsyncDisposableStack()
  const runtime = options.supergraph === undefined ? await ownRuntime(options) : undefined
  if (runtime) resources.use(runtime)
  const usage = runtime && ownUsage(runtime, options, resources)
  const { graphs, reloader, server } = await startOver(options, { runtime, usage, resources })
  runtime?.poller.start()
  usage?.start()
  resources.defer(async () => {
    const giveUp = setTimeout(() => void graphs.disconnect(), GIVE_UP_MS)
    await Promise.all([server.drain(), reloader.stop(), runtime?.poller.stop()])
    clearTimeout(giveUp)
    await usage?.stop()
  })
  return Object.assign(resources.move(), { reload: () => reloader.reload() })
}

function ownRuntime(options: RouterAloneOptions): Promise<Runtime> {
  const serviceSecrets = requiredServiceSecrets(options.config)
  return createRuntime({ ...options, serviceSecrets, self: 'router' })
}

function ownUsage(
  { config, log, now, serviceSecrets }: Runtime,
  { usageEveryMs: everyMs }: RouterAloneOptions,
  resources: AsyncDisposableStack,
): Usage {
  const client = createSubgraphClient({
    name: 'identity',
    url: `${serviceSettings(config, 'identity').internalUrl}/graphql`,
    serviceTokens: createServiceTokens(serviceSecrets, 'router', now),
    deadlineMs: USAGE_DEADLINE_MS,
    connections: 1,
  })
  resources.defer(() => client.close())
  return createUsage({ connect: connectOverHttp(client, 'identity'), log, now, everyMs })
}

interface Parts {
  runtime: Runtime | undefined
  usage: Usage | undefined
  resources: AsyncDisposableStack
}

interface Started {
  graphs: ServedGraphs
  reloader: Reloader
  server: RunningGraphQLServer
}

/** Starts the router over our own subgraphs, or over foreign ones if there is no `runtime`. */
async function startOver(options: RouterAloneOptions, parts: Parts): Promise<Started> {
  const { config, log, now, supergraph: foreign, supergraphPollMs = SUPERGRAPH_POLL_MS } = options
  const source = foreign ?? committedSource
  const first = supergraphOf(await readFirst(source))
  const settings = routerSettings.read(config.env)
  const documents = parts.runtime && registeredDocuments(settings)
  const authorizedBy = parts.runtime ? 'subgraphs' : foreignTokens(options)
  const runtime = parts.runtime ?? createServerRuntime(options)
  const metrics = createGatewayMetrics(runtime.metrics('router').registry)
  const opened = {
    settings,
    responseBytes: runtime.responseLimits.bytes,
    showsPlans: runtime.http.graphiql,
    log,
    runtime: parts.runtime,
    authorizedBy,
    documents,
    metrics,
  }
  const open = (sdl: string, signal?: AbortSignal) => openGraph(sdl, opened, signal)
  const graph = await open(first.sdl)
  const graphs = new ServedGraphs(graph)
  parts.resources.defer(() => graphs.close())
  const server = await startServer(graph, {
    ...options,
    ...parts,
    port: settings.port,
    server: runtime,
    documents,
  })
  parts.resources.use(await publishMetrics(runtime))
  const reloads = createReloadMetrics(runtime.metrics('router'))
  const reloader = new Reloader({ source, first, graphs, open, server, metrics: reloads, log, now })
  // Our own supergraph is never polled: a checkout writes it before the services that it describes have started.
  if (foreign) reloader.poll(supergraphPollMs)
  return { graphs, reloader, server }
}

interface ServerParts extends RouterAloneOptions, Parts {
  port: number
  server: ServerRuntime
  documents: RegisteredDocuments | undefined
}

function startServer(
  gateway: Graph,
  { config, log, port, portSetting, runtime, server, documents, usage }: ServerParts,
): Promise<RunningGraphQLServer> {
  return startRouter({
    runtime: server,
    port,
    portSetting,
    gateway,
    requestGuard: runtime ? createRequestGuard(runtime, 'router', log) : createOpenGuard(),
    requiresToken: runtime !== undefined,
    documents,
    explorer: runtime ? ownExplorer(config) : FOREIGN_EXPLORER,
    rest: [],
    openApi: runtime && scatteredOpenApi(config),
    asyncApi: runtime && wholeAsyncApi(config),
    usage,
    ready: () => Promise.resolve(),
  })
}

/** Verifies the tokens of foreign callers, if the settings say whose. */
function foreignTokens({ config, log, now }: RouterAloneOptions): AuthorizedBy | undefined {
  const settings = foreignTokenSettings.read(config.env)
  return settings && createForeignTokenVerifier(settings, { log, now })
}
