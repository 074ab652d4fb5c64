// The router as a process of its own: over our subgraphs, or over any supergraph it is given.
import { createOpenGuard, createRequestGuard } from '#foundation/auth/request-guard.ts'
import { createServiceTokens } from '#foundation/auth/service-token.ts'
import { GIVE_UP_MS, type Listening } from '#foundation/http/listen.ts'
import { createSubgraphClient, type SubgraphClient } from '#foundation/peers/subgraph-client.ts'
import { requiredServiceSecret, serviceSettings, type Config } from '#foundation/process/config.ts'
import { createRuntime, createServerRuntime, type Runtime } from '#foundation/service/runtime.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { scatteredOpenApi } from '../rest-adapters/openapi/served.ts'
import { registeredDocuments } from './documents.ts'
import { FOREIGN_EXPLORER, ownExplorer } from './explorer.ts'
import { createGateway, type SubgraphEntry } from './gateway.ts'
import { httpDataSource } from './over-http.ts'
import { startRouter } from './server.ts'
import { readSupergraph } from './supergraph.ts'

export interface RouterAloneOptions {
  config: Config
  /** What named its port, where that was not `ROUTER_PORT`. */
  portSetting?: string | undefined
  /** SDL of a foreign supergraph; undefined for our own. */
  supergraph: string | undefined
  log: Log
  now: () => Date
}

/** Starts the router over HTTP subgraphs. Disposing of the result ends requests in flight. */
export async function startRouterAlone(options: RouterAloneOptions): Promise<AsyncDisposableStack> {
  await using resources = new AsyncDisposableStack()
  const clients = new Map<string, SubgraphClient>()
  const close = async () => {
    await Promise.all([...clients.values()].map((client) => client.close()))
  }
  resources.defer(close)
  const runtime = options.supergraph === undefined ? ownRuntime(options) : undefined
  if (runtime) resources.use(runtime)
  const clientFor = runtime ? ownClients(runtime) : foreignClients(options.config)
  const connect = (entry: SubgraphEntry) => {
    const client = clientFor(entry)
    clients.set(entry.name, client)
    return client
  }
  const router = await startOver(options, runtime, connect)
  runtime?.poller.start()
  resources.defer(async () => {
    const giveUp = setTimeout(() => void close(), GIVE_UP_MS)
    await Promise.all([router.drain(), runtime?.poller.stop()])
    clearTimeout(giveUp)
  })
  return resources.move()
}

function ownRuntime(options: RouterAloneOptions): Runtime {
  const serviceSecret = requiredServiceSecret(options.config)
  return createRuntime({ ...options, serviceSecret, self: 'router' })
}

/** Starts the router over our own subgraphs, or without a `runtime` over foreign ones. */
function startOver(
  options: RouterAloneOptions,
  runtime: Runtime | undefined,
  connect: (entry: SubgraphEntry) => SubgraphClient,
): Promise<Listening> {
  const { config, log, portSetting, supergraph = readSupergraph() } = options
  const dataSource = (entry: SubgraphEntry) =>
    httpDataSource(connect(entry), { foreign: runtime === undefined })
  return startRouter({
    runtime: runtime ?? createServerRuntime(options),
    portSetting,
    gateway: createGateway(supergraph, dataSource, log),
    requestGuard: runtime ? createRequestGuard(runtime, 'router', log) : createOpenGuard(),
    requiresToken: runtime !== undefined,
    documents: runtime && registeredDocuments(config),
    explorer: runtime ? ownExplorer(config) : FOREIGN_EXPLORER,
    restRouters: [],
    openApi: runtime && scatteredOpenApi(config),
    ready: () => Promise.resolve(),
  })
}

/** Our own subgraphs: reached where the settings say, with a service token. */
function ownClients({ config, now, serviceSecret }: Runtime) {
  const serviceTokens = createServiceTokens(serviceSecret, 'router', now)
  return ({ name }: SubgraphEntry): SubgraphClient => {
    const { answerBytes, subgraphTimeoutMs: deadlineMs } = config
    const url = `${serviceSettings(config, name).internalUrl}/graphql`
    return createSubgraphClient({ name, url, serviceTokens, deadlineMs, answerBytes })
  }
}

/** Foreign subgraphs: reached where the supergraph says, and shown none of our tokens. */
function foreignClients({ answerBytes, subgraphTimeoutMs: deadlineMs }: Config) {
  return ({ name, url }: SubgraphEntry): SubgraphClient =>
    createSubgraphClient({ name, url, serviceTokens: undefined, deadlineMs, answerBytes })
}
