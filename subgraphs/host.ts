// Runs services in this process: all eight, or one alone that reaches its siblings over HTTP.
import { Router } from 'express'
import { createEdge } from '#foundation/auth/request-guard.ts'
import { createServiceTokens } from '#foundation/auth/service-token.ts'
import type { Execution } from '#foundation/graphql/operation.ts'
import { GIVE_UP_MS, type Listening } from '#foundation/http/listen.ts'
import { createAnswerRoom } from '#foundation/limits/large-responses.ts'
import {
  createRateLimitStores,
  type RateLimitStores,
} from '#foundation/limits/rate-limit-stores.ts'
import type { AnswerBounds } from '#foundation/limits/response-budget.ts'
import type { IdentityFollower } from '#foundation/peers/key-and-revocation-poller.ts'
import type { PeerConnection } from '#foundation/peers/peers.ts'
import { connectOverHttp, createSubgraphClient } from '#foundation/peers/subgraph-client.ts'
import { serviceSettings, type Config } from '#foundation/process/config.ts'
import { startServiceServer } from '#foundation/service/server.ts'
import { connectInProcess, startService, type Service } from '#foundation/service/service.ts'
import type { AnySubgraph } from '#foundation/service/subgraph.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { createMetrics } from '#foundation/telemetry/metrics.ts'
import { readDemoContent } from '../content/demo.ts'
import { createRestRouter } from '../rest-adapters/adapter.ts'
import { serviceDocs } from '../rest-adapters/docs.ts'
import { openApiRoutes, serviceOpenApi } from '../rest-adapters/openapi/served.ts'
import { routeTables } from '../rest-adapters/routes.ts'

export interface HostOptions {
  subgraphs: readonly AnySubgraph[]
  config: Config
  /** Where services without a database of their own keep theirs. */
  databaseUrl: string
  serviceSecret: string
  /** Begins to follow once the services are there, and ends with them. */
  follower: IdentityFollower
  log: Log
  now: () => Date
  execution: Execution
  /** True: siblings are asked over HTTP even when they run here. */
  peersOverHttp: boolean
}

export interface Hosted {
  service: Service
  /** The documented paths. */
  restRouter: Router
  listening: Listening
}

export interface Host {
  /** By subgraph name. */
  hosted: ReadonlyMap<string, Hosted>
  /** What bounds the answers of this process. */
  answers: AnswerBounds
  ready(): Promise<void>
  /** Ends requests in flight and the services' own work. */
  drain(): Promise<void>
  /** Drains, then closes the databases. */
  stop(): Promise<void>
}

/** Starts the services one after the other, and their own work once all of them are there. */
export async function hostServices(options: HostOptions): Promise<Host> {
  const hosted = new Map<string, Hosted>()
  const siblings = createSiblings(options, hosted)
  const stores = createRateLimitStores(options.config.valkeyUrl, options.log)
  const answers = { limit: options.config.answerBytes, room: createAnswerRoom() }
  const drain = async () => {
    const giveUp = setTimeout(() => void siblings.close(), GIVE_UP_MS)
    const running = [...hosted.values()]
    await Promise.all([
      options.follower.stop(),
      ...running.flatMap(({ listening, service }) => [listening.drain(), service.finishWork()]),
    ])
    clearTimeout(giveUp)
  }
  const stop = async () => {
    await drain()
    await siblings.close()
    stores.close()
    await Promise.all([...hosted.values()].map(({ service }) => service.stop()))
  }
  try {
    for (const subgraph of options.subgraphs) {
      const { connect } = siblings
      hosted.set(
        subgraph.name,
        await hostService(subgraph, { ...options, answers, connect }, stores),
      )
    }
  } catch (error) {
    await stop()
    throw error
  }
  for (const { service } of hosted.values()) service.startWorkers()
  options.follower.start()
  return {
    hosted,
    answers,
    drain,
    stop,
    async ready() {
      await Promise.all([...hosted.values()].map(({ service }) => service.ready()))
    },
  }
}

/** The same for each of them. */
interface ServingOptions extends HostOptions {
  answers: AnswerBounds
  connect: (self: string, peer: string) => PeerConnection
}

async function hostService(
  subgraph: AnySubgraph,
  options: ServingOptions,
  stores: RateLimitStores,
): Promise<Hosted> {
  const { config, connect, execution, log, now } = options
  const { name } = subgraph
  const service = await startService(subgraph, {
    databaseUrl: serviceSettings(config, name).databaseUrl ?? options.databaseUrl,
    demo: config.demo ? await readDemoContent(name) : undefined,
    production: config.production,
    connect: (peer) => connect(name, peer),
    execution,
    log,
    now,
    rules: config.rules,
  })
  return serve(service, subgraph, options, stores).catch(async (error: unknown) => {
    await service.stop()
    throw error
  })
}

async function serve(
  service: Service,
  subgraph: AnySubgraph,
  { answers, config, follower, now, serviceSecret }: ServingOptions,
  stores: RateLimitStores,
): Promise<Hosted> {
  const { name } = subgraph
  const metrics = createMetrics(name)
  const store = stores.of(name)
  const edge = createEdge({
    name,
    config,
    serviceSecret,
    keys: follower.keys,
    endedGrants: follower.endedGrants,
    store,
    metrics,
    log: service.log,
    now,
  })
  const endpoints = await subgraph.endpoints?.({
    config,
    version: subgraph.version,
    edge,
    createContext: (req) => service.createContext(edge.anonymous(req)),
    log: service.log,
    now,
  })
  const restRouter = Router()
  if (endpoints) restRouter.use(endpoints.api)
  restRouter.use(createRestRouter(service, routeTables[name] ?? [], edge, answers))
  const document = serviceOpenApi(subgraph, config)
  const openApi = openApiRoutes(document)
  const docs = config.graphiql ? serviceDocs(document, config) : undefined
  const pages = endpoints?.pages
  const server = { answers, service, config, edge, metrics, restRouter, openApi, pages, docs }
  return { service, restRouter, listening: await startServiceServer(server) }
}

/** How services reach each other: in this process where both run here, else over HTTP. */
function createSiblings(options: HostOptions, hosted: ReadonlyMap<string, Hosted>) {
  const here = new Set(options.peersOverHttp ? [] : options.subgraphs.map(({ name }) => name))
  const clients: ReturnType<typeof createSubgraphClient>[] = []
  return {
    connect(self: string, peer: string): PeerConnection {
      if (here.has(peer)) return connectInProcess(self, () => hosted.get(peer)?.service)
      const url = `${serviceSettings(options.config, peer).internalUrl}/graphql`
      const serviceTokens = createServiceTokens(options.serviceSecret, self, options.now)
      const { answerBytes } = options.config
      const client = createSubgraphClient({ name: peer, url, serviceTokens, answerBytes })
      clients.push(client)
      return connectOverHttp(client, peer)
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()))
    },
  }
}
