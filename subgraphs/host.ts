// Runs services in this process: all of them, or some that reach their peers over HTTP.
import type { RequestHandler } from 'express'
import { createRequestGuard } from '#foundation/auth/request-guard.ts'
import { createServiceTokens } from '#foundation/auth/service-token.ts'
import { serviceUnavailable } from '#foundation/domain/errors.ts'
import type { Execution } from '#foundation/graphql/operation.ts'
import { GIVE_UP_MS, type RunningServer } from '#foundation/http/listen.ts'
import type { PeerConnection } from '#foundation/peers/peers.ts'
import {
  connectOverHttp,
  createSubgraphClient,
  type SubgraphClient,
} from '#foundation/peers/subgraph-client.ts'
import { serviceFacts, serviceSettings } from '#foundation/process/config.ts'
import type { Worker } from '#foundation/process/workers.ts'
import { measureCertificates } from '#foundation/service/certificate-metrics.ts'
import type { Context } from '#foundation/service/context.ts'
import type { Runtime } from '#foundation/service/runtime.ts'
import { startServiceServer } from '#foundation/service/server.ts'
import { connectInProcess } from '#foundation/service/in-process.ts'
import { startService, type Service } from '#foundation/service/service.ts'
import type { AnySubgraph } from '#foundation/service/subgraph.ts'
import { readDemoContent } from '../content/demo.ts'
import { createRestHandler } from '../rest-adapters/adapter.ts'
import { createLongPolls, type LongPolls } from '../rest-adapters/long-poll.ts'
import { serviceDocs } from '../rest-adapters/docs.ts'
import { serviceAsyncApi } from '../rest-adapters/asyncapi/served.ts'
import { documentRoutes } from '../rest-adapters/document-routes.ts'
import { serviceOpenApi } from '../rest-adapters/openapi/served.ts'
import { services } from './services.ts'

export interface HostOptions {
  /** The runtime of the process. Its poller starts once all services listen, and stops when the host drains. */
  runtime: Runtime
  subgraphs: readonly AnySubgraph[]
  /** The URL of a service's database, with the service's own role. */
  databaseUrlOf: (service: string) => string
  execution: Execution
  /** Whether peers are called over HTTP even if they run in this process. */
  peersOverHttp: boolean
}

interface Hosted {
  service: Service
  /** The handlers of the documented paths that no other service has. */
  rest: readonly RequestHandler[]
  listening: RunningServer
  /** The background work of its endpoints. */
  workers: readonly Worker<Context>[]
}

export interface Host extends AsyncDisposable {
  /** The hosted services by subgraph name. */
  hosted: ReadonlyMap<string, Hosted>
  ready(): Promise<void>
  /** Finishes requests in flight and background work. */
  drain(): Promise<void>
}

/**
 * Starts the first service, then the others in parallel, and background work once all of them listen.
 * Disposing the host drains it, then closes the databases.
 */
