// Turns errors of the operating system into text for a message.
import { getSystemErrorMessage } from 'node:util'

/**
 * The reason of a failed file or network operation, such as `connection refused`; for a host with several addresses,
 * the reason of the first one. Undefined for any other error.
 */
export function systemReason(error: unknown): string | undefined {
  const failed: unknown = error instanceof AggregateError ? error.errors[0] : error
  if (!(failed instanceof Error) || !('errno' in failed)) return undefined
  return typeof failed.errno === 'number' ? getSystemErrorMessage(failed.errno) : undefined
}
