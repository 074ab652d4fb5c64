// The state and functions that all streams of a server share.
import type { RequestGuard } from '#foundation/auth/request-guard.ts'
import { createLiveMetrics, type LiveMetrics } from '#foundation/graphql/live/live-metrics.ts'
import type { LiveSettings } from '#foundation/graphql/live/live-settings.ts'
import { OpenConnections } from '#foundation/graphql/live/open-connections.ts'
import {
  createConnectionQuota,
  type ConnectionQuota,
} from '#foundation/graphql/live/connection-quota.ts'
import type { ResponseLimits } from '#foundation/limits/response-budget.ts'

export interface StreamRuntime {
  requestGuard: RequestGuard
  responseLimits: ResponseLimits
  connections: OpenConnections
  connectionQuota: ConnectionQuota
  metrics: LiveMetrics
}

export interface StreamRuntimeOptions {
  requestGuard: RequestGuard
  responseLimits: ResponseLimits
  settings: LiveSettings
}

export function createStreamRuntime({
  settings,
  requestGuard,
  responseLimits,
}: StreamRuntimeOptions): StreamRuntime {
  return {
    requestGuard,
    responseLimits,
    connections: new OpenConnections(),
    connectionQuota: createConnectionQuota(settings.limits),
    metrics: createLiveMetrics(settings.metrics),
  }
}
