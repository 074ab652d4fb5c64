// Compresses responses of 1 KiB and more for clients that accept it. Routes opt in one by one: responses
// of OAuth and pages with cookies must not, since their length would leak their secrets (BREACH).
import compression from 'compression'
import type { RequestHandler } from 'express'
import { SERVICE_TOKEN_HEADER } from '#foundation/auth/service-token.ts'
import { isStream } from '#foundation/http/streams.ts'

/**
 * How many responses a process compresses at once; others are sent uncompressed. A response of
 * several megabytes takes up to 6 MiB outside the heap until the client has read it.
 */
const MAX_AT_ONCE = 32
const ENCODING = /\b(br|gzip)\b/i

let running = 0

const compress = compression({
  filter(req, res) {
    // Compression would hold back the events of a stream.
    if (isStream(res)) return false
    // If the response is already closed, `close` is not emitted again.
    if (res.closed || running >= MAX_AT_ONCE || !compression.filter(req, res)) return false
    running += 1
    res.once('close', () => (running -= 1))
    return true
  },
})

/** Compresses a response if the client accepts that. Others, such as our own services, skip the work. */
export const compressed: RequestHandler = (req, res, next) => {
  // cross-origin.ts sets `Origin`.
  if (res.getHeader('Vary') === 'Origin') res.setHeader('Vary', 'Origin, Accept-Encoding')
  else res.vary('Accept-Encoding')
  const accepted = req.headers['accept-encoding']
  const isAccepted = accepted !== undefined && ENCODING.test(accepted)
  if (isAccepted && req.headers[SERVICE_TOKEN_HEADER] === undefined) compress(req, res, next)
  else next()
}
