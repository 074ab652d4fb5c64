// Runs the router as a separate process, over our subgraphs or a foreign supergraph.
import { createOpenGuard, createRequestGuard } from '#foundation/auth/request-guard.ts'
import { createServiceTokens } from '#foundation/auth/service-token.ts'
import { GIVE_UP_MS, type RunningServer } from '#foundation/http/listen.ts'
import {
  connectOverHttp,
  createSubgraphClient,
  type SubgraphClient,
} from '#foundation/peers/subgraph-client.ts'
import { requiredServiceSecrets, serviceSettings, type Config } from '#foundation/process/config.ts'
import {
  createRuntime,
  createServerRuntime,
  type Runtime,
  type ServerRuntime,
} from '#foundation/service/runtime.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { scatteredOpenApi } from '../rest-adapters/openapi/served.ts'
import { createForeignTokenVerifier } from './authorization/token.ts'
import type { AuthorizedBy } from './authorization/supergraph.ts'
import { registeredDocuments } from './documents.ts'
import { FOREIGN_EXPLORER, ownExplorer } from './explorer.ts'
import type { SubgraphEntry } from './executor/supergraph.ts'
import { createGateway } from './gateway.ts'
import { createGatewayMetrics, type GatewayMetrics } from './metrics.ts'
import { httpSubgraph } from './over-http.ts'
import { startRouter } from './server.ts'
import { readSupergraph } from './supergraph.ts'
import { createUsage, type Usage } from './usage/usage.ts'

const USAGE_DEADLINE_MS = 5_000
/** The deadline of a query, as a multiple of one subgraph's. */
const DEADLINE_FACTOR = 3

export interface RouterAloneOptions {
  config: Config
  /** The option that sets its port, if not `ROUTER_PORT`. */
  portSetting?: string | undefined
  /** The SDL of a foreign supergraph; undefined for our own. */
  supergraph: string | undefined
  log: Log
  now: () => Date
  /** Milliseconds between two deliveries of usage; a minute by default. */
  usageEveryMs?: number | undefined
}

/** Starts the router over HTTP subgraphs. Disposing the result ends requests in flight. */
export async function startRouterAlone(options: RouterAloneOptions): Promise<AsyncDisposableStack> {
  await using resources = new AsyncDisposableStack()
  const clients = new Map<string, SubgraphClient>()
  const close = async () => {
    await Promise.all([...clients.values()].map((client) => client.close()))
  }
  resources.defer(close)
  const runtime = options.supergraph === undefined ? ownRuntime(options) : undefined
  if (runtime) resources.use(runtime)
  const server = runtime ?? createServerRuntime(options)
  const metrics = createGatewayMetrics(server.metrics('router').registry)
  const optionsFor = runtime ? ownClients(runtime) : foreignClients
  const connect = (entry: SubgraphEntry) => {
    const { responseBytes, subgraphTimeoutMs: deadlineMs } = options.config
    const client = createSubgraphClient({
      name: entry.name,
      ...optionsFor(entry),
      deadlineMs,
      responseBytes,
      onBytes: (bytes) => metrics.responseBytes.inc({ subgraph: entry.name }, bytes),
    })
    clients.set(entry.name, client)
    return client
  }
  const usage = runtime && ownUsage(runtime, options, resources)
  const router = await startOver(options, { runtime, server, metrics, usage, connect, resources })
  runtime?.poller.start()
  usage?.start()
  resources.defer(async () => {
    const giveUp = setTimeout(() => void close(), GIVE_UP_MS)
    await Promise.all([router.drain(), runtime?.poller.stop()])
    clearTimeout(giveUp)
    await usage?.stop()
  })
  return resources.move()
}

function ownRuntime(options: RouterAloneOptions): Runtime {
  const serviceSecrets = requiredServiceSecrets(options.config)
  return createRuntime({ ...options, serviceSecrets, self: 'router' })
}

/** Delivers usage over HTTP, on a separate connection. */
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
  server: ServerRuntime
  metrics: GatewayMetrics
  usage: Usage | undefined
  connect: (entry: SubgraphEntry) => SubgraphClient
  resources: AsyncDisposableStack
}

/** Starts the router over our own subgraphs, or over foreign ones if there is no `runtime`. */
async function startOver(
  options: RouterAloneOptions,
  { runtime, server, metrics, usage, connect, resources }: Parts,
): Promise<RunningServer> {
  const { config, log, portSetting, supergraph = readSupergraph() } = options
  const documents = runtime && registeredDocuments(config)
  const gateway = await createGateway({
    supergraph,
    authorizedBy: runtime ? 'subgraphs' : foreignTokens(options),
    connect: (entry) => httpSubgraph(connect(entry), { foreign: runtime === undefined }),
    log,
    engine: config.routerEngine,
    maxFetches: config.maxFetches,
    overrideLabels: config.overrideLabels,
    deadlineMs: DEADLINE_FACTOR * config.subgraphTimeoutMs,
    documents: documents?.byId.values() ?? [],
    metrics,
    showsPlans: config.graphiql,
  })
  resources.defer(() => gateway.close())
  return startRouter({
    runtime: server,
    portSetting,
    gateway,
    requestGuard: runtime ? createRequestGuard(runtime, 'router', log) : createOpenGuard(),
    requiresToken: runtime !== undefined,
    documents,
    explorer: runtime ? ownExplorer(config) : FOREIGN_EXPLORER,
    rest: [],
    openApi: runtime && scatteredOpenApi(config),
    usage,
    ready: () => Promise.resolve(),
  })
}

/** Verifies the tokens of foreign callers, if the settings say whose. */
function foreignTokens({ config, log, now }: RouterAloneOptions): AuthorizedBy | undefined {
  const { foreignTokens: settings } = config
  return settings && createForeignTokenVerifier(settings, { log, now })
}

/** Our own subgraphs, at the addresses in the settings, with a service token. */
function ownClients({ config, now, serviceSecrets }: Runtime) {
  const serviceTokens = createServiceTokens(serviceSecrets, 'router', now)
  return ({ name }: SubgraphEntry) => {
    return { url: `${serviceSettings(config, name).internalUrl}/graphql`, serviceTokens }
  }
}

/** Foreign subgraphs, at the addresses in the supergraph, without our tokens. */
function foreignClients({ url }: SubgraphEntry) {
  return { url, serviceTokens: undefined }
}
