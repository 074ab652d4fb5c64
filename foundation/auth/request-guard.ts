// The request guard authenticates every request and charges its rate limit: the first three checks.
import type { Request, Response } from 'express'
import type { Caller } from '#foundation/auth/caller.ts'
import type { TrustedKeys } from '#foundation/auth/remote-keys.ts'
import { createRequestCharges, type RequestCharges } from '#foundation/auth/request-charges.ts'
import { createRefusedCallers } from '#foundation/auth/refused-callers.ts'
import type { RevokedGrants } from '#foundation/auth/revoked-grants.ts'
import {
  CALLER_ADDRESS_HEADER,
  createServiceTokens,
  NEWEST_SERVICE_TOKEN_HEADER,
  SERVICE_TOKEN_HEADER,
} from '#foundation/auth/service-token.ts'
import {
  bearerToken,
  createTokenVerifier,
  createViewerCheck,
  TOKEN_AUDIENCE,
} from '#foundation/auth/viewer.ts'
import {
  DomainError,
  invalidToken,
  isRefusedServiceToken,
  type ServiceTokenFault,
} from '#foundation/domain/errors.ts'
import type { RateLimitStores } from '#foundation/limits/rate-limit-stores.ts'
import type { Quotas } from '#foundation/limits/rate-limit.ts'
import { serviceSettings, type Config, type ServiceSecrets } from '#foundation/process/config.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { measureRevokedGrants, type Metrics } from '#foundation/telemetry/metrics.ts'
import type { RequestStep } from '#foundation/telemetry/steps.ts'

/** The dependencies that a process passes to its request guards. */
export interface GuardRuntime {
  config: Config
  serviceSecrets: ServiceSecrets
  rateLimits: Quotas
  keys: TrustedKeys
  revokedGrants: RevokedGrants
  rateLimitStores: RateLimitStores
  metrics: (service: string) => Metrics
  now: () => Date
}

export interface RequestGuard extends RequestCharges {
  /** The caller of a request that is not authenticated. */
  anonymous(req: Request): Caller
  /**
   * Authenticates the caller, charges one unit of their rate limit and sets its headers. A request
   * without a valid token counts against the Free tier, and gets 429 above its limit.
   * @throws INVALID_TOKEN, RATE_LIMIT_EXCEEDED; INTERNAL_ERROR with `retry` for a service token that is refused
   */
  admit(req: Request, res: Response): Promise<Caller>
  /** Admits a caller with an optional token. @throws as `admit` does for an invalid one */
  admitAnonymous(req: Request, res: Response): Promise<Caller>
  /** Checks the token again, after a body that may have taken minutes. @throws INVALID_TOKEN */
  recheck(req: Request): Promise<void>
  /** Checks the token of a caller again while their stream is open. @throws INVALID_TOKEN */
  recheckCaller(caller: Pick<Caller, 'viewer'>): void | Promise<void>
}

