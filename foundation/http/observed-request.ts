// Observes each request: sets its id and log, and measures, publishes and logs its end.
import type { Request, Response } from 'express'
import { logRequest } from '#foundation/http/request-line.ts'
import { isStream } from '#foundation/http/streams.ts'
import { hasWaited } from '#foundation/limits/waiting-responses.ts'
import { requestLog, type Log } from '#foundation/telemetry/log.ts'
import type { Metrics } from '#foundation/telemetry/metrics.ts'
import { measureRequest } from '#foundation/telemetry/metrics/request-metrics.ts'
import { requestSteps, type RequestStep } from '#foundation/telemetry/steps.ts'

declare module 'express-serve-static-core' {
  interface Request {
    requestId: string
    log: Log
    /** The telemetry of the request; undefined for a message in a WebSocket. */
    step?: RequestStep
  }
}

export interface ObservedServer {
  /** The service whose server it is, or `router`. */
  server: string
  log: Log
  metrics: Metrics
}

/** Serves a request by `serve`, and observes it. */
type Observe = (req: Request, res: Response, serve: () => void) => void

/** Identifies requests, and records their responses. */
export function createObserver({ server, log, metrics }: ObservedServer): Observe {
  const end = (req: Request, res: Response, step: RequestStep) => {
    const durationMs = performance.now() - step.began
    step.route = routeName(req)
    step.status = res.writableFinished ? String(res.statusCode) : 'aborted'
    // Probes would hide requests that are slow or fail. Streams and long polls last as long as their callers want.
    // Requests with a refused service token have a counter of their own.
    const isUnusual = isStream(res) || hasWaited(res) || step.hasRefusedToken === true
    const isMeasured = !step.isProbe && !isUnusual
    if (isMeasured) measureRequest(metrics, step, durationMs / 1_000)
    requestSteps.asyncEnd.publish(step)
    logRequest(req, step, durationMs)
  }
  return (req, res, serve) => {
    identifyRequest(req, log)
    const step = (req.step = stepOf(req, server))
    res.setHeader('X-Request-Id', req.requestId)
    res.setHeader('X-Content-Type-Options', 'nosniff')
    // A closed response has no socket.
    const { socket } = req
    const sentBefore = socket.bytesWritten
    res.on('close', () => {
      step.bytes = socket.bytesWritten - sentBefore
      end(req, res, step)
    })
    if (requestSteps.start.hasSubscribers) requestSteps.start.runStores(step, serve)
    else serve()
  }
}

/** Describes a request before it is served, because a router that is mounted at a path changes `req.path`. */
function stepOf(req: Request, server: string): RequestStep {
  const { headers, method, path } = req
  const { traceparent } = headers
  return {
    began: performance.now(),
    server,
    method,
    path,
    isProbe: PROBE.test(path),
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
  }
}

/** Sets the id and the log of a request. */
export function identifyRequest(req: Request, log: Log): void {
  const sent = req.get('x-request-id')
  // Other values could break a log line, or be very long.
  req.requestId = sent !== undefined && /^[\w.:-]{1,128}$/.test(sent) ? sent : crypto.randomUUID()
  req.log = requestLog(log, req.requestId)
}

/** Matches every spelling of these paths that Express accepts. */
const PROBE = /^\/(healthz|readyz|metrics)\/?$/i

/** The declared path, not the one requested: callers must not add labels to a metric. */
function routeName(req: Request): string {
  const { route } = req as { route?: { path?: unknown } }
  return typeof route?.path === 'string' ? route.path : 'unknown'
}
