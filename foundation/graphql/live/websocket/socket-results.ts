// Sends the results of a subscription in a WebSocket.
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import type { StreamRuntime } from '#foundation/graphql/live/stream-runtime.ts'
import { createResults, type AdmittedSubscription } from '#foundation/graphql/live/results.ts'
import type { SocketConnection } from '#foundation/graphql/live/websocket/socket-connection.ts'
import { responseJson } from '#foundation/limits/response-json.ts'

/** An admitted subscription in a WebSocket. */
export interface SocketSubscription {
  /** The client's id of the subscription. */
  id: string
  connection: SocketConnection
  admitted: AdmittedSubscription
  context: GraphQLContext
  /** Aborted when the client completes the subscription, or the connection ends. */
  signal: AbortSignal
}

/** Sends all results. @throws the reason why they end before the subscription is complete */
export async function sendResults(
  streams: StreamRuntime,
  { id, connection, admitted, context, signal }: SocketSubscription,
): Promise<void> {
  using measured = streams.metrics.opened('websocket')
  const results = createResults(admitted, context, { ...streams, signal })
  // This also works while a result waits for a slow reader.
  signal.addEventListener('abort', results.close, { once: true })
  try {
    const send = async (result: object) => {
      const json = String(await responseJson(result))
      signal.throwIfAborted()
      await connection.send(`{"id":${JSON.stringify(id)},"type":"next","payload":${json}}`)
      measured.sent()
    }
    while (await results.next(send));
    measured.ended(undefined)
  } catch (error) {
    measured.ended(error)
    throw error
  } finally {
    results.close()
  }
}
