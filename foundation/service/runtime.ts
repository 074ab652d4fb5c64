// The runtime that all servers of a process share, created once at startup.
import type { Registry } from 'prom-client'
import type { ClientOrigins } from '#foundation/auth/client-origins.ts'
import type { GuardRuntime } from '#foundation/auth/request-guard.ts'
import { createEventHints, type EventHints } from '#foundation/events/hints/event-hints.ts'
import {
  connectionSettings,
  type ConnectionLimits,
} from '#foundation/graphql/live/live-settings.ts'
import { httpSettings, type HttpSettings } from '#foundation/http/settings.ts'
import { createLargeResponseSlots } from '#foundation/limits/large-responses.ts'
import { createRateLimitStores } from '#foundation/limits/rate-limit-stores.ts'
import type { RequestLimits } from '#foundation/limits/request-limits.ts'
import type { ResponseLimits } from '#foundation/limits/response-budget.ts'
import {
  rateLimitSettings,
  requestLimitSettings,
  responseSettings,
  valkeySettings,
} from '#foundation/limits/settings.ts'
import {
  createKeyAndRevocationPoller,
  type KeyAndRevocationPoller,
} from '#foundation/peers/key-and-revocation-poller.ts'
import type { Config, ServiceSecrets } from '#foundation/process/config.ts'
import type { Shutdown } from '#foundation/process/lifecycle.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { createMetrics, type Metrics } from '#foundation/telemetry/metrics.ts'

/** The runtime of any server, with or without authentication. */
export interface ServerRuntime {
  config: Config
  http: HttpSettings
  requestLimits: RequestLimits
  connectionLimits: ConnectionLimits
  log: Log
  now: () => Date
  /** The metrics of one service, or of the router. */
  metrics: (service: string) => Metrics
  /** The registries of all metrics so far. */
  registries: () => Registry[]
  responseLimits: ResponseLimits
  /** Undefined if the servers are drained without notice. */
  shutdown?: Readonly<Shutdown> | undefined
  /** Absent with a foreign supergraph, where no clients are registered. */
  clientOrigins?: ClientOrigins
}

/** The runtime of servers that authenticate callers with the keys and revocations of Identity. */
export interface Runtime extends ServerRuntime, GuardRuntime, AsyncDisposable {
  /** Start it once the servers listen, and stop it when they drain. */
  poller: KeyAndRevocationPoller
  /** Carries hints about events between the processes of a service. */
  eventHints: EventHints
}

export type ServerRuntimeOptions = Pick<ServerRuntime, 'config' | 'log' | 'now' | 'shutdown'>

export interface RuntimeOptions extends ServerRuntimeOptions {
  serviceSecrets: ServiceSecrets
  /** The service that polls Identity, as its service tokens say. */
  self: string
  /** Milliseconds between two polls of Identity; undefined: every five seconds. */
  pollEveryMs?: number | undefined
}

/** The runtime of a server for foreign subgraphs, without authentication. */
export function createServerRuntime(options: ServerRuntimeOptions): ServerRuntime {
  const { config, log, now, shutdown } = options
  const { env } = config
  const known = new Map<string, Metrics>()
  return {
    config,
    http: httpSettings.read(env),
    requestLimits: requestLimitSettings.read(env),
    connectionLimits: connectionSettings.read(env),
    log,
    now,
    shutdown,
    metrics: (service) => known.getOrInsertComputed(service, createMetrics),
    registries: () => [...known.values()].map(({ registry }) => registry),
    responseLimits: {
      bytes: responseSettings.read(env).maxBytes,
      slots: createLargeResponseSlots(),
    },
  }
}

/** The runtime of a process of this system. Disposing it stops the poller, and closes stores and hints. */
export async function createRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { config, log, serviceSecrets } = options
  const { url: valkeyUrl } = valkeySettings.read(config.env)
  const rateLimitStores = await createRateLimitStores(valkeyUrl, log)
  const eventHints = await createEventHints(valkeyUrl, log)
  const poller = createKeyAndRevocationPoller(options)
  return {
    ...createServerRuntime(options),
    serviceSecrets,
    rateLimits: rateLimitSettings.read(config.env),
    poller,
    keys: poller.keys,
    clientOrigins: poller.clientOrigins,
    revokedGrants: poller.revokedGrants,
    rateLimitStores,
    eventHints,
    async [Symbol.asyncDispose]() {
      try {
        rateLimitStores.close()
      } finally {
        await Promise.all([poller.stop(), eventHints[Symbol.asyncDispose]()])
      }
    },
  }
}
