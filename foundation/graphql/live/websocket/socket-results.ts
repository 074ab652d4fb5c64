// The results of a subscription in a WebSocket, as graphql-ws iterates over them.
import { GraphQLError, type FormattedExecutionResult, type GraphQLFormattedError } from 'graphql'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import type { Live } from '#foundation/graphql/live/live.ts'
import type { MeasuredSubscription } from '#foundation/graphql/live/live-metrics.ts'
import {
  createResults,
  shownError,
  type AdmittedSubscription,
  type Results,
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
export class SocketResults implements AsyncIterableIterator<FormattedExecutionResult> {
  readonly #subscription: SocketSubscription
  readonly #leaving = new AbortController()
  readonly #results: Results
  readonly #measured: MeasuredSubscription
  #sending = Promise.withResolvers<void>()
  #isOpen = true
  #hasSent = false

  constructor(live: Live, subscription: SocketSubscription) {
    const { admitted, context } = subscription
    this.#subscription = subscription
    this.#results = createResults(admitted, context, { ...live, signal: this.#leaving.signal })
    this.#measured = live.metrics.opened('websocket')
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<Iteration> {
    // Whoever asks for the next result has sent the last one.
    if (this.#hasSent) this.#measured.sent()
    this.#sending.resolve()
    this.#sending = Promise.withResolvers()
    return new Promise((resolve, reject) => {
      this.#read(resolve).then(resolve, reject)
    })
  }

  return(): Promise<Iteration> {
    this.#leaving.abort(new ClientLeft())
    this.#sending.resolve()
    this.#end(this.#leaving.signal.reason)
    return Promise.resolve(DONE)
  }

  /**
   * Gives the next result, which keeps its budget until it is sent, and returns the end if there is none.
   * @throws SentError
   */
  async #read(give: (iteration: Iteration) => void): Promise<Iteration> {
    const { promise: isSent } = this.#sending
    try {
      const hasMore = await this.#results.next((value) => {
        this.#hasSent = true
        give({ done: false, value })
        return isSent
      })
      if (!hasMore) this.#end()
    } catch (error) {
      this.#end(error)
      // graphql-ws would send an error to a client that has completed the subscription.
      if (!(error instanceof ClientLeft)) {
        throw new SentError(shownError(error, this.#subscription.context.caller))
      }
    }
    return DONE
  }

  #end(reason?: unknown): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#results.close()
    this.#measured.ended(reason)
    this.#measured[Symbol.dispose]()
    this.#subscription.response[Symbol.dispose]()
    this.#subscription.onEnd(reason)
  }
}
