// The error of a change that may have taken effect although nobody has confirmed it.
import { asReported, DomainError, type ErrorDetails } from '#foundation/domain/errors.ts'

/**
 * INTERNAL_ERROR 500: the database of a service has not confirmed a change, which may have taken effect. Without
 * `retry`, because repeating the request could change things twice.
 */
export function outcomeUnknown(service: string, cause: unknown): DomainError {
  const message = `The ${service} service does not know whether this has taken effect.`
  const error = new DomainError('INTERNAL_ERROR', message, { service, outcome: 'unknown' })
  return asReported(Object.assign(error, { cause }))
}

/**
 * The details of an error after which a change may have taken effect. `retry` is true only if a repetition takes
 * effect once.
 */
export function withUnknownOutcome(
  { retry: _retry, ...details }: ErrorDetails,
  hasKey: boolean,
): ErrorDetails {
  return { ...details, outcome: 'unknown', ...(hasKey && { retry: true }) }
}

/** Whether an error is that of a change that may have taken effect. */
export function isOutcomeUnknown({ code, details }: DomainError['extensions']): boolean {
  return code === 'INTERNAL_ERROR' && details.outcome === 'unknown'
}
