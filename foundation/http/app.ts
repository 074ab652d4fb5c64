// The HTTP application of every service and the router: request ids, health, metrics, errors.
import cors from 'cors'
import express, { type Express, type Request, type Response } from 'express'
import { SERVICE_TOKEN_HEADER } from '#foundation/auth/service-token.ts'
import { DomainError, invalidInput } from '#foundation/domain/errors.ts'
import { compressed } from '#foundation/http/compression.ts'
import { answerError } from '#foundation/http/errors.ts'
import type { Config } from '#foundation/process/config.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import type { Metrics } from '#foundation/telemetry/metrics.ts'

declare module 'express-serve-static-core' {
  interface Request {
    requestId: string
    log: Log
  }
}

export interface HttpOptions {
  config: Pick<Config, 'corsOrigins' | 'trustProxy'>
  log: Log
  metrics: Metrics
  /** Rejects while requests cannot be answered. */
  ready: () => Promise<void>
}

/** An Express application with the middleware and the paths that every server has. */
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
 * What scripts of other origins may call. Browsers navigate to `authorize`, so scripts may not (OAuth
 * 2.1, section 3.1). Express ignores the case of paths, so this must, too.
 */
const SCRIPTS_CALL =
  /^\/(?!api\/oauth\/authorize)(api|graphql|healthz|readyz|openapi\.json|\.well-known)(?=\/|$)/i
const LOOPBACK_ORIGIN = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/
/** How long a browser may cache the answer to a preflight. */
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

/** Adds the last handlers: for unknown paths and for thrown errors. */
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

function observe(log: Log, metrics: Metrics): express.RequestHandler {
  return (req, res, next) => {
    const started = performance.now()
    // Read now: a mounted router changes `path`.
    const { method, path } = req
    const sent = req.get('x-request-id')
    // Any other value could break a line of the log, or be of any length.
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

/** No server here speaks WebSocket: an upgrade is refused at once and its connection closed. */
const refuseWebSockets: express.RequestHandler = (req, res, next) => {
  if (!/(^|[\s,])websocket(?=$|[\s,/])/i.test(req.get('upgrade') ?? '')) {
    next()
    return
  }
  res.setHeader('Connection', 'close')
  throw invalidInput([{ field: 'Upgrade', reason: 'must not ask for a WebSocket' }])
}

/** The declared path, not the one requested: callers must not add labels to a metric. */
function routeName(req: Request): string {
  const { route } = req as { route?: { path?: unknown } }
  return typeof route?.path === 'string' ? route.path : 'unknown'
}
