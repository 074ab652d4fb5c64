// The caller of the current request. Where callers share a resource, its key identifies their share.
import { AsyncLocalStorage } from 'node:async_hooks'
import { closeSignal, type ClosingResponse } from '#foundation/limits/close-signal.ts'
import { addressNetwork, addressPrincipal } from '#foundation/limits/rate-limit.ts'
import { noteWaiting } from '#foundation/limits/waiting-responses.ts'

/** Stands for the IP address in background work. */
export const SYSTEM_ADDRESS = 'system'

export interface CallerIdentity {
  viewer: { identityId: string; clientId: string; tier: string } | undefined
  service: string | undefined
  address: string
}

/** The caller of one request. Key and signal are computed on first use. */
export class CurrentCaller {
  readonly #identity: CallerIdentity
  readonly #res: ClosingResponse
  #key: string | undefined

  constructor(identity: CallerIdentity, res: ClosingResponse) {
    this.#identity = identity
    this.#res = res
  }

  get key(): string {
    return (this.#key ??= queueKey(this.#identity))
  }

  /** Aborts when the client has left. */
  get left(): AbortSignal {
    return closeSignal(this.#res)
  }

  /** Notes that the response waits for an event (long polling), so its duration says nothing about the server. */
  noteWaiting(): void {
    noteWaiting(this.#res)
  }
}

/** The principal of the rate limit (decision 0006): identity, partner client or address. */
export function rateLimitKey({ viewer, address }: CallerIdentity): string {
  if (viewer) return viewer.tier === 'partner' ? viewer.clientId : viewer.identityId
  return addressPrincipal(address)
}

/**
 * The principal of queues, where callers take turns (decision 0043): person, machine client or network. The
 * background work of a peer counts as that peer.
 */
export function queueKey({ viewer, service, address }: CallerIdentity): string {
  if (viewer) return viewer.identityId
  const isBackground = service !== undefined && address === SYSTEM_ADDRESS
  return isBackground ? service : addressNetwork(address)
}

const callers = new AsyncLocalStorage<CurrentCaller | undefined>()

/** The current caller; undefined outside a request. */
export function currentCaller(): CurrentCaller | undefined {
  return callers.getStore()
}

/** The queue key of the current caller; empty outside a request. */
export function currentCallerKey(): string {
  return currentCaller()?.key ?? ''
}

/** Runs `work`, and everything that it calls and awaits, for a caller. */
export function runForCaller<Result>(caller: CurrentCaller, work: () => Result): Result {
  return callers.run(caller, work)
}

/** Runs `work` that several callers share, outside any request. */
export function runForAll<Result>(work: () => Result): Result {
  return callers.run(undefined, work)
}
