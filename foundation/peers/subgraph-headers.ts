// The headers of a request to a subgraph in another process.
import type { Caller } from '#foundation/auth/caller.ts'
import { CALLER_ADDRESS_HEADER } from '#foundation/auth/service-token.ts'
import { outgoingRequests } from '#foundation/telemetry/steps.ts'

/**
 * Alternating names and values, which undici does not copy. Without `proof`, the headers with this service's tokens,
 * the subgraph is a foreign one.
 */
export function subgraphHeaders(
  query: string,
  caller: Caller,
  proof: readonly string[] | undefined,
  accept = 'application/json',
): string[] {
  const { address, authorization, adminKey, requestId, trace } = caller
  const headers = ['content-type', 'application/json', 'accept', accept]
  headers.push('x-request-id', requestId)
  if (outgoingRequests.hasSubscribers) outgoingRequests.publish(headers)
  // A service would take the caller's trace for one of this system.
  else if (proof === undefined) for (const name in trace) headers.push(name, trace[name]!)
  if (authorization !== undefined) headers.push('authorization', authorization)
  // The router's mutations begin like this. Services ignore these headers for other operations.
  if (query.startsWith('mutation')) addMutationHeaders(headers, caller, proof !== undefined)
  if (proof === undefined) return headers
  headers.push(...proof, CALLER_ADDRESS_HEADER, address)
  if (adminKey !== undefined) headers.push('x-admin-api-key', adminKey)
  return headers
}

/** A foreign subgraph might refuse an origin that it does not know, so it gets none. */
function addMutationHeaders(headers: string[], caller: Caller, isOurs: boolean): void {
  const { idempotencyKey, origin } = caller
  if (idempotencyKey !== undefined) headers.push('idempotency-key', idempotencyKey)
  if (isOurs && origin !== undefined) headers.push('origin', origin)
}
