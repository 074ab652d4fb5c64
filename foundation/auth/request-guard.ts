// Who calls, and may they call again: the first three checks of every request, in their order.
import type { Request, Response } from 'express'
import type { Caller } from '#foundation/auth/caller.ts'
import type { TrustedKeys } from '#foundation/auth/remote-keys.ts'
import type { EndedGrants } from '#foundation/auth/revoked-grants.ts'
import {
  CALLER_ADDRESS_HEADER,
  createServiceTokens,
  SERVICE_TOKEN_HEADER,
} from '#foundation/auth/service-token.ts'
import { bearerToken, createTokenVerifier } from '#foundation/auth/viewer.ts'
import { DomainError, invalidToken } from '#foundation/domain/errors.ts'
import {
  addressPrincipal,
  createRateLimiter,
  type RateLimitStore,
  type Tier,
} from '#foundation/limits/rate-limit.ts'
import { serviceSettings, type Config } from '#foundation/process/config.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { measureEndedGrants, type Metrics } from '#foundation/telemetry/metrics.ts'

export interface EdgeOptions {
  /** The name of the service, as the audience of service tokens. */
  name: string
  config: Config
  serviceSecret: string
  keys: TrustedKeys
  endedGrants: EndedGrants
  store: RateLimitStore
  metrics: Metrics
  log: Log
  now: () => Date
}

export interface Edge {
  /** The caller of a request that has not been looked at, or needs no looking at. */
  anonymous(req: Request): Caller
  /**
   * Finds out who calls and takes the first unit of their limit, whose headers it sets.
   * A call without a valid token is counted as Free, and refused with 429 once that is used up.
   * @throws INVALID_TOKEN, RATE_LIMIT_EXCEEDED
   */
  admit(req: Request, res: Response): Promise<Caller>
  /** The same for a call that needs no token. @throws INVALID_TOKEN for a bad one, RATE_LIMIT_EXCEEDED */
  admitAnonymous(req: Request, res: Response): Promise<Caller>
  /** Takes further units, or gives back with a negative cost. @throws RATE_LIMIT_EXCEEDED */
  charge(caller: Caller, req: Request, res: Response, cost: number): Promise<void>
  /** Takes a unit of a client or person proven by other means than an access token. @throws the same */
  chargePrincipal(counted: Counted, res: Response): Promise<void>
}

/** The edge of one service, or of the router. */
export function createEdge(options: EdgeOptions): Edge {
  const { endedGrants, log, metrics, now, store } = options
  const verifyToken = createTokenVerifier({
    issuer: serviceSettings(options.config, 'identity').baseUrl,
    audience: options.config.tokenAudience,
    keys: options.keys,
    endedGrants,
    now,
  })
  measureEndedGrants(metrics, () => endedGrants.ageSeconds())
  const serviceTokens = createServiceTokens(options.serviceSecret, options.name, now)
  const limiter = createRateLimiter({
    quotas: options.config.rateLimits,
    store,
    now: () => now().getTime(),
    onStoreFailure(error) {
      metrics.rateLimitStoreFailures.inc()
      log.warn({ err: error }, 'the rate limit store failed: the call passes')
    },
  })

  const callingService = async (req: Request): Promise<string | undefined> => {
    const serviceToken = req.get(SERVICE_TOKEN_HEADER)
    return serviceToken === undefined ? undefined : serviceTokens.verify(serviceToken)
  }

  const identify = async (req: Request, service: string | undefined): Promise<Caller> => {
    const token = bearerToken(req.get('authorization'))
    const address = service === undefined ? undefined : req.get(CALLER_ADDRESS_HEADER)
    return {
      ...unknownCaller(req),
      ...(address !== undefined && { address }),
      service,
      viewer: token === undefined ? undefined : await verifyToken(token),
      adminKey: req.get('x-admin-api-key'),
    }
  }

  const take = async (counted: Counted, res: Response, cost: number): Promise<void> => {
    const { headers, refusal } = await limiter.take(counted, cost)
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    if (refusal) throw refusal
  }

  const charge = async (
    caller: Pick<Caller, 'viewer' | 'service'>,
    req: Request,
    res: Response,
    cost: number,
  ): Promise<void> => {
    if (caller.service === undefined) await take(limited(caller, req), res, cost)
  }

  const admitAnonymous = async (req: Request, res: Response): Promise<Caller> => {
    let service: string | undefined
    try {
      service = await callingService(req)
      const caller = await identify(req, service)
      await charge(caller, req, res, 1)
      return caller
    } catch (error) {
      if (isInvalidToken(error)) await charge({ viewer: undefined, service }, req, res, 1)
      throw error
    }
  }

  return {
    anonymous: unknownCaller,
    charge,
    chargePrincipal: (counted, res) => take(counted, res, 1),
    admitAnonymous,
    async admit(req, res) {
      const caller = await admitAnonymous(req, res)
      if (!caller.viewer && caller.service === undefined) throw invalidToken('missing')
      return caller
    },
  }
}

/** An edge in front of subgraphs of somebody else: it knows nobody and counts nothing. */
export function createOpenEdge(): Edge {
  const admit = (req: Request): Promise<Caller> => Promise.resolve(unknownCaller(req))
  const nothing = () => Promise.resolve()
  return {
    anonymous: unknownCaller,
    admit,
    admitAnonymous: admit,
    charge: nothing,
    chargePrincipal: nothing,
  }
}

function unknownCaller(req: Request): Caller {
  return {
    viewer: undefined,
    service: undefined,
    authorization: req.get('authorization'),
    adminKey: undefined,
    address: req.ip ?? '',
    requestId: req.requestId,
    trace: traceContext(req),
    log: req.log,
  }
}

/** Any other failure is ours, the ID service being away for example, and counts for nobody. */
function isInvalidToken(error: unknown): boolean {
  return error instanceof DomainError && error.extensions.code === 'INVALID_TOKEN'
}

/** Whom a call is counted for. */
export interface Counted {
  tier: Tier
  principal: string
}

/** Whom a call is counted for (decision 0006): address, identity or partner client. */
function limited({ viewer }: Pick<Caller, 'viewer'>, req: Request): Counted {
  if (!viewer) return { tier: 'free', principal: addressPrincipal(req.ip ?? '') }
  const principal = viewer.tier === 'partner' ? viewer.clientId : viewer.identityId
  return { tier: viewer.tier, principal }
}

function traceContext(req: Request): Record<string, string> {
  const { traceparent, tracestate } = req.headers
  return {
    ...(typeof traceparent === 'string' && { traceparent }),
    ...(typeof tracestate === 'string' && { tracestate }),
  }
}
