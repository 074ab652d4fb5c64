// The reasons for which a stream ends before its subscription is complete.
import { GraphQLError } from 'graphql'
import { DomainError } from '#foundation/domain/errors.ts'
import { reconnectAfter } from '#foundation/graphql/live/live-settings.ts'

/** The process stops or serves another schema: the client should subscribe again after some time. */
export class Reconnect extends DomainError {
  readonly afterMs: number

  constructor() {
    const afterMs = reconnectAfter()
    const details = { retry: true, retryAfterSeconds: Math.ceil(afterMs / 1_000) }
    super('INTERNAL_ERROR', 'The server ends its streams: subscribe again.', details)
    this.afterMs = afterMs
  }
}

/** The client has closed its connection, or does not want further results. */
export class ClientLeft extends DomainError {
  constructor() {
    super('INTERNAL_ERROR', 'The client has left.')
  }
}

/** True for an outage on our side, after which the client may successfully subscribe again. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof GraphQLError) && !(error instanceof DomainError)) return false
  const { code, details } = error.extensions as { code?: unknown; details?: { retry?: unknown } }
  return code === 'INTERNAL_ERROR' && details?.retry === true
}

/** The name of a reason in metrics. */
export function endReason(error: unknown): string {
  if (error === undefined) return 'complete'
  if (error instanceof Reconnect) return 'reconnect'
  if (error instanceof ClientLeft) return 'client'
  return error instanceof DomainError ? error.extensions.code.toLowerCase() : 'internal_error'
}
