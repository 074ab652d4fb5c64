// Thrown errors as HTTP responses: the error that callers see, its headers, and the REST envelope.
import type { ErrorRequestHandler, Request, Response } from 'express'
import { ADMINISTRATIVE_ACR, STEP_UP_S } from '#foundation/auth/authentication-context.ts'
import {
  DomainError,
  ERROR_CODES,
  invalidInput,
  unstorableText,
} from '#foundation/domain/errors.ts'
import { logOutage } from '#foundation/telemetry/log/outage-log.ts'

/** Responds to any thrown error in the REST envelope (contract, "Errors"). */
export const sendError: ErrorRequestHandler = (error: unknown, req, res, next) => {
  if (res.headersSent) {
    next(error)
    return
  }
  const { message, extensions } = toDomainError(error, req)
  setErrorHeaders(res, extensions)
  res.status(ERROR_CODES[extensions.code].status).json({
    success: false,
    error: { code: extensions.code, message, details: extensions.details },
  })
}

/** The error that the caller sees: one with a code unchanged; any other is logged and masked. */
export function toDomainError(error: unknown, req: Request): DomainError {
  const { requestId } = req
  if (error instanceof DomainError) {
    const { code, details } = error.extensions
    if (code !== 'INTERNAL_ERROR') return error
    logOutage(error, req.log)
    return new DomainError(code, error.message, { ...details, requestId })
  }
  if (error instanceof URIError) {
    return invalidInput([{ field: 'path', reason: 'is not valid percent-encoding' }])
  }
  const unstorable = unstorableText(error)
  if (unstorable) return unstorable
  req.log.error({ err: error }, 'unexpected error')
  return new DomainError('INTERNAL_ERROR', 'An unexpected error occurred.', { requestId })
}

/** Sets the headers that belong to an error: `WWW-Authenticate` (RFC 6750 section 3). */
export function setErrorHeaders(res: Response, { code, details }: DomainError['extensions']): void {
  if (code === 'INVALID_TOKEN') {
    res.setHeader('WWW-Authenticate', challengeFor(details.reason))
  }
  if (code === 'INSUFFICIENT_PERMISSIONS' && typeof details.requiredScope === 'string') {
    const scope = details.requiredScope
    res.setHeader('WWW-Authenticate', `Bearer error="insufficient_scope", scope="${scope}"`)
  }
}

function challengeFor(reason: unknown): string {
  if (reason === 'missing') return 'Bearer'
  if (reason !== 'step_up') return 'Bearer error="invalid_token"'
  // RFC 9470, section 3.
  const wanted = `acr_values="${ADMINISTRATIVE_ACR}", max_age=${STEP_UP_S}`
  return `Bearer error="insufficient_user_authentication", ${wanted}`
}
