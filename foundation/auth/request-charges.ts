// Charges requests to their callers, in units of the rate limit.
import type { Request, Response } from 'express'
import type { Caller } from '#foundation/auth/caller.ts'
import type { DomainError } from '#foundation/domain/errors.ts'
import { rateLimitKey } from '#foundation/limits/current-caller.ts'
import type { RateLimitStores } from '#foundation/limits/rate-limit-stores.ts'
import { createRateLimiter, type Quotas, type Tier } from '#foundation/limits/rate-limit.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { countRefusal, type Metrics } from '#foundation/telemetry/metrics.ts'

/** The tier and the principal that are charged for a call. */
interface Counted {
  tier: Tier
  principal: string
}

type Charged = Pick<Caller, 'viewer' | 'service'>

/** Every method but `chargeAgain` sets the rate limit headers. Services are not charged. */
export interface RequestCharges {
  /** Charges one unit of a caller who is not admitted. @throws RATE_LIMIT_EXCEEDED */
  charge(caller: Charged, req: Request, res: Response): Promise<void>
  /**
   * Charges what the request costs beyond its first unit. A refusal does not refund that unit.
   * @throws RATE_LIMIT_EXCEEDED
   */
  chargeRest(caller: Charged, req: Request, res: Response, cost: number): Promise<void>
  /** Charges another result of a subscription, after the headers were sent. @throws RATE_LIMIT_EXCEEDED */
  chargeAgain(caller: Charged, req: Request, cost: number): Promise<void>
  /**
   * Charges what a page costs beyond its first unit, capped at the caller's limits so that every page
   * can be read. @throws RATE_LIMIT_EXCEEDED
   */
  chargePage(caller: Charged, req: Request, res: Response, cost: number): Promise<void>
  /** Charges a client or person authenticated without an access token. @throws RATE_LIMIT_EXCEEDED */
  chargePrincipal(counted: Counted, res: Response): Promise<void>
}

export interface ChargeOptions {
  quotas: Quotas
  store: ReturnType<RateLimitStores['of']>
  metrics: Metrics
  log: Log
  now: () => Date
}

export function createRequestCharges(options: ChargeOptions): RequestCharges {
  const { quotas, store, metrics, log, now } = options
  const limiter = createRateLimiter({
    quotas,
    store,
    now: () => now().getTime(),
    onStoreFailure(error) {
      metrics.rateLimitStoreFailures.inc()
      log.warn({ err: error }, 'the rate limit store failed: the call passes')
    },
  })

  const take = async (counted: Counted, res: Response, cost = 1, charged = 0): Promise<void> => {
    const { headers, refusal } = await limiter.take(counted, cost, charged)
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    refuse(refusal)
  }

  const chargeRest: RequestCharges['chargeRest'] = async (caller, req, res, cost) => {
    if (caller.service === undefined && cost > 1) await take(countedOf(caller, req), res, cost, 1)
  }

  return {
    async charge(caller, req, res) {
      if (caller.service === undefined) await take(countedOf(caller, req), res)
    },
    chargeRest,
    async chargeAgain(caller, req, cost) {
      if (caller.service !== undefined) return
      const { refusal } = await limiter.take(countedOf(caller, req), Math.max(cost, 1))
      refuse(refusal)
    },
    async chargePage(caller, req, res, cost) {
      const quota = quotas[caller.viewer?.tier ?? 'free']
      const most = quota === 'off' ? cost : Math.min(quota.hour, quota.burst)
      await chargeRest(caller, req, res, Math.min(cost, most))
    },
    chargePrincipal: (counted, res) => take(counted, res),
  }
}

function refuse(refusal: DomainError | undefined): void {
  if (!refusal) return
  countRefusal('rate')
  throw refusal
}

/** The address, identity or partner client that is charged (decision 0006). */
function countedOf({ viewer, service }: Charged, req: Request): Counted {
  const principal = rateLimitKey({ viewer, service, address: req.ip ?? '' })
  return { tier: viewer?.tier ?? 'free', principal }
}
