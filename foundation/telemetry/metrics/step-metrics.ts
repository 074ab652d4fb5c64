// Measures steps (steps.ts): statements of each service, calls of peers, and background work.
import { Counter, Histogram, type Registry } from 'prom-client'
import { LightHistogram } from '#foundation/telemetry/metrics/light-histogram.ts'
import { peerOperationName } from '#foundation/telemetry/operation-name.ts'
import { outcomeOf } from '#foundation/telemetry/outcome.ts'
import { statementName } from '#foundation/telemetry/statement-name.ts'
import {
  listen,
  peerSteps,
  statementSteps,
  workSteps,
  type PeerStep,
  type StatementStep,
  type WorkStep,
} from '#foundation/telemetry/steps.ts'

/** The maximum number of statements of a service; the code has about a hundred. */
const MAX_STATEMENTS = 300

const SECONDS = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10]

/** The metrics of the whole process. */
const peerSeconds = new Histogram({
  name: 'peer_call_duration_seconds',
  help: 'Time of a call of a service to a peer.',
  labelNames: ['peer', 'operation'],
  buckets: SECONDS,
  registers: [],
})
const peerErrors = new Counter({
  name: 'peer_call_errors_total',
  help: 'Calls of services to a peer that failed, or were refused.',
  labelNames: ['peer', 'operation'],
  registers: [],
})
const workSeconds = new Histogram({
  name: 'background_work_duration_seconds',
  help: 'Time of a round of a worker, a delivery from an outbox, or the execution of a subscription for an event.',
  labelNames: ['kind', 'name'],
  buckets: SECONDS,
  registers: [],
})
const workErrors = new Counter({
  name: 'background_work_errors_total',
  help: 'Rounds, deliveries and executions that failed, also those that are tried again.',
  labelNames: ['kind', 'name'],
  registers: [],
})

export const STEP_METRICS = [peerSeconds, peerErrors, workSeconds, workErrors]

type MeasureStatement = (step: StatementStep) => void

const measures = new Map<string, MeasureStatement>()
let isObserving = false

/** Measures the steps of this process from now on, and the statements of the service in its registry. */
export function measureSteps(service: string, registry: Registry): void {
  measures.set(service, statementMeasure(registry))
  if (isObserving) return
  isObserving = true
  listen(statementSteps, (step) => measures.get(step.service)?.(step))
  peerSteps.subscribe({ asyncEnd: measurePeer })
  workSteps.subscribe({ asyncEnd: measureWork })
}

function statementMeasure(registry: Registry): MeasureStatement {
  const seconds = new LightHistogram({
    name: 'database_statement_duration_seconds',
    help: 'Time of a statement, without the wait for a connection.',
    label: 'statement',
    maxValues: MAX_STATEMENTS,
    buckets: SECONDS,
  })
  seconds.addTo(registry)
  const errors = new Counter({
    name: 'database_statement_errors_total',
    help: 'Statements that failed, also those that break a rule which the database keeps.',
    labelNames: ['statement'],
    registers: [registry],
  })
  return ({ durationMs, error, sql }) => {
    const series = seconds.series(statementName(sql))
    series.observe(durationMs / 1_000)
    if (error !== undefined) errors.inc({ statement: series.value })
  }
}

function measurePeer({ began, error, peer, source }: PeerStep): void {
  const labels = { peer, operation: peerOperationName(source) }
  peerSeconds.observe(labels, secondsSince(began))
  if (error !== undefined) peerErrors.inc(labels)
}

function measureWork({ began, error, kind, name, result }: WorkStep): void {
  workSeconds.observe({ kind, name }, secondsSince(began))
  const hasFailed = error !== undefined || outcomeOf(result?.errors) === 'failed'
  if (hasFailed) workErrors.inc({ kind, name })
}

function secondsSince(began: number): number {
  return (performance.now() - began) / 1_000
}
