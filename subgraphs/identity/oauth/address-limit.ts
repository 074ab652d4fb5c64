// Limits attempts by network address, for requests without credentials.
import { addressPrincipal } from '#foundation/limits/rate-limit.ts'
import { consumeAttempt, type AttemptLimit } from '../domain/secrets/attempt-throttle.ts'
import type { RequestContext } from './request-context.ts'

/** Counts an attempt for the network address. @throws RATE_LIMIT_EXCEEDED */
export function countForAddress(
  request: RequestContext,
  name: string,
  limit: AttemptLimit,
): Promise<void> {
  return consumeAttempt(request.ctx, addressKey(name, request), limit)
}

/** The key of a counter for the network address. */
export function addressKey(name: string, { req }: Pick<RequestContext, 'req'>): string {
  return `${name}:${addressPrincipal(req.ip ?? '')}`
}
