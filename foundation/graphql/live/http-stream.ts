// Sends the results of a subscription as the response to an HTTP request, one after another.
import type { FormattedExecutionResult } from 'graphql'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import type { StreamRuntime } from '#foundation/graphql/live/stream-runtime.ts'
import type { OpenConnection } from '#foundation/graphql/live/open-connections.ts'
import { MULTIPART } from '#foundation/graphql/live/multipart.ts'
import {
  createResults,
  recheck,
  shownError,
  type AdmittedSubscription,
  type Results,
} from '#foundation/graphql/live/results.ts'
import { SSE } from '#foundation/graphql/live/sse.ts'
import { ClientLeft } from '#foundation/graphql/live/stream-end.ts'
import { StreamWriter } from '#foundation/graphql/live/stream-writer.ts'
import { queueKey } from '#foundation/limits/current-caller.ts'
import { addressPrincipal } from '#foundation/limits/rate-limit.ts'

const FORMATS = { sse: SSE, multipart: MULTIPART }

/**
 * Streams the results until the subscription, the rights of its caller or the connection end.
 * @param endings as `OpenConnections.add`
 * @throws before the response begins, when no further connection may be open
 */
export async function streamResponse(
  streams: StreamRuntime,
  admitted: AdmittedSubscription,
  context: GraphQLContext,
  endings: number,
): Promise<void> {
  const { connections, metrics, requestGuard } = streams
  const { res } = context
  const transport = admitted.transport as keyof typeof FORMATS
  const format = FORMATS[transport]
  connections.requireOpen()
  using _slot = acquireSlot(streams, context)
  const ending = new AbortController()
  const { signal } = ending
  res.once('close', () => ending.abort(new ClientLeft()))
  if (res.closed) return
  const writer = new StreamWriter(res, format)
  const connection: OpenConnection = {
    recheck: () => recheck(admitted, context, requestGuard),
    heartbeat: () => writer.heartbeat(),
    end(reason) {
      ending.abort(reason)
      // A client that does not read gets no last event either.
      if (writer.isSending) res.destroy()
    },
  }
  using _connection = connections.add(connection, endings)
  using opened = metrics.opened(transport)
  writer.begin()
  const results = createResults(admitted, context, { ...streams, signal })
  const reason = await sendAll(results, async (result) => {
    await writer.send(result)
    opened.sent()
  })
  results.close()
  opened.ended(reason)
  if (!res.closed) res.end(format.ending(reason, (error) => shownError(error, context.caller)))
}

/** Counts the connection. Services call for many people, who are counted where they connect. */
function acquireSlot(
  { connectionQuota }: StreamRuntime,
  { caller, req }: GraphQLContext,
): Disposable {
  const isService = caller.service !== undefined
  const slot = connectionQuota.acquire(isService ? undefined : addressPrincipal(req.ip ?? ''))
  if (isService || !caller.viewer) return slot
  try {
    slot.identify(queueKey(caller))
    return slot
  } catch (error) {
    slot[Symbol.dispose]()
    throw error
  }
}

/** Sends all results. Returns why they ended; undefined if the subscription is complete. */
async function sendAll(
  results: Results,
  send: (result: FormattedExecutionResult) => Promise<void>,
): Promise<Error | undefined> {
  try {
    while (await results.next(send));
    return undefined
  } catch (error) {
    return error as Error
  }
}
