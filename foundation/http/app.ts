// The HTTP application of every service and the router: request ids, health, metrics, errors.
import cors from 'cors'
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type Response,
} from 'express'
import { SERVICE_TOKEN_HEADER } from '#foundation/auth/service-token.ts'
import {
  DomainError,
  ERROR_CODES,
  invalidInput,
  logOutage,
  unstorableText,
} from '#foundation/domain/errors.ts'
import { compressed } from '#foundation/http/compression.ts'
import type { Config } from '#foundation/process/config.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import type { Metrics } from '#foundation/telemetry/metrics.ts'

declare module 'express-serve-static-core' {
  interface Request {
    requestId: string
    log: Log
  }
}

/** The most a request body may hold, in bytes (contract, "Errors"). */
export const BODY_LIMIT = 100 * 1024

/** The same for requests between services, which name every entity they need. */
export const SERVICE_BODY_LIMIT = 10 * 1024 * 1024

export interface HttpOptions {
  config: Pick<Config, 'corsOrigins' | 'trustProxy'>
  log: Log
  metrics: Metrics
  /** Rejects while requests cannot be answered. */
  ready: () => Promise<void>
}

/** An Express application with what every server of the system answers. */
export function createApp({ config, log, metrics, ready }: HttpOptions): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', config.trustProxy)
  app.use(observe(log, metrics))
  app.use(refuseWebSockets)
  const origin = config.corsOrigins ?? LOOPBACK_ORIGIN
  app.use(SCRIPTS_CALL, cors({ origin, exposedHeaders: EXPOSED_HEADERS, maxAge: PREFLIGHT_S }))
  const answers: Record<string, express.RequestHandler> = {
    '/healthz': (_req, res) => void res.json({ status: 'up' }),
    '/readyz': (req, res) => answerReady(ready, req, res),
    async '/metrics'(_req, res) {
      res.type(metrics.registry.contentType).send(await metrics.registry.metrics())
    },
  }
  for (const [path, answer] of Object.entries(answers)) {
    app
      .route(path)
      .get(compressed, answer)
      .all(onlyMethods(['GET']))
  }
  return app
}

async function answerReady(ready: () => Promise<void>, req: Request, res: Response): Promise<void> {
  await ready().then(
    () => res.json({ status: 'ready' }),
    (error: unknown) => {
      req.log.warn({ err: error }, 'not ready')
      res.status(503).json({ status: 'unavailable' })
    },
  )
}

/**
 * Not where browsers navigate: no script of another origin may call there (OAuth 2.1, section 3.1).
 * Paths are matched without case, so this must be, too.
 */
const SCRIPTS_CALL =
  /^\/(?!api\/oauth\/authorize)(api|graphql|healthz|readyz|openapi\.json|\.well-known)(?=\/|$)/i
const LOOPBACK_ORIGIN = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/
/** How long browsers may remember what a preflight was answered. */
const PREFLIGHT_S = 7_200
const EXPOSED_HEADERS = [
  'API-Version',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
]

/** Adds what must come last: the answer to unknown paths, and the translation of thrown errors. */
export function closeApp(app: Express): void {
  app.use((req: Request) => {
    throw unknownPath(req)
  })
  app.use(answerError)
}

/** NOT_FOUND for a path, or for a method on a known path. */
function unknownPath(req: Request): DomainError {
  return new DomainError('NOT_FOUND', `${req.method} ${req.path} does not exist.`)
}

/** Answers any other method on a known path: NOT_FOUND, with `Allow` (decision 0004). */
export function onlyMethods(methods: readonly string[]): express.RequestHandler {
  const allow = methods.flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : [method]))
  return (req, res) => {
    res.setHeader('Allow', allow.join(', '))
    throw unknownPath(req)
  }
}

/** Answers any thrown error in the REST envelope (contract, "Errors"). */
const answerError: ErrorRequestHandler = (error: unknown, req, res, next) => {
  if (res.headersSent) {
    next(error)
    return
  }
  const { message, extensions } = toDomainError(error, req)
  setErrorHeaders(res, extensions)
  res.status(ERROR_CODES[extensions.code].status).json({
    success: false,
    error: { code: extensions.code, message, details: extensions.details },
  })
}

