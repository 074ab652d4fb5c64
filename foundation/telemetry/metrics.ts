// The metrics of a service, served in the Prometheus text format at /metrics.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  registry: Registry
  requests: Histogram<'method' | 'route' | 'status'>
  rateLimitStoreFailures: Counter
}

// Metrics of the whole process, included in each of its registries.

export const unhandledRejections = new Counter({
  name: 'unhandled_rejections_total',
  help: 'Unhandled promise rejections in this process; each is a defect, and logged as fatal.',
  registers: [],
})

export const responsesWithoutSlot = new Counter({
  name: 'answers_without_room_total',
  help: 'Large responses that this process refused because it was building too many others.',
  registers: [],
})

export const statementsWithoutConnection = new Counter({
  name: 'statements_without_connection_total',
  help: 'Statements and transactions that got no database connection, because callers used all of them.',
  registers: [],
})

/** Strangers can increase this metric. */
export const refusedServiceTokens = new Counter({
  name: 'service_tokens_refused_total',
  help: 'Requests whose service token this process refused, of peers with another secret or clock, or of strangers.',
  labelNames: ['reason'],
  registers: [],
})

export const callsRefusedByPeers = new Counter({
  name: 'calls_refused_by_peers_total',
  help: 'Calls that a peer refused because it did not accept the service token of this process.',
  labelNames: ['peer'],
  registers: [],
})

/** A registry of its own for each service, so that several can run in one process. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry })
  registry.registerMetric(unhandledRejections)
  registry.registerMetric(responsesWithoutSlot)
  registry.registerMetric(statementsWithoutConnection)
  registry.registerMetric(refusedServiceTokens)
  registry.registerMetric(callsRefusedByPeers)
  return {
    registry,
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request line to the last byte of the response.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    }),
    rateLimitStoreFailures: new Counter({
      name: 'rate_limit_store_failures_total',
      help: 'Calls that passed uncounted because the rate limit store did not respond.',
      registers: [registry],
    }),
  }
}

/** Adds the age of the list of revoked grants, in seconds. */
export function measureRevokedGrants({ registry }: Metrics, ageSeconds: () => number): void {
  const gauge = new Gauge({
    name: 'ended_grants_age_seconds',
    help: 'Seconds since the revoked grants were last fetched from the ID service; +Inf before the first time.',
    registers: [],
    collect() {
      this.set(ageSeconds())
    },
  })
  registry.registerMetric(gauge)
}
