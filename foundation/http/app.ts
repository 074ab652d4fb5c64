// The HTTP application of every service and the router: request ids, health, metrics, errors.
import type { IncomingMessage } from 'node:http'
import express, { type Express, type Request, type Response } from 'express'
import type { ClientOrigins } from '#foundation/auth/client-origins.ts'
import { DomainError, invalidInput } from '#foundation/domain/errors.ts'
import { shown } from '#foundation/domain/shown-value.ts'
import { normalizeCharset } from '#foundation/http/charset.ts'
import { compressed } from '#foundation/http/compression.ts'
import { readClientAddresses } from '#foundation/http/client-address.ts'
import { compareETags } from '#foundation/http/conditional-requests.ts'
import { allowOrigins } from '#foundation/http/cross-origin.ts'
import { sendError } from '#foundation/http/errors.ts'
import { createObserver, type ObservedServer } from '#foundation/http/observed-request.ts'
import { awaitRequestBodies } from '#foundation/http/request-body-end.ts'
import { securityTxt } from '#foundation/http/security-txt.ts'
import type { HttpSettings } from '#foundation/http/settings.ts'
import type { Shutdown } from '#foundation/process/lifecycle.ts'
import type { Log } from '#foundation/telemetry/log.ts'

/** The details in the response of `/readyz`, besides its status. */
export type ReadinessDetails = Readonly<Record<string, readonly string[]>>

export interface HttpOptions extends ObservedServer {
  settings: Pick<HttpSettings, 'corsOrigins' | 'trustProxy'> & Partial<HttpSettings>
  /** Rejects while the server cannot serve requests. */
  ready: () => Promise<ReadinessDetails | void>
  /** While a shutdown is requested, the server is not ready, and closes each connection after its response. */
  shutdown?: Readonly<Shutdown> | undefined
  /** Origins whose scripts may call the server, besides those of the settings. */
  clientOrigins?: ClientOrigins | undefined
}

/** An Express application with the middleware and the paths that every server has. */
export function createApp(options: HttpOptions): Express {
  const { clientOrigins, log, metrics, ready, settings, shutdown } = options
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', settings.trustProxy)
  readClientAddresses(app, log)
  compareETags(app)
  awaitRequestBodies(app)
  const observe = createObserver(options)
  const crossOrigin = allowOrigins(settings.corsOrigins, clientOrigins?.current)
  // One layer for all, because calling another layer takes Express longer than each of these steps.
  app.use((req, res, next) => {
    observe(req, res, () => {
      normalizeCharset(req)
      if (shutdown?.isRequested) res.setHeader('Connection', 'close')
      refuseWebSockets(req, res)
      crossOrigin(req, res, next)
    })
  })
  // Shared by concurrent requests, because no rate limit applies.
  const checkReady = sharedWork(watchReadiness(ready, log))
  const writeMetrics = sharedWork(() => metrics.registry.metrics())
  const handlers: Record<string, express.RequestHandler> = {
    '/healthz': (_req, res) => void res.json({ status: 'up' }),
    '/readyz': (_req, res) =>
      shutdown?.isRequested ? sendUnavailable(res) : sendReadiness(checkReady, res),
    ...(settings.metricsPort === undefined && {
      async '/metrics'(_req, res) {
        res.type(metrics.registry.contentType).send(await writeMetrics())
      },
    }),
    ...(settings.securityContact !== undefined && {
      '/.well-known/security.txt': securityTxt(settings.securityContact),
    }),
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
export function sharedWork<Result>(work: () => Promise<Result>): () => Promise<Result> {
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
    () => sendUnavailable(res),
  )
}

function sendUnavailable(res: Response): void {
  res.status(503).json({ status: 'unavailable' })
}

/** Adds the last handlers: for unknown paths and for thrown errors. */
export function closeApp(app: Express): void {
  app.use((req: Request) => {
    throw unknownPath(req)
  })
  app.use(sendError)
}

/** The NOT_FOUND error for a path, or for a method on a known path. */
function unknownPath(req: Request): DomainError {
  return new DomainError('NOT_FOUND', `${req.method} ${shown(req.path)} does not exist.`)
}

/** Refuses other methods on a known path: NOT_FOUND, with `Allow` (decision 0001). */
export function onlyMethods(methods: readonly string[]): express.RequestHandler {
  const allow = methods.flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : [method]))
  return (req, res) => {
    res.setHeader('Allow', allow.join(', '))
    throw unknownPath(req)
  }
}

/** True if a request asks for a WebSocket. */
export function isWebSocketUpgrade({ headers }: IncomingMessage): boolean {
  return /(^|[\s,])websocket(?=$|[\s,/])/i.test(headers.upgrade ?? '')
}

/** No path but `/graphql` supports WebSocket: an upgrade is refused and its connection closed. */
function refuseWebSockets(req: Request, res: Response): void {
  if (!isWebSocketUpgrade(req)) return
  res.setHeader('Connection', 'close')
  throw invalidInput([{ field: 'Upgrade', reason: 'must not ask for a WebSocket' }])
}
