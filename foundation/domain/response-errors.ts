// The errors of responses that are too large, or for which there is no room.
import { DomainError, refused } from '#foundation/domain/errors.ts'

/** VALIDATION_ERROR 400: the response would be larger than `limit` bytes. */
export function responseTooLarge(limit: number): DomainError {
  const message = `The response is larger than ${limit} bytes: request fewer items or fewer fields.`
  return refused('ANSWER_TOO_LARGE', message, { limit })
}

/** True for the error of a response that is too large. */
export function isResponseTooLarge({ code, details }: DomainError['extensions']): boolean {
  return code === 'VALIDATION_ERROR' && details.reason === 'ANSWER_TOO_LARGE'
}

const NO_RESPONSE_SLOT = 'Too many large responses are being built: retry later, or request less.'

/**
 * True for the error of a response without a slot that may be retried. It is recognized by its message, which peers
 * pass on, because its details are those of any full queue.
 */
export function isNoResponseSlot(
  message: string,
  { code, details }: DomainError['extensions'],
): boolean {
  return code === 'INTERNAL_ERROR' && details.retry === true && message === NO_RESPONSE_SLOT
}

/** INTERNAL_ERROR 500: too many large responses are being built. A mutation may have taken effect by then. */
export function noResponseSlot(requestId: string, isMutation: boolean): DomainError {
  const details = { ...(isMutation ? { outcome: 'unknown' } : { retry: true }), requestId }
  return new DomainError('INTERNAL_ERROR', NO_RESPONSE_SLOT, details)
}
