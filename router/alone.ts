// The router as a process of its own: over our subgraphs, or over any supergraph it is given.
import { createEdge, createOpenEdge, type Edge } from '#foundation/auth/request-guard.ts'
import { createServiceTokens } from '#foundation/auth/service-token.ts'
import { GIVE_UP_MS } from '#foundation/http/listen.ts'
import { createAnswerRoom } from '#foundation/limits/large-responses.ts'
import {
  createRateLimitStores,
  type RateLimitStores,
} from '#foundation/limits/rate-limit-stores.ts'
import {
  followIdentity,
  type IdentityFollower,
} from '#foundation/peers/key-and-revocation-poller.ts'
import { createSubgraphClient, type SubgraphClient } from '#foundation/peers/subgraph-client.ts'
import { requiredServiceSecret, serviceSettings, type Config } from '#foundation/process/config.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { createMetrics, type Metrics } from '#foundation/telemetry/metrics.ts'
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
  /** SDL of a supergraph of somebody else; undefined for our own. */
  supergraph: string | undefined
  log: Log
  now: () => Date
}

/** Starts the router over HTTP subgraphs; `stop` ends requests in flight. */
export async function startRouterAlone(
  options: RouterAloneOptions,
): Promise<{ stop(): Promise<void> }> {
  const { config, supergraph, log } = options
  const metrics = createMetrics('router')
  const own = supergraph === undefined
  const stores = createRateLimitStores(own ? config.valkeyUrl : undefined, log)
  const clients = new Map<string, SubgraphClient>()
  const follower = own ? followAsRouter(options) : undefined
  const clientFor = own ? ownClients(options) : foreignClients(config)
  const dataSource = (entry: SubgraphEntry) => {
    const client = clientFor(entry)
    clients.set(entry.name, client)
    return httpDataSource(client, { foreign: !own })
  }
  const router = await startRouter({
    config,
    portSetting: options.portSetting,
    answers: { limit: config.answerBytes, room: createAnswerRoom() },
    gateway: createGateway(supergraph ?? readSupergraph(), dataSource, log),
    edge: follower ? ownEdge(options, follower, stores, metrics) : createOpenEdge(),
    requiresToken: own,
    documents: own ? registeredDocuments(config) : undefined,
    explorer: own ? ownExplorer(config) : FOREIGN_EXPLORER,
    restRouters: [],
    openApi: own ? scatteredOpenApi(config) : undefined,
    ready: () => Promise.resolve(),
    metrics,
    log,
  })
  follower?.start()
  const close = () => Promise.all([...clients.values()].map((client) => client.close()))
  return {
    async stop() {
      const giveUp = setTimeout(() => void close(), GIVE_UP_MS)
      await Promise.all([router.drain(), follower?.stop()])
      clearTimeout(giveUp)
      stores.close()
      await close()
    },
  }
}

/** Our own subgraphs: reached where the settings say, with a service token. */
function ownClients({ config, now }: RouterAloneOptions): (entry: SubgraphEntry) => SubgraphClient {
  const serviceTokens = createServiceTokens(requiredServiceSecret(config), 'router', now)
  return ({ name }) => {
    const { answerBytes, subgraphTimeoutMs: deadlineMs } = config
    const url = `${serviceSettings(config, name).internalUrl}/graphql`
    return createSubgraphClient({ name, url, serviceTokens, deadlineMs, answerBytes })
  }
}

/** Somebody else's: reached where the supergraph says, and shown none of our tokens. */
function foreignClients({ answerBytes, subgraphTimeoutMs: deadlineMs }: Config) {
  return ({ name, url }: SubgraphEntry): SubgraphClient =>
    createSubgraphClient({ name, url, serviceTokens: undefined, deadlineMs, answerBytes })
}

function followAsRouter({ config, log, now }: RouterAloneOptions): IdentityFollower {
  const serviceSecret = requiredServiceSecret(config)
  return followIdentity({ config, serviceSecret, self: 'router', log, now })
}

function ownEdge(
  { config, log, now }: RouterAloneOptions,
  { keys, endedGrants }: IdentityFollower,
  stores: RateLimitStores,
  metrics: Metrics,
): Edge {
  return createEdge({
    name: 'router',
    config,
    serviceSecret: requiredServiceSecret(config),
    keys,
    endedGrants,
    store: stores.of('router'),
    metrics,
    log,
    now,
  })
}
