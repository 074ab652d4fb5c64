// The span of a step, which begins only when it is needed.
import {
  ROOT_CONTEXT,
  trace,
  type Context,
  type Span,
  type SpanOptions,
  type Tracer,
} from '@opentelemetry/api'

/** The name, start and place of a span. */
export interface SpanStart extends SpanOptions {
  name: string
  /** The span that contains it, or ROOT_CONTEXT for a new trace; by default the span of the step around it. */
  parent?: Context
}

/** Whether the steps of one request or of one round of work are recorded. */
interface RecordingState {
  isOn: boolean
}

export interface ScopeOptions {
  tracer: Tracer
  /** The step that contains this one. */
  around: Scope | undefined
  /** If false, nothing of this step is recorded until `record` is called. By default as the step around it. */
  isRecorded?: boolean | undefined
  start: () => SpanStart
}

/**
 * The span of a step begins late, with the time at which the step began: a request learns only after a while who sent
 * it, which decides whether its trace continues another one, and a round of work that finds nothing to do is no span.
 */
export class Scope {
  readonly #options: ScopeOptions
  readonly #recording: RecordingState
  #context: Context | undefined

  constructor(options: ScopeOptions) {
    this.#options = options
    const { around, isRecorded } = options
    this.#recording =
      isRecorded === undefined && around ? around.#recording : { isOn: isRecorded ?? true }
  }

  get isRecorded(): boolean {
    return this.#recording.isOn
  }

  /** Records the whole request or round. */
  record(): void {
    this.#recording.isOn = true
  }

  /** The context with the span, for the steps inside it. */
  get context(): Context {
    return (this.#context ??= this.#begin())
  }

  get span(): Span {
    return trace.getSpan(this.context)!
  }

  #begin(): Context {
    const { tracer, around, start } = this.#options
    const { name, parent = around?.context ?? ROOT_CONTEXT, ...options } = start()
    return trace.setSpan(parent, tracer.startSpan(name, options, parent))
  }
}
