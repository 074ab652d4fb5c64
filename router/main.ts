// `node router/main.ts [--supergraph FILE] [--port N]`: the router alone, over HTTP subgraphs.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  readConfig,
  requiredServiceSecret,
  serviceSettings,
  SettingError,
  type Config,
} from '#foundation/config.ts'
import { createEdge, createOpenEdge, type Edge } from '#foundation/edge.ts'
import { runUntilSignal, type Running } from '#foundation/lifecycle.ts'
import { createLog, type Log } from '#foundation/log.ts'
import { createMetrics, type Metrics } from '#foundation/metrics.ts'
import { createMemoryStore } from '#foundation/rate-limit.ts'
import { createServiceTokens } from '#foundation/service-token.ts'
import { createSubgraphClient, type SubgraphClient } from '#foundation/subgraph-client.ts'
import { createRemoteKeys, fetchKeySet } from '#foundation/viewer.ts'
import { subgraphs } from '../subgraphs/index.ts'
import { createGateway, type SubgraphEntry } from './gateway.ts'
import { httpDataSource } from './over-http.ts'
import { startRouter } from './server.ts'
import { readSupergraph } from './supergraph.ts'

const now = () => new Date()

async function start(): Promise<Running> {
  const { supergraph, port } = readArguments()
  const environment = port === undefined ? process.env : { ...process.env, ROUTER_PORT: port }
  const config = readConfig(environment, subgraphs)
  const log = createLog(config.logLevel, 'router')
  const metrics = createMetrics('router')
  const clients: SubgraphClient[] = []
  const clientFor = supergraph === undefined ? ownClients(config) : foreignClient
  const router = await startRouter({
    config,
    gateway: createGateway(
      supergraph ?? readSupergraph(),
      (entry) => {
        const client = clientFor(entry)
        clients.push(client)
        return httpDataSource(client)
      },
      log,
    ),
    edge: supergraph === undefined ? ownEdge(config, metrics, log) : createOpenEdge(),
    requiresToken: supergraph === undefined,
    restRouters: [],
    ready: () => Promise.resolve(),
    metrics,
    log,
  })
  console.log(`Ready. Router http://localhost:${config.routerPort}/graphql`)
  return {
    log,
    async stop() {
      await router.drain()
      await Promise.all(clients.map((client) => client.close()))
    },
  }
}

function readArguments() {
  const { values } = parseArgs({
    options: { supergraph: { type: 'string' }, port: { type: 'string' } },
  })
  return {
    port: values.port,
    supergraph: values.supergraph === undefined ? undefined : readFile(values.supergraph),
  }
}

function readFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new SettingError(`--supergraph names ${file}, which cannot be read.`)
  }
}

/** Our own subgraphs: reached where the settings say, with a service token. */
function ownClients(config: Config): (entry: SubgraphEntry) => SubgraphClient {
  const serviceTokens = createServiceTokens(requiredServiceSecret(config), 'router', now)
  return ({ name }) => {
    const url = `${serviceSettings(config, name).baseUrl}/graphql`
    return createSubgraphClient({ name, url, serviceTokens })
  }
}

/** Somebody else's: reached where the supergraph says, and shown none of our tokens. */
function foreignClient({ name, url }: SubgraphEntry): SubgraphClient {
  return createSubgraphClient({ name, url, serviceTokens: undefined })
}

function ownEdge(config: Config, metrics: Metrics, log: Log): Edge {
  const issuer = serviceSettings(config, 'identity').baseUrl
  return createEdge({
    name: 'router',
    config,
    serviceSecret: requiredServiceSecret(config),
    keys: createRemoteKeys(() => fetchKeySet(issuer), now),
    store: createMemoryStore(),
    metrics,
    log,
    now,
  })
}

await runUntilSignal(start)
