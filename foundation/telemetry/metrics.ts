// The metrics of a service, served in the Prometheus text format at /metrics.
import { collectDefaultMetrics, Counter, Gauge, Registry, type Metric } from 'prom-client'
import {
  createRequestMetrics,
  type RequestMetrics,
} from '#foundation/telemetry/metrics/request-metrics.ts'
import { STEP_METRICS } from '#foundation/telemetry/metrics/step-metrics.ts'

export interface Metrics extends RequestMetrics {
  registry: Registry
  rateLimitStoreFailures: Counter
}

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

export const statementsRefused = new Counter({
  name: 'statements_refused_by_database_total',
  help: 'Statements that a database refused because it lacks resources, such as room on its disk, or is read-only.',
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

export const openCircuits = new Gauge({
  name: 'circuit_breakers_open',
  help: 'Circuit breakers of this process that are open: the peer hangs, and calls to it fail at once.',
  labelNames: ['peer'],
  registers: [],
})

export const circuitOpenings = new Counter({
  name: 'circuit_breaker_openings_total',
  help: 'Times that circuit breakers of this process opened, those that are open at the same time once.',
  labelNames: ['peer'],
  registers: [],
})

/** The limits by what they bound. Limits of planning and of database connections have metrics of their own. */
const LIMITS = [
  'aliases',
  'attempts',
  'connections',
  'cost',
  'depth',
  'fields',
  'fetches',
  'nodes',
  'rate',
  'response_bytes',
  'sign_ins',
  'subscriptions',
  'tokens',
] as const
type Limit = (typeof LIMITS)[number]

const refusedByLimit = new Counter({
  name: 'requests_refused_total',
  help: 'Requests that this process refused because they exceed a limit, by what it bounds.',
  labelNames: ['limit'],
  registers: [],
})

// Each limit starts at 0, so that an alert sees the first increase.
for (const limit of LIMITS) refusedByLimit.inc({ limit }, 0)

export function countRefusal(limit: Limit): void {
  refusedByLimit.inc({ limit })
}

/** Metrics of the whole process, included in each of its registries. */
const OF_PROCESS: readonly Metric[] = [
  unhandledRejections,
  responsesWithoutSlot,
  statementsWithoutConnection,
  statementsRefused,
  refusedServiceTokens,
  callsRefusedByPeers,
  openCircuits,
  circuitOpenings,
  refusedByLimit,
  ...STEP_METRICS,
]

/** A registry of its own for each service, so that several can run in one process. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry })
  for (const metric of OF_PROCESS) registry.registerMetric(metric)
  return {
    registry,
    ...createRequestMetrics(registry),
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
