// The log line of a request: operation, client, status and times.
import type { Request } from 'express'
import { requestedName } from '#foundation/telemetry/operation-name.ts'
import type { RequestStep } from '#foundation/telemetry/steps.ts'

/** Logs a request that has ended. */
export function logRequest(req: Request, step: RequestStep, durationMs: number): void {
  const { callingService, isProbe, method, path, status } = step
  // A service counts only if its token is verified: otherwise anybody could send the header to hide from the log.
  const fromService = callingService !== undefined || undefined
  // Peers and probes call all the time. A 503 of a probe needs no line, because changes of readiness are logged.
  const isExpected = isProbe && /^(GET|HEAD)$/.test(method) && /^(200|503)$/.test(status!)
  const isRoutine = fromService && /^[23]/.test(status!)
  // Faults are also logged under LOG_LEVEL=warn, because the line of their cause may stand for many requests.
  const isFault = status!.startsWith('5') && !isExpected && !step.hasRefusedToken
  const level = isFault ? 'warn' : isRoutine || isExpected ? 'debug' : 'info'
  if (!req.log.isLevelEnabled(level)) return
  const ms = Math.round(durationMs)
  req.log[level]({ method, path, status, ms, fromService, ...aboutOperation(step) }, 'request')
}

/** The known members about the operation, without text, variables or tokens of the caller. */
function aboutOperation(step: RequestStep) {
  const { bytes, clientId: client, operation, outcome, planMs, services, traceId, units } = step
  return {
    operation: operation && requestedName(operation),
    client,
    outcome: outcome === 'ok' ? undefined : outcome,
    units,
    bytes,
    planMs: planMs === undefined ? undefined : Math.round(planMs),
    services: services && rounded(services),
    traceId,
  }
}

function rounded(services: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...services].map(([name, ms]) => [name, Math.round(ms)]))
}
