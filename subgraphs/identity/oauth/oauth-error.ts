// The errors of the OAuth endpoints, and the handler that sends them (RFC 6749, section 5.2).
import type { ErrorRequestHandler, Response } from 'express'
import { DomainError } from '#foundation/domain/errors.ts'
import { toDomainError } from '#foundation/http/errors.ts'

/** `error` → HTTP status of a JSON response. */
export const OAUTH_ERRORS = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  request_not_supported: 400,
  request_uri_not_supported: 400,
  access_denied: 400,
  authorization_pending: 400,
  slow_down: 400,
  expired_token: 400,
  login_required: 400,
  consent_required: 400,
  unmet_authentication_requirements: 400,
  temporarily_unavailable: 429,
  server_error: 500,
} as const

export type OAuthErrorCode = keyof typeof OAUTH_ERRORS

/** An error in the OAuth format: only `{error, error_description}`. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly error: OAuthErrorCode

  constructor(error: OAuthErrorCode, description: string) {
    super(description)
    this.error = error
  }

  get status(): number {
    return OAUTH_ERRORS[this.error]
  }
}

/** The error for a scope that is not allowed. */
export function scopeTooWide(allowed: readonly string[]): OAuthError {
  return new OAuthError('invalid_scope', `The scope must be within ${allowed.join(' ')}.`)
}

/** Sends the errors of an OAuth endpoint. Internal causes are logged. */
export const sendOAuthError: ErrorRequestHandler = (thrown: unknown, req, res, next) => {
  if (res.headersSent) {
    next(thrown)
    return
  }
  const refusal = toOAuthError(thrown) ?? unexpected(toDomainError(thrown, req))
  if (thrown instanceof DomainError) setRetryAfter(res, thrown.extensions)
  if (refusal.error === 'invalid_client') res.setHeader('WWW-Authenticate', 'Basic realm="oauth"')
  res.status(refusal.status).json({ error: refusal.error, error_description: refusal.message })
}

/** Sets `Retry-After` if the error has a waiting time. */
export function setRetryAfter(res: Response, { details }: DomainError['extensions']): void {
  if (typeof details.retryAfterSeconds !== 'number') return
  res.setHeader('Retry-After', String(details.retryAfterSeconds))
}

/** The error as an OAuth error; undefined if it is unexpected. */
export function toOAuthError(thrown: unknown): OAuthError | undefined {
  if (isDomainError(thrown, 'VALIDATION_ERROR')) {
    return new OAuthError('invalid_request', thrown.message)
  }
  return toRedirectedError(thrown)
}

/** The error that a redirect may take to the client; undefined for any other, such as that the client is disabled. */
export function toRedirectedError(thrown: unknown): OAuthError | undefined {
  if (thrown instanceof OAuthError) return thrown
  return isDomainError(thrown, 'RATE_LIMIT_EXCEEDED')
    ? new OAuthError('temporarily_unavailable', `RATE_LIMIT_EXCEEDED: ${thrown.message}`)
    : undefined
}

function isDomainError(thrown: unknown, code: string): thrown is DomainError {
  return thrown instanceof DomainError && thrown.extensions.code === code
}

function unexpected({ message, extensions }: DomainError): OAuthError {
  const { requestId } = extensions.details
  return new OAuthError('server_error', `${message} Request ${String(requestId)}.`)
}
