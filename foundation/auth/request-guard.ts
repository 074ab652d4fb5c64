// The request guard authenticates every request and charges its rate limit: the first three checks.
import type { Request, Response } from 'express'
import type { Caller } from '#foundation/auth/caller.ts'
import type { TrustedKeys } from '#foundation/auth/remote-keys.ts'
import type { RevokedGrants } from '#foundation/auth/revoked-grants.ts'
import {
  CALLER_ADDRESS_HEADER,
  createServiceTokens,
  SERVICE_TOKEN_HEADER,
} from '#foundation/auth/service-token.ts'
import { bearerToken, createTokenVerifier } from '#foundation/auth/viewer.ts'
import { DomainError, invalidToken } from '#foundation/domain/errors.ts'
import type { RateLimitStores } from '#foundation/limits/rate-limit-stores.ts'
import { callerKey } from '#foundation/limits/current-caller.ts'
import { createRateLimiter, type Tier } from '#foundation/limits/rate-limit.ts'
import { serviceSettings, type Config } from '#foundation/process/config.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { measureRevokedGrants, type Metrics } from '#foundation/telemetry/metrics.ts'

/** The dependencies that a process passes to its request guards. */
export interface GuardRuntime {
  config: Config
  serviceSecret: string
  keys: TrustedKeys
  revokedGrants: RevokedGrants
  rateLimitStores: RateLimitStores
  metrics: (service: string) => Metrics
  now: () => Date
}

export interface RequestGuard {
  /** The caller of a request that is not authenticated. */
  anonymous(req: Request): Caller
  /**
   * Authenticates the caller, charges one unit of their rate limit and sets its headers. A request
   * without a valid token counts in the Free tier, and gets 429 above its limit.
   * @throws INVALID_TOKEN, RATE_LIMIT_EXCEEDED
   */
  admit(req: Request, res: Response): Promise<Caller>
  /** The same with an optional token. @throws INVALID_TOKEN for an invalid one, RATE_LIMIT_EXCEEDED */
  admitAnonymous(req: Request, res: Response): Promise<Caller>
  /** Checks the token again, after a body that may have taken minutes. @throws INVALID_TOKEN */
  recheck(req: Request): Promise<void>
  /** Charges one unit of a caller who is not admitted. @throws RATE_LIMIT_EXCEEDED */
  charge(caller: Caller, req: Request, res: Response): Promise<void>
  /**
   * Charges what the request of an admitted caller costs beyond its first unit, which it has cost even
   * if this is refused. @throws RATE_LIMIT_EXCEEDED
   */
  chargeRest(caller: Caller, req: Request, res: Response, cost: number): Promise<void>
  /**
   * Charges what a page costs beyond its first unit, at most as much as the caller's limits allow: every
   * page can be read. @throws RATE_LIMIT_EXCEEDED
   */
  chargePage(caller: Caller, req: Request, res: Response, cost: number): Promise<void>
  /** Charges a client or person authenticated without an access token. @throws the same */
  chargePrincipal(counted: Counted, res: Response): Promise<void>
}

/** The request guard of one service, or of the router, by its name: the audience of service tokens. */
export function createRequestGuard(runtime: GuardRuntime, name: string, log: Log): RequestGuard {
  const { config, now, revokedGrants } = runtime
  const metrics = runtime.metrics(name)
  const verifyToken = createTokenVerifier({
    issuer: serviceSettings(config, 'identity').baseUrl,
    audience: config.tokenAudience,
    keys: runtime.keys,
    revokedGrants,
    now,
  })
  measureRevokedGrants(metrics, () => revokedGrants.ageSeconds())
  const serviceTokens = createServiceTokens(runtime.serviceSecret, name, now)
  const limiter = createRateLimiter({
    quotas: config.rateLimits,
    store: runtime.rateLimitStores.of(name),
    now: () => now().getTime(),
    onStoreFailure(error) {
      metrics.rateLimitStoreFailures.inc()
      log.warn({ err: error }, 'the rate limit store failed: the call passes')
    },
  })

  const identify = async (req: Request, service: string | undefined): Promise<Caller> => {
    const token = bearerToken(req.headers.authorization)
    const caller = unknownCaller(req)
    const address = service === undefined ? undefined : req.get(CALLER_ADDRESS_HEADER)
    if (address !== undefined) caller.address = address
    caller.service = service
    caller.viewer = token === undefined ? undefined : await verifyToken(token)
    caller.adminKey = req.get('x-admin-api-key')
    return caller
  }

  const take = async (counted: Counted, res: Response, cost = 1, charged = 0): Promise<void> => {
    const { headers, refusal } = await limiter.take(counted, cost, charged)
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    if (refusal) throw refusal
  }

  const charge = async (
    caller: Pick<Caller, 'viewer' | 'service'>,
    req: Request,
    res: Response,
  ): Promise<void> => {
    if (caller.service === undefined) await take(limited(caller, req), res)
  }

  const admitAnonymous = async (req: Request, res: Response): Promise<Caller> => {
    let service: string | undefined
    try {
      const serviceToken = req.get(SERVICE_TOKEN_HEADER)
      if (serviceToken !== undefined) service = await serviceTokens.verify(serviceToken)
      const caller = await identify(req, service)
      await charge(caller, req, res)
      return caller
    } catch (error) {
      if (isInvalidToken(error)) await charge({ viewer: undefined, service }, req, res)
      throw error
    }
  }

  const chargeRest: RequestGuard['chargeRest'] = async (caller, req, res, cost) => {
    if (caller.service === undefined && cost > 1) await take(limited(caller, req), res, cost, 1)
  }

  return {
    anonymous: unknownCaller,
    charge,
    chargeRest,
    async chargePage(caller, req, res, cost) {
      const quota = config.rateLimits[caller.viewer?.tier ?? 'free']
      const most = quota === 'off' ? cost : Math.min(quota.hour, quota.burst)
      await chargeRest(caller, req, res, Math.min(cost, most))
    },
    chargePrincipal: take,
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
    charge: nothing,
    chargeRest: nothing,
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
    address: req.ip ?? '',
    requestId: req.requestId,
    trace: traceContext(req),
    log: req.log,
  }
}

/** Any other failure is ours, e.g. an outage of the ID service, and is not charged. */
function isInvalidToken(error: unknown): boolean {
  return error instanceof DomainError && error.extensions.code === 'INVALID_TOKEN'
}

/** Who is charged for a call. */
export interface Counted {
  tier: Tier
  principal: string
}

/** Who is charged for a call (decision 0006): address, identity or partner client. */
function limited({ viewer, service }: Pick<Caller, 'viewer' | 'service'>, req: Request): Counted {
  const principal = callerKey({ viewer, service, address: req.ip ?? '' })
  return { tier: viewer?.tier ?? 'free', principal }
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
