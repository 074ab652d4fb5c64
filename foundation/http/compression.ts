// Compresses responses of 1 KiB and more for clients that accept it. Routes opt in one by one: responses
// of OAuth and pages with cookies must not, since their length would leak their secrets (BREACH).
import compression from 'compression'
import type { RequestHandler } from 'express'
import { SERVICE_TOKEN_HEADER } from '#foundation/auth/service-token.ts'

/**
 * How many answers a process compresses at once; further ones go out as they are. One of megabytes holds
 * up to 6 MiB beside the heap until its reader has taken it.
 */
const MOST_AT_ONCE = 32
const ENCODING = /\b(br|gzip)\b/i

let running = 0

const compress = compression({
  filter(req, res) {
    // Of an answer that is closed by now, `close` does not come again.
    if (res.closed || running >= MOST_AT_ONCE || !compression.filter(req, res)) return false
    running += 1
    res.once('close', () => (running -= 1))
    return true
  },
})

/** Callers that ask for no encoding pay nothing; services are close to each other, and save the work. */
export const compressed: RequestHandler = (req, res, next) => {
  res.vary('Accept-Encoding')
  const accepted = req.headers['accept-encoding']
  const asks = accepted !== undefined && ENCODING.test(accepted)
  if (asks && req.get(SERVICE_TOKEN_HEADER) === undefined) compress(req, res, next)
  else next()
}
