// Measures requests: by their routes, and those for a GraphQL operation by its name.
import { Counter, Histogram, type Registry } from 'prom-client'
import { methodName } from '#foundation/telemetry/method-name.ts'
import type { RequestStep } from '#foundation/telemetry/steps.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** The operations that no client has registered: their names may be any text of callers. */
const OTHER = 'other'

export interface RequestMetrics {
  requests: Histogram<'method' | 'route' | 'status'>
  operations: Histogram<'operation' | 'type'>
  operationErrors: Counter<'operation' | 'type' | 'kind'>
}

export function createRequestMetrics(registry: Registry): RequestMetrics {
  const registers = [registry]
  return {
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request line to the last byte of the response.',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    }),
    operations: new Histogram({
      name: 'graphql_operation_duration_seconds',
      help: 'Time of a request for a GraphQL operation that passed the checks, by its registered name, or other.',
      labelNames: ['operation', 'type'],
      buckets: SECONDS,
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

/** Measures a request that has ended. */
export function measureRequest(metrics: RequestMetrics, step: RequestStep, seconds: number): void {
  const { method, operation, outcome, route = 'unknown', status = 'aborted' } = step
  metrics.requests.observe({ method: methodName(method), route, status }, seconds)
  if (!operation) return
  const labels = { operation: operation.registeredName ?? OTHER, type: operation.type }
  metrics.operations.observe(labels, seconds)
  const kind = status === 'aborted' ? status : outcome
  if (kind && kind !== 'ok') metrics.operationErrors.inc({ ...labels, kind })
}
