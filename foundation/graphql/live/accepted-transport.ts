// The kind of stream that a request accepts as its response.
import type { Request } from 'express'
import type { Transport } from '#foundation/graphql/live/requested-stream.ts'

/**
 * Returns the transport by `Accept`. Server-sent events come first, because they can be resumed. Without
 * `subscriptionSpec`, `multipart/mixed` means incremental delivery, which is not supported.
 */
export function acceptedTransport(req: Request): Exclude<Transport, 'websocket'> | undefined {
  const { accept } = req.headers
  if (accept === undefined) return undefined
  const ranges = accept.toLowerCase().split(',').filter(isWanted)
  if (ranges.some((range) => EVENT_STREAM.test(range))) return 'sse'
  return ranges.some((range) => SUBSCRIPTION_PARTS.test(range)) ? 'multipart' : undefined
}

const EVENT_STREAM = /^\s*text\/event-stream\s*(;|$)/
const SUBSCRIPTION_PARTS = /^\s*multipart\/mixed\s*;(.*;)?\s*subscriptionspec="?1\.0"?\s*(;|$)/

/** False for a range with the weight 0 (RFC 9110, section 12.4.2). */
function isWanted(range: string): boolean {
  return !/;\s*q=0(\.0*)?\s*(;|$)/.test(range)
}
