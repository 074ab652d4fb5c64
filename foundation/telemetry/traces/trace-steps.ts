// Makes spans of the steps of this process. A span is inside that of the step around it.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { SpanKind, TraceFlags, type Span, type SpanContext, type Tracer } from '@opentelemetry/api'
import { statementName } from '#foundation/telemetry/statement-name.ts'
import {
  fetchSteps,
  listen,
  operationSteps,
  outgoingRequests,
  peerSteps,
  planSteps,
  requestSteps,
  statementSteps,
  workSteps,
  type RequestStep,
  type StatementStep,
  type WorkStep,
} from '#foundation/telemetry/steps.ts'
import { epochOf } from '#foundation/telemetry/traces/clock.ts'
import type { Scope } from '#foundation/telemetry/traces/scope.ts'
import {
  endRequest,
  endWork,
  noteError,
  noteErrors,
  statementAttributes,
} from '#foundation/telemetry/traces/span-attributes.ts'
import {
  fetchStart,
  operationStart,
  peerStart,
  planStart,
  requestStart,
  workStart,
} from '#foundation/telemetry/traces/span-starts.ts'
import { traceKind, type TracedKind } from '#foundation/telemetry/traces/step-tracer.ts'

/** Not recorded, because every process and many clients poll it. */
const KEY_SET_PATH = '/.well-known/jwks.json'

const REQUEST: TracedKind<RequestStep> = {
  start: requestStart,
  isRecorded: ({ isProbe, path }) => !isProbe && path !== KEY_SET_PATH,
  end(span, step) {
    step.traceId = span.spanContext().traceId
    endRequest(span, step)
  },
}

/** A round is recorded once it changes something, delivers something or fails: most find nothing to do. */
const WORK: TracedKind<WorkStep> = {
  start: workStart,
  isRecorded: ({ kind }) => (kind === 'delivery' ? undefined : kind === 'event'),
  isWorthRecording: ({ error, kind }) => kind === 'delivery' || error !== undefined,
  end: endWork,
}

/** Traces the steps of this process until the returned function is called. */
export function traceSteps(tracer: Tracer): () => void {
  const current = new AsyncLocalStorage<Scope>()
  const options = { tracer, current }
  const ends = [
    traceKind(options, requestSteps, REQUEST),
    traceKind(options, planSteps, { start: planStart }),
    traceKind(options, fetchSteps, { start: fetchStart, end: noteErrors }),
    traceKind(options, operationSteps, { start: operationStart, end: noteErrors }),
    traceKind(options, peerSteps, { start: peerStart }),
    traceKind(options, workSteps, WORK),
    listen(statementSteps, (step) => traceStatement(tracer, current.getStore(), step)),
    listen(outgoingRequests, (headers) => {
      const around = current.getStore()
      if (around) headers.push('traceparent', traceparentOf(around))
    }),
  ]
  return () => ends.forEach((end) => end())
}

/** Makes the span of a statement at its end, because no step is inside it. Those of the start are in no step. */
function traceStatement(tracer: Tracer, around: Scope | undefined, step: StatementStep): void {
  if (!around) return
  const { began, durationMs, error, isChange, rows, sql } = step
  if (!around.isRecorded && rows > 0 && isChange) around.record()
  if (!around.isRecorded || !around.span.isRecording()) return
  const startTime = epochOf(began)
  const attributes = statementAttributes(step)
  const start = { kind: SpanKind.CLIENT, startTime, attributes }
  const span: Span = tracer.startSpan(statementName(sql), start, around.context)
  noteError(span, error)
  span.end(startTime + durationMs)
}

/** The trace context for another process, which records nothing of a round that is not recorded here. */
function traceparentOf(around: Scope): string {
  return around.isRecorded
    ? formatted(around.span.spanContext())
    : formatted({ traceId: hex(16), spanId: hex(8), traceFlags: TraceFlags.NONE })
}

function formatted({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`
}

function hex(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}
