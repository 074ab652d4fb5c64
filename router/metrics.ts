// The metrics of a gateway: its planning, its fetches and its subgraphs. Every label has few values, none of a caller.
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { PlannerName } from './plan/choose-planners.ts'

/** Whether an operation had a plan, needed one, or waited for that of another request. */
export const LOOKUPS = ['hit', 'new', 'joined'] as const
export type Lookup = (typeof LOOKUPS)[number]

/** Why an operation gets no plan: too many wait, or its plan has too many fetches. */
const PLAN_REFUSALS = ['waiting', 'fetch_limit'] as const

export interface PlanMetrics {
  planSeconds: Histogram<'planner' | 'result'>
  planLookups: Counter<'result'>
  plansWaiting: Gauge
  plansRefused: Counter<'reason'>
  plannerRestarts: Counter<'planner'>
}

/** The metrics of subgraphs, whose names are those of the supergraph. */
export interface SubgraphMetrics {
  requestSeconds: Histogram<'subgraph'>
  responseBytes: Counter<'subgraph'>
  requestErrors: Counter<'subgraph' | 'kind'>
}

/** The metrics of subscriptions, by the subgraph of their source. */
export interface SubscriptionMetrics {
  subscriptionsOpen: Gauge<'subgraph'>
  subscriptionResults: Counter<'subgraph'>
}

export interface GatewayMetrics extends PlanMetrics, SubgraphMetrics, SubscriptionMetrics {
  operationFetches: Histogram
}

/** The buckets reach from the round trip within one process to a deadline. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Several gateways of one process may have the same metrics, one after the other. */
export function createGatewayMetrics(registry: Registry): GatewayMetrics {
  const registers = [registry]
  return {
    ...planMetrics(registers),
    ...subgraphMetrics(registers),
    ...subscriptionMetrics(registers),
    operationFetches: new Histogram({
      name: 'operation_fetches',
      help: 'Requests to subgraphs that an operation of a client needed; each result of a subscription counts.',
      buckets: [0, 1, 2, 3, 5, 8, 12, 20, 50, 100],
      registers,
    }),
  }
}

/** Metrics that no server shows. */
export function unservedMetrics(): GatewayMetrics {
  return createGatewayMetrics(new Registry())
}

function planMetrics(registers: Registry[]): PlanMetrics {
  const metrics = {
    planSeconds: new Histogram({
      name: 'query_plan_duration_seconds',
      help: 'Time to plan an operation: planned, refused by the planner, or ended because all clients left.',
      labelNames: ['planner', 'result'],
      buckets: SECONDS,
      registers,
    }),
    planLookups: counter(registers, 'query_plan_lookups_total', LOOKUP_HELP, ['result']),
    plansWaiting: new Gauge({
      name: 'query_plans_waiting',
      help: 'Operations that wait until others are planned.',
      registers,
    }),
    plansRefused: counter(registers, 'query_plans_refused_total', REFUSED_HELP, ['reason']),
    plannerRestarts: counter(registers, 'query_planner_restarts_total', RESTART_HELP, ['planner']),
  } satisfies PlanMetrics
  // They start at 0, so that an alert sees the first increase.
  for (const result of LOOKUPS) metrics.planLookups.inc({ result }, 0)
  for (const reason of PLAN_REFUSALS) metrics.plansRefused.inc({ reason }, 0)
  for (const planner of ['native', 'apollo'] satisfies PlannerName[]) {
    metrics.plannerRestarts.inc({ planner }, 0)
  }
  return metrics
}

const LOOKUP_HELP = 'Operations that had a plan (hit), had to be planned (new), or joined another.'
const REFUSED_HELP = 'Operations that were refused because too many wait, or by the fetch limit.'
const RESTART_HELP = 'Times that a query planner was started again after it had ended.'

function subgraphMetrics(registers: Registry[]): SubgraphMetrics {
  return {
    requestSeconds: new Histogram({
      name: 'subgraph_request_duration_seconds',
      help: 'Time of a request to a subgraph, with the wait for a connection.',
      labelNames: ['subgraph'],
      buckets: SECONDS,
      registers,
    }),
    responseBytes: counter(registers, 'subgraph_response_bytes_total', BYTES_HELP, ['subgraph']),
    requestErrors: counter(registers, 'subgraph_request_errors_total', ERRORS_HELP, [
      'subgraph',
      'kind',
    ]),
  }
}

function subscriptionMetrics(registers: Registry[]): SubscriptionMetrics {
  return {
    subscriptionsOpen: new Gauge({
      name: 'subscriptions_open',
      help: 'Subscriptions of clients that run, by the subgraph of their source.',
      labelNames: ['subgraph'],
      registers,
    }),
    subscriptionResults: counter(registers, 'subscription_results_total', RESULTS_HELP, [
      'subgraph',
    ]),
  }
}

const RESULTS_HELP = 'Executions of subscriptions, by the subgraph of their source.'
const BYTES_HELP = 'Bytes of the bodies that subgraphs sent over HTTP.'
const ERRORS_HELP = 'Requests to subgraphs that failed, or whose response has errors (graphql).'

function counter<Label extends string>(
  registers: Registry[],
  name: string,
  help: string,
  labelNames: Label[],
): Counter<Label> {
  return new Counter({ name, help, labelNames, registers })
}
