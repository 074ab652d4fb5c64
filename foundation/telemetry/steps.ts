// The steps of work that traces, metrics and log lines observe. Each kind of step has one channel of Node's
// diagnostics_channel, and costs next to nothing while nobody subscribes to it.
import {
  channel,
  tracingChannel,
  type Channel,
  type TracingChannel,
} from 'node:diagnostics_channel'
import type { OperationDefinitionNode } from 'graphql'
import type { Outcome } from '#foundation/telemetry/outcome.ts'

/** The members of every step. `result` and `error` are set once it has ended. */
interface Step {
  /** When the step began, as `performance.now()`. */
  began: number
  error?: unknown
}

/** A request to the HTTP server of a service or of the router. Handlers add what they learn while it is served. */
export interface RequestStep extends Step {
  /** The service whose server it is, or `router`. */
  server: string
  method: string
  /** The path as sent, without the query. */
  path: string
  /** The W3C trace context as sent. The request continues that trace only if `callingService` is set. */
  traceparent: string | undefined
  /** True for a health check or a read of metrics. */
  isProbe: boolean
  /** The service of this system whose token the request has, once it is verified. */
  callingService?: string
  /** True if the service token is refused. Strangers can cause this, so it is no fault of this process. */
  hasRefusedToken?: boolean
  /** The client that the access token was issued to, once it is verified. */
  clientId?: string
  /** The GraphQL operation that is executed, once it has passed the checks. */
  operation?: RequestedOperation
  outcome?: Outcome
  /** Units of the rate limit that the operation costs. */
  units?: number
  /** Milliseconds for which the router waited for a plan, and for each subgraph. */
  planMs?: number
  services?: Map<string, number>
  /** The declared path and the status, or `aborted`, once it has ended. Callers cannot add values to either. */
  route?: string
  status?: string
  /** The number of bytes sent, as on the wire. */
  bytes?: number
  /** The id of the recorded trace, once the request has ended. */
  traceId?: string
}

export interface RequestedOperation {
  type: OperationDefinitionNode['operation']
  /** The name of a registered operation; undefined for any other, whose own name may be any text of the caller. */
  registeredName: string | undefined
  /** The SHA-256 hash of the document in hexadecimal, which is the id of a registered one. */
  hash: string
}

/** The router waits for the plan of an operation, which is not in its cache. */
export interface PlanStep extends Step {
  request: RequestStep | undefined
}

/** The router fetches from a subgraph, in this process or over HTTP. */
export interface FetchStep extends Step {
  subgraph: string
  request: RequestStep | undefined
  /** Failures that the subgraph reports are in `errors`. */
  result?: { errors?: readonly unknown[] | undefined }
}

/** A service runs an operation: of a client, of the router or of a peer. */
export interface OperationStep extends Step {
  service: string
  operation: OperationDefinitionNode
  result?: { errors?: readonly unknown[] | undefined }
}

/** A statement that has ended, successfully or not. It contains no other steps, so one message is enough. */
export interface StatementStep extends Step {
  service: string
  /** The SQL as sent: values are parameters. */
  sql: string
  durationMs: number
  /** True if the statement may have changed data. */
  isChange: boolean
  /** The number of rows that it returned or changed. */
  rows: number
}

/** A service calls a peer, in this process or over HTTP. */
export interface PeerStep extends Step {
  peer: string
  /** The document that is sent, which is part of the code. */
  source: string
}

/** Background work of a process. */
export interface WorkStep extends Step {
  /** A round of a worker, the delivery of a row of an outbox, or the execution of a subscription for an event. */
  kind: 'round' | 'delivery' | 'event'
  /** The worker, the table, or the service or router that executes. */
  name: string
  /** Failures in the execution for an event are in `errors`. */
  result?: { errors?: readonly unknown[] | undefined }
}

/** A request begins with `start`, and ends with `asyncEnd`, when the response is sent or its connection closed. */
export const requestSteps = traced<RequestStep>('request')
export const planSteps = traced<PlanStep>('plan')
export const fetchSteps = traced<FetchStep>('fetch')
export const operationSteps = traced<OperationStep>('operation')
export const peerSteps = traced<PeerStep>('peer')
export const workSteps = traced<WorkStep>('work')
export const statementSteps: Channel<StatementStep> = channel('ecosystem:statement')

/** The headers of a request to another process, as alternating names and values. A tracer adds the trace context. */
export const outgoingRequests: Channel<string[]> = channel('ecosystem:outgoing')

/** Calls the listener with each message of a channel, until the returned function is called. */
export function listen<Message>(
  messages: Channel<Message>,
  listener: (message: Message) => void,
): () => void {
  const onMessage = listener as (message: unknown) => void
  messages.subscribe(onMessage)
  return () => {
    messages.unsubscribe(onMessage)
  }
}

function traced<OneStep extends Step>(name: string): TracingChannel<OneStep> {
  return tracingChannel(`ecosystem:${name}`)
}

type Described<OneStep> = Omit<OneStep, 'began' | 'error' | 'result'>

/**
 * Runs a step, and publishes it if somebody listens to `asyncEnd`. `describe` is called only then. Node's own
 * `tracePromise` would take five times as long, because it publishes events that nobody here listens to.
 */
export function runStep<OneStep extends Step, Result>(
  steps: TracingChannel<OneStep>,
  describe: () => Described<OneStep>,
  run: () => Promise<Result>,
): Promise<Result> {
  if (!steps.asyncEnd.hasSubscribers) return run()
  const step = describe() as OneStep & { result?: Result }
  step.began = performance.now()
  return runAndTell(steps, step, run)
}

async function runAndTell<OneStep extends Step, Result>(
  { start, asyncEnd }: TracingChannel<OneStep>,
  step: OneStep & { result?: Result },
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await (start.hasSubscribers ? start.runStores(step, run) : run())
    step.result = result
    return result
  } catch (error) {
    step.error = error
    throw error
  } finally {
    asyncEnd.publish(step)
  }
}