/** The error as the caller may see it: coded errors unchanged, all others logged and masked. */
export function toDomainError(error: unknown, req: Request): DomainError {
  const { requestId } = req
  if (error instanceof DomainError) {
    const { code, details } = error.extensions
    if (code !== 'INTERNAL_ERROR') return error
    logOutage(error, req.log)
    return new DomainError(code, error.message, { ...details, requestId })
  }
  if (error instanceof URIError) {
    return invalidInput([{ field: 'path', reason: 'is not valid percent-encoding' }])
  }
  const unstorable = unstorableText(error)
  if (unstorable) return unstorable
  req.log.error({ err: error }, 'unexpected error')
  return new DomainError('INTERNAL_ERROR', 'An unexpected error occurred.', { requestId })
}

/** The headers that belong to an error: `WWW-Authenticate` (RFC 6750 section 3), `Retry-After`. */
export function setErrorHeaders(res: Response, { code, details }: DomainError['extensions']): void {
  if (code === 'INVALID_TOKEN') {
    const challenge = details.reason === 'missing' ? 'Bearer' : 'Bearer error="invalid_token"'
    res.setHeader('WWW-Authenticate', challenge)
  }
  if (code === 'INSUFFICIENT_PERMISSIONS' && typeof details.requiredScope === 'string') {
    const scope = details.requiredScope
    res.setHeader('WWW-Authenticate', `Bearer error="insufficient_scope", scope="${scope}"`)
  }
}

/** By the limit, of which there are two: that of clients and that of services. */
const parsers = new Map<number, express.RequestHandler>()

function jsonParser(limit: number): express.RequestHandler {
  const known = parsers.get(limit)
  if (known) return known
  const parser = express.json({ limit, type: () => true, strict: false })
  parsers.set(limit, parser)
  return parser
}

/**
 * The JSON body of a request, undefined when it has none.
 * @throws VALIDATION_ERROR for another content type, malformed JSON, or more than `limit` bytes.
 */
export async function readJson(req: Request, res: Response, limit = BODY_LIMIT): Promise<unknown> {
  const hasBody =
    req.get('transfer-encoding') !== undefined || Number(req.get('content-length')) > 0
  if (!hasBody) return undefined
  if (!req.is('application/json')) {
    throw invalidInput([{ field: 'Content-Type', reason: 'must be application/json' }])
  }
  await new Promise<void>((resolve, reject) => {
    jsonParser(limit)(req, res, (error?: unknown) =>
      error === undefined ? resolve() : reject(error),
    )
  }).catch((error: unknown) => {
    throw bodyError(error, limit)
  })
  return req.body as unknown
}

function bodyError(error: unknown, limit: number): unknown {
  const { type, status } = error as { type?: string; status?: number }
  if (status === undefined || status >= 500) return error
  if (type === 'entity.too.large') {
    return invalidInput([{ field: 'body', reason: `must not be larger than ${limit} bytes` }])
  }
  return invalidInput([{ field: 'body', reason: 'must be valid JSON' }])
}

function observe(log: Log, metrics: Metrics): express.RequestHandler {
  return (req, res, next) => {
    const started = performance.now()
    // Read now: a router mounted below changes it.
    const { method, path } = req
    const sent = req.get('x-request-id')
    // Anything else could break lines of the log or grow without limit.
    req.requestId = sent !== undefined && /^[\w.:-]{1,128}$/.test(sent) ? sent : crypto.randomUUID()
    req.log = log.child({ requestId: req.requestId })
    res.setHeader('X-Request-Id', req.requestId)
    res.setHeader('X-Content-Type-Options', 'nosniff')
    res.on('close', () => {
      const seconds = (performance.now() - started) / 1000
      const status = res.writableFinished ? String(res.statusCode) : 'aborted'
      metrics.requests.observe({ method, route: routeName(req), status }, seconds)
      const ms = Math.round(seconds * 1000)
      const fromService = req.get(SERVICE_TOKEN_HEADER) !== undefined || undefined
      req.log.info({ method, path, status, ms, fromService }, 'request')
    })
    next()
  }
}

/** Nothing is served over them: who tries learns that at once, and keeps no connection. */
const refuseWebSockets: express.RequestHandler = (req, res, next) => {
  if (!/(^|[\s,])websocket(?=$|[\s,/])/i.test(req.get('upgrade') ?? '')) {
    next()
    return
  }
  res.setHeader('Connection', 'close')
  throw invalidInput([{ field: 'Upgrade', reason: 'must not ask for a WebSocket' }])
}

/** The declared path, never the one sent: labels of a metric must not grow with what callers send. */
function routeName(req: Request): string {
  const { route } = req as { route?: { path?: unknown } }
  return typeof route?.path === 'string' ? route.path : 'unknown'
}
