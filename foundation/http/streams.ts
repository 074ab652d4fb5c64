// Responses that stay open, and send one event after another.
import type { ServerResponse } from 'node:http'

const STREAMS = /^(text\/event-stream|multipart\/mixed)\b/

/** True if the headers of a response announce a stream. */
export function isStream(res: ServerResponse): boolean {
  const type = res.getHeader('Content-Type')
  return typeof type === 'string' && STREAMS.test(type)
}
