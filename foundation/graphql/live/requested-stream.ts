// A subscription between the checks of its operation and the stream of its results.
import type { ExecutionResult } from 'graphql'

/** How the results of a subscription reach a client. */
export type Transport = 'sse' | 'multipart' | 'websocket'

interface StartOptions {
  /** Aborted when the results must end. */
  signal: AbortSignal
  /** Called before each execution; a rejection ends the results. */
  beforeExecution: () => Promise<void>
}

/** A request whose response may be a stream. */
export interface RequestedStream {
  transport: Transport
  /** The cost of one execution, in units of the rate limit. */
  cost: number
  /** True if a result may have so many nodes that it waits for a slot among large responses. */
  isLarge: boolean
  /** Refuses a caller who may no longer run the operation; undefined if the services decide. */
  authorize: (() => Promise<void>) | undefined
  /** Set when the operation is a subscription that has passed every check. */
  start: ((options: StartOptions) => AsyncIterable<ExecutionResult>) | undefined
}

export function createRequestedStream(transport: Transport): RequestedStream {
  return { transport, cost: 0, isLarge: false, authorize: undefined, start: undefined }
}

/** The refusal of a subscription in any other request. */
export const NEEDS_STREAM =
  'must be a query or a mutation: a subscription needs Accept: text/event-stream, or a WebSocket'
