// The whole system in one process: every service on its own port, and the router over them.
import { randomBytes } from 'node:crypto'
import { createEdge } from '#foundation/auth/request-guard.ts'
import type { Execution } from '#foundation/graphql/operation.ts'
import { createRateLimitStores } from '#foundation/limits/rate-limit-stores.ts'
import { followIdentity } from '#foundation/peers/key-and-revocation-poller.ts'
import type { Config } from '#foundation/process/config.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { createMetrics } from '#foundation/telemetry/metrics.ts'
import { wholeOpenApi } from './rest-adapters/openapi/served.ts'
import { registeredDocuments } from './router/documents.ts'
import { ownExplorer } from './router/explorer.ts'
import { createGateway } from './router/gateway.ts'
import { inProcessDataSource } from './router/in-process.ts'
import { startRouter } from './router/server.ts'
import { readSupergraph } from './router/supergraph.ts'
import { hostServices } from './subgraphs/host.ts'
import { subgraphs } from './subgraphs/index.ts'

export interface SystemOptions {
  config: Config
  /** Where services without a database of their own keep theirs. */
  databaseUrl: string
  log: Log
  now: () => Date
  execution: Execution
  /** How often ended grants are asked for, in milliseconds; every five seconds unless told otherwise. */
  followEveryMs?: number | undefined
}

export interface System {
  /** Ends requests in flight and the services' own work. */
  stop(): Promise<void>
}

/** Starts every service, then the router over them. What has started is stopped when one cannot. */
export async function startOneProcess(options: SystemOptions): Promise<System> {
  const { config, log, now } = options
  const serviceSecret = config.serviceSecret ?? randomBytes(32).toString('hex')
  const everyMs = options.followEveryMs
  const follower = followIdentity({ config, serviceSecret, self: 'router', log, now, everyMs })
  const host = await hostServices({
    ...options,
    subgraphs,
    serviceSecret,
    follower,
    peersOverHttp: false,
  })
  const metrics = createMetrics('router')
  const stores = createRateLimitStores(config.valkeyUrl, log)
  const store = stores.of('router')
  const { keys, endedGrants } = follower
  const edge = createEdge({
    name: 'router',
    config,
    serviceSecret,
    keys,
    endedGrants,
    store,
    metrics,
    log,
    now,
  })
  const dataSource = ({ name }: { name: string }) =>
    inProcessDataSource(host.hosted.get(name)!.service)
  const start = async () =>
    startRouter({
      config,
      answers: host.answers,
      edge,
      gateway: createGateway(readSupergraph(), dataSource, log),
      requiresToken: true,
      openApi: wholeOpenApi(config),
      documents: registeredDocuments(config),
      explorer: ownExplorer(config),
      restRouters: [...host.hosted.values()].map(({ restRouter }) => restRouter),
      ready: () => host.ready(),
      metrics,
      log,
    })
  const router = await start().catch(async (error: unknown) => {
    stores.close()
    await host.stop()
    throw error
  })
  return {
    async stop() {
      await Promise.all([router.drain(), host.drain()])
      stores.close()
      await host.stop()
    },
  }
}