/** The request guard of one service, or of the router, by its name: the audience of service tokens. */
export function createRequestGuard(runtime: GuardRuntime, name: string, log: Log): RequestGuard {
  const { config, now, revokedGrants } = runtime
  const metrics = runtime.metrics(name)
  const verification = { keys: runtime.keys, revokedGrants, now }
  const verifyToken = createTokenVerifier({
    issuer: serviceSettings(config, 'identity').baseUrl,
    audience: TOKEN_AUDIENCE,
    ...verification,
  })
  const recheckViewer = createViewerCheck(verification)
  measureRevokedGrants(metrics, () => revokedGrants.ageSeconds())
  const serviceTokens = createServiceTokens(runtime.serviceSecrets, name, now)
  const noteRefused = createRefusedCallers(config, log)
  const charges = createRequestCharges({
    quotas: runtime.rateLimits,
    store: runtime.rateLimitStores.of(name),
    metrics,
    log,
    now,
  })

  const identify = async (req: Request, service: string | undefined): Promise<Caller> => {
    const token = bearerToken(req.headers.authorization)
    const caller = unknownCaller(req)
    const address = service === undefined ? undefined : req.get(CALLER_ADDRESS_HEADER)
    if (address !== undefined) caller.address = address
    caller.service = service
    caller.viewer = token === undefined ? undefined : await verifyToken(token)
    caller.adminKey = req.get('x-admin-api-key')
    noteCaller(req.step, caller)
    return caller
  }

  /** @throws INTERNAL_ERROR with `retry` when a service token does not prove the caller */
  const callingService = async (req: Request): Promise<string | undefined> => {
    const token = req.get(SERVICE_TOKEN_HEADER)
    if (token === undefined) return undefined
    const newest = req.get(NEWEST_SERVICE_TOKEN_HEADER)
    try {
      return await serviceTokens.verify(token, ...(newest === undefined ? [] : [newest]))
    } catch (error) {
      const fault = serviceTokenFault(error)
      if (fault) {
        noteRefused({ token, fault, address: req.ip ?? '' })
        if (req.step) req.step.hasRefusedToken = true
      }
      throw error
    }
  }

  const admitAnonymous = async (req: Request, res: Response): Promise<Caller> => {
    let service: string | undefined
    try {
      service = await callingService(req)
      const caller = await identify(req, service)
      await charges.charge(caller, req, res)
      return caller
    } catch (error) {
      if (isRefused(error)) await charges.charge({ viewer: undefined, service }, req, res)
      throw error
    }
  }

  return {
    anonymous: unknownCaller,
    ...charges,
    admitAnonymous,
    async admit(req, res) {
      const caller = await admitAnonymous(req, res)
      if (!caller.viewer && caller.service === undefined) throw invalidToken('missing')
      return caller
    },
    async recheck(req) {
      const token = bearerToken(req.headers.authorization)
      if (token !== undefined) await verifyToken(token)
    },
    recheckCaller: ({ viewer }) => viewer && recheckViewer(viewer),
  }
}

/** The request guard for foreign subgraphs, without authentication and rate limits. */
export function createOpenGuard(): RequestGuard {
  const admit = (req: Request): Promise<Caller> => Promise.resolve(unknownCaller(req))
  const nothing = () => Promise.resolve()
  return {
    anonymous: unknownCaller,
    admit,
    admitAnonymous: admit,
    recheck: nothing,
    recheckCaller: nothing,
    charge: nothing,
    chargeRest: nothing,
    chargeAgain: nothing,
    chargePage: nothing,
    chargePrincipal: nothing,
  }
}

function unknownCaller(req: Request): Caller {
  return {
    viewer: undefined,
    service: undefined,
    authorization: req.get('authorization'),
    adminKey: undefined,
    idempotencyKey: req.headers['idempotency-key'] as string | undefined,
    origin: req.headers.origin,
    address: req.ip ?? '',
    requestId: req.requestId,
    trace: traceContext(req),
    log: req.log,
  }
}

/** Names the caller in the telemetry of the request. */
function noteCaller(step: RequestStep | undefined, { service, viewer }: Caller): void {
  if (!step) return
  if (service !== undefined) step.callingService = service
  if (viewer) step.clientId = viewer.clientId
}

/** True for a refused token. Any other failure, e.g. an outage of the ID service, is not charged. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof DomainError)) return false
  return error.extensions.code === 'INVALID_TOKEN' || isRefusedServiceToken(error.extensions)
}

function serviceTokenFault(error: unknown): ServiceTokenFault | undefined {
  if (!(error instanceof DomainError) || !isRefusedServiceToken(error.extensions)) return undefined
  return error.extensions.details.fault as ServiceTokenFault
}

const NO_TRACE = {}

function traceContext(req: Request): Record<string, string> {
  const { traceparent, tracestate } = req.headers
  if (traceparent === undefined && tracestate === undefined) return NO_TRACE
  return {
    ...(typeof traceparent === 'string' && { traceparent }),
    ...(typeof tracestate === 'string' && { tracestate }),
  }
}
