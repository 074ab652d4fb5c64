// Makes spans of the steps of one kind.
import type { AsyncLocalStorage } from 'node:async_hooks'
import type { Channel, TracingChannel } from 'node:diagnostics_channel'
import type { Span, Tracer } from '@opentelemetry/api'
import { epochOf } from '#foundation/telemetry/traces/clock.ts'
import { Scope, type SpanStart } from '#foundation/telemetry/traces/scope.ts'
import { noteError } from '#foundation/telemetry/traces/span-attributes.ts'

/** The spans of one kind of step. */
export interface TracedKind<Step> {
  start: (step: Step, around: Scope | undefined) => SpanStart
  /** True if the step is recorded from its beginning; undefined: as the step around it. */
  isRecorded?: (step: Step) => boolean | undefined
  /** True if the end of the step shows that it is worth recording. */
  isWorthRecording?: (step: Step) => boolean
  /** Adds the attributes that are known at its end. */
  end?: (span: Span, step: Step) => void
}

interface AnyStep {
  error?: unknown
}

export interface StepTracerOptions {
  tracer: Tracer
  /** The innermost step that runs now. */
  current: AsyncLocalStorage<Scope>
}

/** Traces steps until the returned function is called. */
export function traceKind<Step extends AnyStep>(
  { tracer, current }: StepTracerOptions,
  steps: TracingChannel<Step>,
  { start, isRecorded, isWorthRecording, end }: TracedKind<Step>,
): () => void {
  const scopes = new WeakMap<Step, Scope>()
  const begin = (step: Step): Scope => {
    const around = current.getStore()
    const begins = () => start(step, around)
    const scope = new Scope({ tracer, around, start: begins, isRecorded: isRecorded?.(step) })
    scopes.set(step, scope)
    return scope
  }
  const asyncEnd = (step: Step): void => {
    const scope = scopes.get(step)
    if (isWorthRecording?.(step)) scope?.record()
    if (!scope?.isRecorded) return
    const { span } = scope
    if (span.isRecording()) {
      noteError(span, step.error)
      end?.(span, step)
    }
    span.end(epochOf(performance.now()))
  }
  const starts = steps.start as unknown as Channel<Step, Scope>
  starts.bindStore(current, begin)
  steps.subscribe({ asyncEnd })
  return () => {
    starts.unbindStore(current)
    steps.unsubscribe({ asyncEnd })
  }
}
