// Rate limits (decision 0006): how many calls a caller has left, and the response headers.
import { isIPv4, isIPv6, SocketAddress } from 'node:net'
import { DomainError } from '#foundation/domain/errors.ts'

export const WINDOW_SECONDS = { hour: 3600, burst: 60 }
export type Window = keyof typeof WINDOW_SECONDS

export type Tier = 'free' | 'authenticated' | 'partner'

/** Units a caller may use in each window of 3,600 s (`hour`) and of 60 s (`burst`). */
export interface Quota {
  hour: number
  burst: number
}

export type Quotas = Record<Tier, Quota | 'off'>

/** Units left in a window, and whole seconds (rounded up) until it is full again. */
export interface WindowUsage {
  remaining: number
  resetSeconds: number
}

export interface Usage {
  allowed: boolean
  hour: WindowUsage
  burst: WindowUsage
}

/**
 * A store of counts. `consume` is atomic: both windows have room for `cost`, at least 1, or nothing is
 * used. `now` is in milliseconds.
 */
export interface RateLimitStore {
  consume(key: string, cost: number, quota: Quota, now: number): Promise<Usage> | Usage
}

/** The outcome: `headers` for the response in any case; `refusal` when the limit is exceeded. */
export interface Decision {
  allowed: boolean
  headers: Record<string, string>
  refusal?: DomainError
}

export interface RateLimiter {
  /**
   * Counts the `cost` of a request, of which `charged` units were counted before; synchronously if the store is in
   * memory. A refusal states the whole cost, which a retry needs. Never throws: while the store fails, calls pass.
   */
  take(
    caller: { tier: Tier; principal: string },
    cost: number,
    charged?: number,
  ): Decision | Promise<Decision>
}

/**
 * A limiter over a store. `now` returns milliseconds. When the store throws, `onStoreFailure` gets
 * the error, and the call passes with only the policy header.
 */
export function createRateLimiter(options: {
  quotas: Quotas
  store: RateLimitStore
  now: () => number
  onStoreFailure: (error: unknown) => void
}): RateLimiter {
  const { quotas, store, now, onStoreFailure } = options
  return {
    take({ tier, principal }, cost, charged = 0) {
      const quota = quotas[tier]
      if (quota === 'off') return { allowed: true, headers: {} }
      const pass = (error: unknown): Decision => {
        onStoreFailure(error)
        return { allowed: true, headers: policyHeader(quota) }
      }
      const decided = (usage: Usage) => decide(tier, quota, cost, usage)
      try {
        const usage = store.consume(`${tier}:${principal}`, cost - charged, quota, now())
        return usage instanceof Promise ? usage.then(decided).catch(pass) : decided(usage)
      } catch (error) {
        return pass(error)
      }
    },
  }
}

function decide(tier: Tier, quota: Quota, cost: number, usage: Usage): Decision {
  const headers = { ...policyHeader(quota), ...usageHeader(usage) }
  if (usage.allowed) return { allowed: true, headers }
  const waits = { hour: waitFor(cost, usage.hour), burst: waitFor(cost, usage.burst) }
  const seconds = Math.max(waits.hour, waits.burst, 1)
  return {
    allowed: false,
    headers: { ...headers, 'Retry-After': String(seconds) },
    refusal: refusalOf(tier, quota, cost, waits.burst > waits.hour ? 'burst' : 'hour', seconds),
  }
}

// Seconds until a window allows `cost`; 0 when it does.
function waitFor(cost: number, { remaining, resetSeconds }: WindowUsage): number {
  return cost > remaining ? resetSeconds : 0
}

function refusalOf(tier: Tier, quota: Quota, cost: number, last: Window, seconds: number) {
  const smaller = quota.burst < quota.hour ? 'burst' : 'hour'
  const tooLarge = cost > quota[smaller]
  const window = tooLarge ? smaller : last
  const [limit, windowSeconds] = [quota[window], WINDOW_SECONDS[window]]
  // Waiting does not help a request larger than the limit.
  const advice = tooLarge ? `this request is larger: it costs ${cost}` : `try again in ${seconds} s`
  const message = `The tier ${tier} may use ${limit} units in ${windowSeconds} s; ${advice}.`
  const details = { tier, limit, windowSeconds, retryAfterSeconds: seconds }
  return new DomainError('RATE_LIMIT_EXCEEDED', message, details)
}

// Both headers follow the IETF httpapi draft "RateLimit header fields for HTTP".
function policyHeader({ hour, burst }: Quota): Record<string, string> {
  return { 'RateLimit-Policy': `"hour";q=${hour};w=3600, "burst";q=${burst};w=60` }
}

function usageHeader({ hour, burst }: Usage): Record<string, string> {
  const hourLeft = `"hour";r=${hour.remaining};t=${hour.resetSeconds}`
  return { RateLimit: `${hourLeft}, "burst";r=${burst.remaining};t=${burst.resetSeconds}` }
}

/**
 * The principal a client address is counted as: IPv4 as it is, IPv4-mapped IPv6 as IPv4, IPv6 by
 * its /64, which is what one subscriber has. Anything else counts as `unknown`.
 */
export function addressPrincipal(address: string): string {
  const { ipv4, groups } = parseAddress(address)
  return ipv4 ?? prefixOf(groups, 4)
}

/**
 * The network of a client address where callers take turns: as `addressPrincipal`, but IPv6 by its /48. One
 * subscriber may have that much, and would otherwise be many callers.
 */
export function addressNetwork(address: string): string {
  const { ipv4, groups } = parseAddress(address)
  return ipv4 ?? prefixOf(groups, 3)
}

/** The network of a site or provider: the /24 of an IPv4 address, the /48 of an IPv6 one. */
export function addressSite(address: string): string {
  const { ipv4, groups } = parseAddress(address)
  return ipv4 === undefined ? prefixOf(groups, 3) : `${ipv4.slice(0, ipv4.lastIndexOf('.'))}.0/24`
}

/** The first groups of 16 bits of an IPv6 address. */
function prefixOf(groups: readonly string[] | undefined, count: 3 | 4): string {
  return groups ? `${groups.slice(0, count).join(':')}::/${count * 16}` : 'unknown'
}

/** An IPv4 address, also an IPv4-mapped one, or the eight groups of an IPv6 one. */
function parseAddress(address: string): { ipv4?: string; groups?: string[] } {
  if (isIPv4(address)) return { ipv4: address }
  if (!isIPv6(address)) return {}
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address
  const mapped = canonical.replace('::ffff:', '')
  if (isIPv4(mapped)) return { ipv4: mapped }
  const [head = [], tail = []] = canonical.split('::').map((part) => part.split(':'))
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  return { groups: [...head, ...zeros, ...tail].map((group) => group || '0') }
}

/** Parses a setting `hour:burst` or `off`. @throws with a message that says what to write */
export function parseQuota(text: string): Quota | 'off' {
  if (text === 'off') return 'off'
  const [, hour, burst] = /^([1-9]\d{0,8}):([1-9]\d{0,8})$/.exec(text) ?? []
  if (!hour || !burst) {
    throw new Error(`"${text}" is not a rate limit: write hour:burst, such as 100:10, or off.`)
  }
  return { hour: Number(hour), burst: Number(burst) }
}
