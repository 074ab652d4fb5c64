// Compresses answers of 1 KiB and more for callers that ask for it. Routes take it one by one: answers
// of OAuth and pages with cookies must not, since their length would tell of their secrets (BREACH).
import compression from 'compression'
import type { RequestHandler } from 'express'
import { SERVICE_TOKEN_HEADER } from '#foundation/service-token.ts'

const compress = compression()
const ENCODING = /\b(br|gzip)\b/i

/** Callers that ask for no encoding pay nothing; services are close to each other, and save the work. */
export const compressed: RequestHandler = (req, res, next) => {
  const accepted = req.headers['accept-encoding']
  const asks = accepted !== undefined && ENCODING.test(accepted)
  if (asks && req.get(SERVICE_TOKEN_HEADER) === undefined) {
    compress(req, res, next)
    return
  }
  res.vary('Accept-Encoding')
  next()
}
