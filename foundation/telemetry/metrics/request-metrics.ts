// Measures requests by route, and GraphQL requests also by operation.
import { Counter, Histogram, type HistogramConfiguration, type Registry } from 'prom-client'
import { methodName } from '#foundation/telemetry/method-name.ts'
import type { RequestStep } from '#foundation/telemetry/steps.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Stands for all operations that no client has registered: their names may be any text of callers. */
const OTHER = 'other'

/** Observes seconds under the values of its labels. */
type Observe = (seconds: number, ...labels: string[]) => void

export interface RequestMetrics {
  /** Observes a request by method, route and status. */
  observeRequest: Observe
  /** Observes an operation by name and type. */
  observeOperation: Observe
  operationErrors: Counter<'operation' | 'type' | 'kind'>
}

export function createRequestMetrics(registry: Registry): RequestMetrics {
  const registers = [registry]
  return {
    observeRequest: observer({
      name: 'http_request_duration_seconds',
      help: 'Time from the request line to the last byte of the response.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    observeOperation: observer({
      name: 'graphql_operation_duration_seconds',
      help: 'Time of a request for a GraphQL operation that passed the checks, by its registered name, or other.',
      labelNames: ['operation', 'type'],
      registers,
    }),
    operationErrors: new Counter({
      name: 'graphql_operation_errors_total',
      help: 'Responses to these operations with an error of ours (failed), or only with errors of the caller (refused), and those whose caller left (aborted).',
      labelNames: ['operation', 'type', 'kind'],
      registers,
    }),
  }
}

/** A histogram that looks up its labels once, and not for each request. */
function observer(options: Omit<HistogramConfiguration<string>, 'buckets'>): Observe {
  const histogram = new Histogram({ ...options, buckets: SECONDS })
  const children = new Map<string, Histogram.Internal<string>>()
  return (seconds, ...labels) => {
    const child = children.getOrInsertComputed(labels.join(' '), () => histogram.labels(...labels))
    child.observe(seconds)
  }
}

/** Measures a request that has ended. */
export function measureRequest(metrics: RequestMetrics, step: RequestStep, seconds: number): void {
  const { method, operation, outcome, route = 'unknown', status = 'aborted' } = step
  metrics.observeRequest(seconds, methodName(method), route, status)
  if (!operation) return
  const labels = { operation: operation.registeredName ?? OTHER, type: operation.type }
  metrics.observeOperation(seconds, labels.operation, labels.type)
  const kind = status === 'aborted' ? status : outcome
  if (kind && kind !== 'ok') metrics.operationErrors.inc({ ...labels, kind })
}
