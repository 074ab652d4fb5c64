// The results of a subscription in a WebSocket, as graphql-ws iterates over them.
import {
  GraphQLError,
  type ExecutionResult,
  type FormattedExecutionResult,
  type GraphQLFormattedError,
} from 'graphql'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import type { Live } from '#foundation/graphql/live/live.ts'
import {
  createResults,
  shownError,
  type AdmittedSubscription,
} from '#foundation/graphql/live/results.ts'
import { ClientLeft } from '#foundation/graphql/live/stream-end.ts'

/** An error as clients see it, which passes graphql-ws unchanged. */
export class SentError extends GraphQLError {
  readonly sent: GraphQLFormattedError

  constructor(sent: GraphQLFormattedError) {
    super(sent.message)
    this.sent = sent
  }
}

/** An admitted subscription with its request, whose response closes when it ends. */
export interface SocketSubscription {
  admitted: AdmittedSubscription
  context: GraphQLContext
  response: Disposable
  /** Called with the reason why it ends: for the whole connection, that may be one, too. */
  onEnd: (reason: unknown) => void
}

type Iteration = IteratorResult<FormattedExecutionResult, undefined>

const DONE: Iteration = { done: true, value: undefined }

/** Unlike a generator, it can be left while a result is awaited. */
export function iterateResults(
  live: Live,
  { admitted, context, onEnd, response }: SocketSubscription,
): AsyncGenerator<ExecutionResult, undefined> {
  const ending = new AbortController()
  const results = createResults(admitted, context, { ...live, signal: ending.signal })
  const measured = live.metrics.opened('websocket')
  let sending = Promise.withResolvers<void>()
  let isOpen = true
  let hasSent = false
  const end = (reason?: unknown) => {
    if (!isOpen) return
    isOpen = false
    results.close()
    measured.ended(reason)
    measured[Symbol.dispose]()
    response[Symbol.dispose]()
    onEnd(reason)
  }
  const iterator = {
    [Symbol.asyncIterator]() {
      return iterator
    },
    next() {
      // Whoever asks for the next result has sent the last one.
      if (hasSent) measured.sent()
      sending.resolve()
      const { promise: isSent } = (sending = Promise.withResolvers())
      return new Promise<Iteration>((resolve, reject) => {
        const send = (value: FormattedExecutionResult) => {
          hasSent = true
          resolve({ done: false, value })
          return isSent
        }
        results.next(send).then(
          (hasMore) => {
            if (hasMore) return
            end()
            resolve(DONE)
          },
          (error: unknown) => {
            end(error)
            // graphql-ws would send an error to a client that has completed the subscription.
            if (error instanceof ClientLeft) resolve(DONE)
            else reject(new SentError(shownError(error, context.caller)))
          },
        )
      })
    },
    return() {
      ending.abort(new ClientLeft())
      sending.resolve()
      end(ending.signal.reason)
      return Promise.resolve(DONE)
    },
  }
  // graphql-ws iterates over it, and gets errors as `sentForm` writes them.
  return iterator as unknown as AsyncGenerator<ExecutionResult, undefined>
}
