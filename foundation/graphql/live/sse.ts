// GraphQL over SSE, distinct connections mode (https://github.com/enisdenk/graphql-sse, PROTOCOL.md).
import { reconnectAfter } from '#foundation/graphql/live/live-settings.ts'
import { isOutage, Reconnect } from '#foundation/graphql/live/stream-end.ts'
import type { StreamFormat } from '#foundation/graphql/live/stream-format.ts'

/**
 * The id of each event is the cursor of its result, which a client sends as `Last-Event-ID` when it reconnects. The
 * handler of graphql-sse writes neither ids nor `retry`, and buffers results for slow readers without a limit.
 */
export const SSE: StreamFormat = {
  contentType: 'text/event-stream; charset=utf-8',
  // Some browsers do not see the headers before the first bytes of the body.
  opening: () => `${retry(reconnectAfter())}:\n\n`,
  heartbeat: ':\n\n',
  result: (json, cursor) => `${isId(cursor) ? `id: ${cursor}\n` : ''}${next(json)}`,
  ending(error, format) {
    // Clients reconnect after an end without `complete`.
    if (error instanceof Reconnect) return retry(error.afterMs)
    const last = error === undefined ? '' : next(JSON.stringify({ errors: [format(error)] }))
    if (isOutage(error)) return `${last}${retry(reconnectAfter())}`
    return `${last}event: complete\ndata: \n\n`
  },
}

/** False for a cursor with a line break, which would begin another field: a foreign subgraph may send any text. */
function isId(cursor: string | undefined): boolean {
  return cursor !== undefined && !/[\0\r\n]/.test(cursor)
}

function next(json: string): string {
  return `event: next\ndata: ${json}\n\n`
}

function retry(ms: number): string {
  return `retry: ${ms}\n\n`
}
