// The HTTP application of every service and the router: request ids, health, metrics, errors.
import type { IncomingMessage } from 'node:http'
import express, { type Express, type Request, type Response } from 'express'
import type { ClientOrigins } from '#foundation/auth/client-origins.ts'
import { SERVICE_TOKEN_HEADER } from '#foundation/auth/service-token.ts'
import { DomainError, invalidInput } from '#foundation/domain/errors.ts'
import { shown } from '#foundation/domain/shown-value.ts'
import { compressed } from '#foundation/http/compression.ts'
import { readClientAddresses } from '#foundation/http/client-address.ts'
import { allowOrigins } from '#foundation/http/cross-origin.ts'
import { sendError } from '#foundation/http/errors.ts'
import { isStream } from '#foundation/http/streams.ts'
import { awaitRequestBodies } from '#foundation/http/request-body-end.ts'
import type { Config } from '#foundation/process/config.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import type { Metrics } from '#foundation/telemetry/metrics.ts'

declare module 'express-serve-static-core' {
  interface Request {
    requestId: string
    log: Log
  }
}

/** What `/readyz` says besides its status. */
export type ReadinessDetails = Readonly<Record<string, readonly string[]>>

export interface HttpOptions {
  config: Pick<Config, 'corsOrigins' | 'trustProxy'>
  log: Log
  metrics: Metrics
  /** Rejects while the server cannot serve requests. */
  ready: () => Promise<ReadinessDetails | void>
  /** Origins whose scripts may call it, besides those of the settings. */
  clientOrigins?: ClientOrigins | undefined
}

/** An Express application with the middleware and the paths that every server has. */
export function createApp({ clientOrigins, config, log, metrics, ready }: HttpOptions): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', config.trustProxy)
  readClientAddresses(app, log)
  awaitRequestBodies(app)
  const observe = createObserver(log, metrics)
  const crossOrigin = allowOrigins(config.corsOrigins, clientOrigins?.current)
  // One layer for all, because calling the next layer takes Express longer than each of these steps.
  app.use((req, res, next) => {
    observe(req, res)
    refuseWebSockets(req, res)
    crossOrigin(req, res, next)
  })
  // Shared by concurrent requests, because no rate limit applies.
  const checkReady = sharedWork(watchReadiness(ready, log))
  const writeMetrics = sharedWork(() => metrics.registry.metrics())
  const handlers: Record<string, express.RequestHandler> = {
    '/healthz': (_req, res) => void res.json({ status: 'up' }),
    '/readyz': (_req, res) => sendReadiness(checkReady, res),
    async '/metrics'(_req, res) {
      res.type(metrics.registry.contentType).send(await writeMetrics())
    },
  }
  for (const [path, handler] of Object.entries(handlers)) {
    app
      .route(path)
      .get(compressed, handler)
      .all(onlyMethods(['GET']))
  }
  return app
}

/** Runs `work` once for all concurrent callers. */
function sharedWork<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | undefined
  return () =>
    (underWay ??= work().finally(() => {
      underWay = undefined
    }))
}

/** Logs only changes of readiness, because probes call every few seconds. */
function watchReadiness(ready: HttpOptions['ready'], log: Log): HttpOptions['ready'] {
  let wasReady = true
  return async () => {
    try {
      const details = await ready()
      if (!wasReady) log.info('ready again')
      wasReady = true
      return details
    } catch (error) {
      if (wasReady) log.warn({ err: error }, 'not ready')
      wasReady = false
      throw error
    }
  }
}

async function sendReadiness(ready: HttpOptions['ready'], res: Response): Promise<void> {
  await ready().then(
    (details) => res.json({ status: 'ready', ...details }),
    () => res.status(503).json({ status: 'unavailable' }),
  )
}

/** Adds the last handlers: for unknown paths and for thrown errors. */
export function closeApp(app: Express): void {
  app.use((req: Request) => {
    throw unknownPath(req)
  })
  app.use(sendError)
}

/** NOT_FOUND for a path, or for a method on a known path. */
function unknownPath(req: Request): DomainError {
  return new DomainError('NOT_FOUND', `${req.method} ${shown(req.path)} does not exist.`)
}

/** Refuses other methods on a known path: NOT_FOUND, with `Allow` (decision 0004). */
export function onlyMethods(methods: readonly string[]): express.RequestHandler {
  const allow = methods.flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : [method]))
  return (req, res) => {
    res.setHeader('Allow', allow.join(', '))
    throw unknownPath(req)
  }
}

/** Identifies a request, and records the response. */
function createObserver(log: Log, metrics: Metrics): (req: Request, res: Response) => void {
  return (req, res) => {
    const started = performance.now()
    // Read now, because a mounted router changes `path`.
    const { method, path } = req
    identifyRequest(req, log)
    res.setHeader('X-Request-Id', req.requestId)
    res.setHeader('X-Content-Type-Options', 'nosniff')
    res.on('close', () => {
      const seconds = (performance.now() - started) / 1000
      const status = res.writableFinished ? String(res.statusCode) : 'aborted'
      // A stream lasts as long as its client wants.
      if (!isStream(res)) {
        metrics.requests.observe({ method, route: routeName(req), status }, seconds)
      }
      const fromService = req.get(SERVICE_TOKEN_HEADER) !== undefined || undefined
      // Peers and probes call all the time.
      const isRoutine = fromService && /^[23]/.test(status)
      const level = isRoutine || isProbe(method, path, status) ? 'debug' : 'info'
      if (!req.log.isLevelEnabled(level)) return
      const ms = Math.round(seconds * 1000)
      req.log[level]({ method, path, status, ms, fromService }, 'request')
    })
  }
}

/** Sets the id and the log of a request. */
export function identifyRequest(req: Request, log: Log): void {
  const sent = req.get('x-request-id')
  // Other values could break a log line, or be very long.
  req.requestId = sent !== undefined && /^[\w.:-]{1,128}$/.test(sent) ? sent : crypto.randomUUID()
  req.log = log.child({ requestId: req.requestId })
}

const PROBES = new Set(['/healthz', '/readyz', '/metrics'])

/** A 503 of a probe needs no log line, because changes of readiness are logged. */
function isProbe(method: string, path: string, status: string): boolean {
  return PROBES.has(path) && /^(GET|HEAD)$/.test(method) && /^(200|503)$/.test(status)
}

/** Whether a request asks for a WebSocket. */
export function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return /(^|[\s,])websocket(?=$|[\s,/])/i.test(headers.upgrade ?? '')
}

/** No path but `/graphql` supports WebSocket: an upgrade is refused and its connection closed. */
function refuseWebSockets(req: Request, res: Response): void {
  if (!asksForWebSocket(req)) return
  res.setHeader('Connection', 'close')
  throw invalidInput([{ field: 'Upgrade', reason: 'must not ask for a WebSocket' }])
}

/** The declared path, not the one requested: callers must not add labels to a metric. */
function routeName(req: Request): string {
  const { route } = req as { route?: { path?: unknown } }
  return typeof route?.path === 'string' ? route.path : 'unknown'
}
