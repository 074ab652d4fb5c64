// The span of a step, which begins only once somebody needs it.
import {
  ROOT_CONTEXT,
  trace,
  type Context,
  type Span,
  type SpanOptions,
  type Tracer,
} from '@opentelemetry/api'

/** How a span begins. */
export interface SpanStart extends SpanOptions {
  name: string
  /** Its place in a trace of another process, or that it begins a trace; by default the span of the step around it. */
  parent?: Context
}

/** Whether the steps of one request or of one round of work are recorded at all. */
interface RecordingState {
  isOn: boolean
}

export interface ScopeOptions {
  tracer: Tracer
  /** The step around it. */
  around: Scope | undefined
  /** False: nothing of this step is recorded until `record` is called. By default as the step around it. */
  isRecorded?: boolean | undefined
  start: () => SpanStart
}

/**
 * A request learns only after a while who sends it, which decides whether its trace continues another one; and a round of
 * background work that finds nothing to do is no span. So a span begins late, with the time at which its step began.
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

  /** Records the whole request or round, which has turned out to be worth it. */
  record(): void {
    this.#recording.isOn = true
  }

  /** The context with its span, for steps inside it. */
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
