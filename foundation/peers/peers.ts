// Typed operations from one service to another: in process if it runs here, otherwise over HTTP.
import type { ExecutionResult, FormattedExecutionResult } from 'graphql'
import type { Caller } from '#foundation/auth/caller.ts'
import {
  DomainError,
  isErrorCode,
  serviceUnavailable,
  type ErrorDetails,
} from '#foundation/domain/errors.ts'
import { isNoResponseSlot } from '#foundation/domain/response-errors.ts'
import { peerSteps, runStep } from '#foundation/telemetry/steps.ts'

/** A GraphQL document for a peer, with the types of its response and variables. */
export interface PeerOperation<Data = unknown, Variables = never> {
  source: string
  /** Never set: it carries the types of the operation. */
  types?: (variables: Variables) => Data
}

/** Calls one peer. @throws its error, or INTERNAL_ERROR with `retry` when it does not respond */
export type Peer = <Data, Variables extends object>(
  operation: PeerOperation<Data, Variables>,
  variables: Variables,
) => Promise<Data>

/** A connection to one peer on behalf of a caller. */
export type PeerConnection = (
  source: string,
  variables: Record<string, unknown>,
  caller: Caller,
) => Promise<unknown>

/** Declares an operation for a peer; `npm run check` proves it valid on the peer's schema. */
export function peerOperation<Data, Variables extends object>(
  source: string,
): PeerOperation<Data, Variables> {
  return { source }
}

/** Returns a function that calls a peer on behalf of a caller. */
export function bindPeer(peer: string, connect: PeerConnection, caller: Caller): Peer {
  return async <Data, Variables extends object>(
    { source }: PeerOperation<Data, Variables>,
    variables: Variables,
  ) => {
    const call = () => connect(source, variables as Record<string, unknown>, caller)
    return (await runStep(peerSteps, () => ({ peer, source }), call)) as Data
  }
}

/** The data of a peer's response. @throws its error unchanged; INTERNAL_ERROR with `retry` when it failed */
export function peerResult(
  peer: string,
  { data, errors }: ExecutionResult | FormattedExecutionResult,
): unknown {
  const error = errors?.[0]
  if (!error) return data
  const { code, details } = error.extensions ?? {}
  if (!isErrorCode(code)) throw serviceUnavailable(peer)
  const refusal = new DomainError(code, error.message, details as ErrorDetails)
  const isAway = code === 'INTERNAL_ERROR' && !isNoResponseSlot(error.message, refusal.extensions)
  throw isAway ? peerFailed(peer) : refusal
}

/** The error of a failed peer. Callers see only that it does not respond; the log says where to find the cause. */
function peerFailed(peer: string): DomainError {
  const reason = `The ${peer} service fails. Its log has the cause, under the same requestId.`
  return Object.assign(serviceUnavailable(peer), { reason })
}
