// Sends the results of a subscription in a WebSocket, for graphql-ws.
import { GraphQLError, type FormattedExecutionResult, type GraphQLFormattedError } from 'graphql'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import type { Live } from '#foundation/graphql/live/live.ts'
import {
  createResults,
  shownError,
  type AdmittedSubscription,
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
export function iterateResults(
  live: Live,
  { admitted, connection, context, id, response }: SocketSubscription,
): AsyncGenerator<never, undefined> {
  const ending = new AbortController()
  const results = createResults(admitted, context, { ...live, signal: ending.signal })
  const measured = live.metrics.opened('websocket')
  let isOpen = true
  const end = (reason?: unknown) => {
    if (!isOpen) return
    isOpen = false
    results.close()
    measured.ended(reason)
    measured[Symbol.dispose]()
    response[Symbol.dispose]()
    connection.noteEnd(reason)
  }
  const send = async (result: FormattedExecutionResult) => {
    const json = String(await responseJson(result))
    if (!isOpen) throw new ClientLeft()
    await connection.send(`{"id":${JSON.stringify(id)},"type":"next","payload":${json}}`)
    measured.sent()
  }
  const iterator = {
    [Symbol.asyncIterator]: () => iterator,
    async next(): Promise<Iteration> {
      try {
        while (await results.next(send));
        end()
      } catch (error) {
        end(error)
        // graphql-ws would send an error to a client that has completed the subscription.
        if (!(error instanceof ClientLeft)) throw new SentError(shownError(error, context.caller))
      }
      return DONE
    },
    return() {
      ending.abort(new ClientLeft())
      end(ending.signal.reason)
      return Promise.resolve(DONE)
    },
  }
  // graphql-ws iterates over it, and gets errors as `sentForm` writes them.
  return iterator as unknown as AsyncGenerator<never, undefined>
}
