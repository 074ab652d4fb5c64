// The codes with which WebSockets are closed. graphql-ws reconnects by itself unless the code is one of its fatal ones.
import { DomainError } from '#foundation/domain/errors.ts'
import { Reconnect } from '#foundation/graphql/live/stream-end.ts'

export interface SocketClose {
  code: number
  reason: string
}

/** The process stops or serves another schema (RFC 6455, section 7.4.1). */
const GOING_AWAY = 1001
/** The process has no room (IANA's registry of close codes). */
const TRY_AGAIN_LATER = 1013
const INTERNAL_ERROR = 4500
const UNAUTHORIZED = 4401
/** Clients of graphql-ws reconnect after this code, with a new token if they have one. */
const FORBIDDEN = 4403
export const TOO_MANY_REQUESTS = 4429

/** The maximum length of a reason in bytes (RFC 6455, section 5.5). */
const MAX_REASON = 123

export function closeOf(error: unknown): SocketClose {
  const reason = error instanceof DomainError ? error.message : 'An unexpected error occurred.'
  return { code: codeOf(error), reason }
}

/** Cuts a reason after a whole character, because `close` throws for a longer one. */
export function shortenedReason(reason: string): string {
  const bytes = Buffer.alloc(MAX_REASON)
  return bytes.toString('utf8', 0, bytes.write(reason))
}

function codeOf(error: unknown): number {
  if (!(error instanceof DomainError)) return INTERNAL_ERROR
  if (error instanceof Reconnect) return GOING_AWAY
  const { code, details } = error.extensions
  if (code === 'INVALID_TOKEN') return details.reason === 'expired' ? FORBIDDEN : UNAUTHORIZED
  if (code === 'RATE_LIMIT_EXCEEDED') return TOO_MANY_REQUESTS
  if (code === 'INSUFFICIENT_PERMISSIONS') return FORBIDDEN
  return details.retry === true ? TRY_AGAIN_LATER : INTERNAL_ERROR
}
