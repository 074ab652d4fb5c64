// Sends the results of a subscription in a WebSocket, for graphql-ws.
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
import type { SocketConnection } from '#foundation/graphql/live/websocket/socket-connection.ts'
import { responseJson } from '#foundation/limits/response-json.ts'

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
  /** The client's id of it. */
  id: string
  connection: SocketConnection
  admitted: AdmittedSubscription
  context: GraphQLContext
  response: Disposable
}

type Iteration = IteratorResult<never, undefined>

const DONE: Iteration = { done: true, value: undefined }

/**
 * Sends the results, and iterates over none of them: graphql-ws only has to know when they end, because it would write
 * results of any size. Unlike a generator, it can be left while a result is awaited.
 */
export class SocketResults implements AsyncIterableIterator<never, undefined> {
  readonly #subscription: SocketSubscription
  readonly #leaving = new AbortController()
  readonly #results: Results
  readonly #measured: MeasuredSubscription
  #isOpen = true

  constructor(live: Live, subscription: SocketSubscription) {
    const { admitted, context } = subscription
    this.#subscription = subscription
    this.#results = createResults(admitted, context, { ...live, signal: this.#leaving.signal })
    this.#measured = live.metrics.opened('websocket')
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** Sends all results. @throws SentError */
  async next(): Promise<Iteration> {
    try {
      while (await this.#results.next((result) => this.#send(result)));
      this.#end()
    } catch (error) {
      this.#end(error)
      // graphql-ws would send an error to a client that has completed the subscription.
      if (!(error instanceof ClientLeft)) {
        throw new SentError(shownError(error, this.#subscription.context.caller))
      }
    }
    return DONE
  }

  return(): Promise<Iteration> {
    this.#leaving.abort(new ClientLeft())
    this.#end(this.#leaving.signal.reason)
    return Promise.resolve(DONE)
  }

  /** Resolves when the result has left this process. */
  async #send(result: FormattedExecutionResult): Promise<void> {
    const { connection, id } = this.#subscription
    const json = String(await responseJson(result))
    if (!this.#isOpen) throw new ClientLeft()
    await connection.send(`{"id":${JSON.stringify(id)},"type":"next","payload":${json}}`)
    this.#measured.sent()
  }

  #end(reason?: unknown): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#results.close()
    this.#measured.ended(reason)
    this.#measured[Symbol.dispose]()
    this.#subscription.response[Symbol.dispose]()
    this.#subscription.connection.noteEnd(reason)
  }
}
