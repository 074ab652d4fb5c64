// The whole system in one process: every service on its own port, and the router over them.
import { randomBytes } from 'node:crypto'
import { createRequestGuard } from '#foundation/auth/request-guard.ts'
import type { Execution } from '#foundation/graphql/operation.ts'
import type { RegisteredDocuments } from '#foundation/graphql/registered-documents.ts'
import type { Config } from '#foundation/process/config.ts'
import type { Shutdown } from '#foundation/process/lifecycle.ts'
import { publishMetrics } from '#foundation/service/published-metrics.ts'
import { createRuntime, type Runtime } from '#foundation/service/runtime.ts'
import type { Service } from '#foundation/service/service.ts'
import { connectInProcess } from '#foundation/service/in-process.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { wholeAsyncApi } from './rest-adapters/asyncapi/served.ts'
import { refusePathsOfEachService } from './rest-adapters/one-process.ts'
import { wholeOpenApi } from './rest-adapters/openapi/served.ts'
import { registeredDocuments } from './router/documents.ts'
import { ownExplorer } from './router/explorer.ts'
import { createGateway, type Gateway } from './router/gateway.ts'
import { inProcessSubgraph } from './router/in-process.ts'
import { createGatewayMetrics } from './router/metrics.ts'
import { startRouter } from './router/server.ts'
import { routerSettings, type RouterSettings } from './router/settings.ts'
import { readSupergraph } from './router/supergraph/committed-source.ts'
import { createUsage } from './router/usage/usage.ts'
import { hostServices, type Host } from './subgraphs/host.ts'
import { subgraphs } from './subgraphs/index.ts'

export interface SystemOptions {
  config: Config
  /** The URL of a service's database, with the service's own role. */
  databaseUrlOf: (service: string) => string
  log: Log
  now: () => Date
  /** If undefined, disposing the system ends it without notice. */
  shutdown?: Readonly<Shutdown> | undefined
  execution: Execution
  /** Milliseconds between two polls of keys and revoked grants; undefined: every five seconds. */
  pollEveryMs?: number | undefined
  /** Milliseconds between two deliveries of usage; undefined: a minute. */
  usageEveryMs?: number | undefined
}

/** Starts every service, then the router over them. Disposing the result ends requests and background work. */
export async function startOneProcess(options: SystemOptions): Promise<AsyncDisposableStack> {
  const { config } = options
  const serviceSecrets = config.serviceSecrets ?? ([randomBytes(32).toString('hex')] as const)
  await using resources = new AsyncDisposableStack()
  const runtime = resources.use(await createRuntime({ ...options, serviceSecrets, self: 'router' }))
  const { databaseUrlOf, execution } = options
  const hosting = { runtime, subgraphs, databaseUrlOf, execution, peersOverHttp: false }
  const settings = routerSettings.read(config.env)
  const documents = registeredDocuments(settings)
  const started: { host?: Host } = {}
  const serviceOf = (name: string) => started.host!.hosted.get(name)!.service
  // The gateway's planner starts while the services start.
  const opening = openGateway(runtime, settings, documents, serviceOf)
  resources.defer(() => closeOpened(opening))
  const host = (started.host = resources.use(await hostServices(hosting)))
  const usage = createUsage({
    ...runtime,
    connect: connectInProcess('router', () => host.hosted.get('identity')?.service),
    everyMs: options.usageEveryMs,
  })
  const router = await startRouter({
    runtime,
    port: settings.port,
    requestGuard: createRequestGuard(runtime, 'router', runtime.log),
    gateway: await opening,
    requiresToken: true,
    openApi: wholeOpenApi(config),
    asyncApi: wholeAsyncApi(config),
    documents,
    explorer: ownExplorer(config),
    rest: [
      ...[...host.hosted.values()].flatMap(({ rest }) => rest),
      refusePathsOfEachService(subgraphs, config),
    ],
    usage,
    ready: () => host.ready(),
  })
  resources.use(await publishMetrics(runtime))
  usage.start()
  resources.defer(async () => {
    await Promise.all([router.drain(), host.drain()])
    await usage.stop()
  })
  return resources.move()
}

function openGateway(
  { http, log, metrics }: Runtime,
  { engine, maxFetches }: RouterSettings,
  documents: RegisteredDocuments,
  serviceOf: (name: string) => Service,
): Promise<Gateway> {
  const opening = createGateway({
    supergraph: readSupergraph(),
    authorizedBy: 'subgraphs',
    connect: ({ name }) => inProcessSubgraph(() => serviceOf(name)),
    log,
    engine,
    maxFetches,
    documents: documents.byId.values(),
    metrics: createGatewayMetrics(metrics('router').registry),
    showsPlans: http.graphiql,
  })
  // The gateway is awaited later, unless the services fail first.
  opening.catch(() => undefined)
  return opening
}

async function closeOpened(opening: Promise<Gateway>): Promise<void> {
  const gateway = await opening.catch(() => undefined)
  await gateway?.close()
}