export async function hostServices(options: HostOptions): Promise<Host> {
  const { runtime, subgraphs } = options
  const hosted = new Map<string, Hosted>()
  await using resources = new AsyncDisposableStack()
  resources.defer(async () => {
    await Promise.all([...hosted.values()].map(({ service }) => service.stop()))
  })
  const polls = createLongPolls()
  const peers = createPeerConnections(options, hosted)
  resources.defer(() => peers.close())
  const drain = async () => {
    const giveUp = setTimeout(() => void peers.close(), GIVE_UP_MS)
    const running = [...hosted.values()]
    polls.end()
    await Promise.all([
      runtime.poller.stop(),
      ...running.flatMap(({ listening, service }) => [listening.drain(), service.finishWork()]),
    ])
    clearTimeout(giveUp)
  }
  resources.defer(drain)
  const start = (subgraph: AnySubgraph) =>
    hostService(subgraph, { ...options, polls }, (peer) => peers.connect(subgraph.name, peer))
  // In production, Identity refuses a database with demo people before another service changes it.
  await startTogether(subgraphs.slice(0, 1).map(start), hosted)
  await startTogether(subgraphs.slice(1).map(start), hosted)
  for (const { service, workers } of hosted.values()) service.startWorkers(workers)
  runtime.poller.start()
  const started = resources.move()
  return {
    hosted,
    drain,
    async ready() {
      await Promise.all([...hosted.values()].map(({ service }) => service.ready()))
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

/** Waits for every service even if one fails, so that started ones can be stopped. @throws the first failure */
async function startTogether(
  starting: readonly Promise<Hosted>[],
  hosted: Map<string, Hosted>,
): Promise<void> {
  const failures: unknown[] = []
  const settled = starting.map((start) =>
    start.catch((error: unknown) => void failures.push(error)),
  )
  for (const started of await Promise.all(settled)) {
    if (started) hosted.set(started.service.subgraph.name, started)
  }
  if (failures.length > 0) throw failures[0]
}

async function hostService(
  subgraph: AnySubgraph,
  { databaseUrlOf, execution, runtime, polls }: HostOptions & { polls: LongPolls },
  connect: (peer: string) => PeerConnection,
): Promise<Hosted> {
  const { config, log, now } = runtime
  const { name } = subgraph
  const databaseUrl = databaseUrlOf(name)
  measureCertificates({ config, service: name, databaseUrl }, runtime.metrics(name).registry)
  const service = await startService(subgraph, {
    databaseUrl,
    demo: config.demo ? await readDemoContent(name) : undefined,
    production: config.production,
    connect,
    execution,
    log,
    now,
    env: config.env,
    services: serviceFacts(services),
    eventHints: runtime.eventHints,
    metrics: runtime.metrics(name),
  })
  return serve(service, runtime, polls).catch(async (error: unknown) => {
    await service.stop()
    throw error
  })
}

async function serve(service: Service, runtime: Runtime, polls: LongPolls): Promise<Hosted> {
  const { log, subgraph } = service
  const { config, http, now, responseLimits } = runtime
  const requestGuard = createRequestGuard(runtime, subgraph.name, log)
  const endpoints = await subgraph.endpoints?.({
    config,
    settings: service.settings,
    db: service.db,
    version: subgraph.version,
    requestGuard,
    createContext: (req) => service.createContext(requestGuard.anonymous(req)),
    log,
    metrics: runtime.metrics(subgraph.name),
    now,
  })
  const handle = (isOfEach: boolean) => {
    const rows = (subgraph.routes ?? []).filter(({ ofEachService = false }) => {
      return ofEachService === isOfEach
    })
    return createRestHandler({ service, requestGuard, responseLimits, polls }, rows)
  }
  const rest = [handle(false)]
  if (endpoints) rest.push(endpoints.api)
  const document = serviceOpenApi(subgraph, config)
  const listening = await startServiceServer({
    runtime,
    service,
    requestGuard,
    rest: [...rest, handle(true)],
    documents: [
      documentRoutes('/openapi.json', document),
      documentRoutes('/asyncapi.json', serviceAsyncApi(subgraph.name, config)),
    ],
    pages: endpoints?.pages,
    docs: http.graphiql ? serviceDocs(subgraph.name, document, config) : undefined,
    unknownPages: endpoints?.unknownPages,
  })
  return { service, rest, listening, workers: endpoints?.workers ?? [] }
}

/** Connects services to their peers: in process if both run here, otherwise over HTTP. */
function createPeerConnections(options: HostOptions, hosted: ReadonlyMap<string, Hosted>) {
  const { config, now, responseLimits, serviceSecrets } = options.runtime
  const here = new Set(options.peersOverHttp ? [] : options.subgraphs.map(({ name }) => name))
  const clients: SubgraphClient[] = []
  return {
    connect(self: string, peer: string): PeerConnection {
      if (here.has(peer)) {
        return connectInProcess(self, () => {
          const service = hosted.get(peer)?.service
          // The first service already responds while the others start.
          if (!service) throw serviceUnavailable(peer)
          return service
        })
      }
      const url = `${serviceSettings(config, peer).internalUrl}/graphql`
      const serviceTokens = createServiceTokens(serviceSecrets, self, now)
      const responseBytes = responseLimits.bytes
      const client = createSubgraphClient({ name: peer, url, serviceTokens, responseBytes })
      clients.push(client)
      return connectOverHttp(client, peer)
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()))
    },
  }
}
