// Why a supergraph cannot be read or served, as text for the log and for a start that fails.
import { systemReason } from '#foundation/process/system-error.ts'

/** The message of an error. `fetch` only says that it failed, and its cause why. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause : error
  return systemReason(cause) ?? cause.message
}
