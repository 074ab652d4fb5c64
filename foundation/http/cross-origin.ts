// CORS: which paths scripts of other origins may call.
import cors from 'cors'
import type { RequestHandler, Response } from 'express'
import { LRUCache } from 'lru-cache'

/**
 * The paths that scripts of other origins may call. Browsers navigate to `authorize`, so scripts may not call it (OAuth
 * 2.1, section 3.1). Like Express, this ignores the case of paths.
 */
const SCRIPTS_CALL =
  /^\/(?!api\/oauth\/authorize)(api|graphql|healthz|readyz|(open|async)api\.json|\.well-known)(?=\/|$)/i
const LOOPBACK_ORIGIN = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/
/** How long a browser may cache the response to a preflight. */
const PREFLIGHT_S = 7_200
const EXPOSED_HEADERS = [
  'API-Version',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Cost-Estimated',
  'X-Request-Id',
]
const SET_BY_CORS = ['Access-Control-Allow-Origin', 'Vary', 'Access-Control-Expose-Headers']

const REMEMBERED_ORIGINS = 1_000
/** Longer origins are not cached: a host name has up to 253 characters, but callers may send more. */
const MAX_ORIGIN_LENGTH = 300

type Headers = [name: string, value: number | string | string[]][]

/**
 * Lets scripts of these origins (by default those of this computer) and of registered clients call the API. The
 * decisions of `cors` are cached until the array of client origins is replaced, because deciding takes longer than
 * setting the headers.
 */
export function allowOrigins(
  origins: readonly string[] | undefined,
  clientOrigins: () => readonly string[] = () => NONE,
): RequestHandler {
  let admitted = NONE
  let decide = decider(origins, admitted)
  const remembered = new LRUCache<string, Headers>({ max: REMEMBERED_ORIGINS })
  return (req, res, next) => {
    if (!SCRIPTS_CALL.test(req.path)) {
      next()
      return
    }
    if (admitted !== clientOrigins()) {
      admitted = clientOrigins()
      decide = decider(origins, admitted)
      remembered.clear()
    }
    if (req.method === 'OPTIONS') {
      decide(req, res, next)
      return
    }
    const { origin = '' } = req.headers
    const known = remembered.get(origin)
    if (known) {
      for (const [name, value] of known) res.setHeader(name, value)
      next()
      return
    }
    decide(req, res, (error) => {
      if (origin.length <= MAX_ORIGIN_LENGTH) remembered.set(origin, headersOf(res))
      next(error)
    })
  }
}

const NONE: readonly string[] = []

/**
 * Returns whether pages of an origin may open a WebSocket, which browsers do without a preflight: those of
 * `allowOrigins`, and those of this server.
 */
export function createOriginCheck(
  origins: readonly string[] | undefined,
  clientOrigins: () => readonly string[] = () => NONE,
): (origin: string, host: string | undefined) => boolean {
  return (origin, host) =>
    (origins?.includes(origin) ?? LOOPBACK_ORIGIN.test(origin)) ||
    clientOrigins().includes(origin) ||
    (host !== undefined && [`http://${host}`, `https://${host}`].includes(origin))
}

/** Creates the middleware of `cors`, without `credentials`: no script may send the cookies of the ID service. */
function decider(origins: readonly string[] | undefined, clientOrigins: readonly string[]) {
  return cors({
    origin: [...(origins ?? [LOOPBACK_ORIGIN]), ...clientOrigins],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_S,
  })
}

/** The headers that `cors` has set on the response to anything but a preflight. */
function headersOf(res: Response): Headers {
  return SET_BY_CORS.flatMap((name) => {
    const value = res.getHeader(name)
    return value === undefined ? [] : [[name, value]]
  })
}
