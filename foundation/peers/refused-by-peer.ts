// Recognizes that a peer refused the service token of this process.
import type { FormattedExecutionResult } from 'graphql'
import { isErrorCode, isRefusedServiceToken, type ErrorDetails } from '#foundation/domain/errors.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { callsRefusedByPeers } from '#foundation/telemetry/metrics.ts'
import { createRepeatedLog } from '#foundation/telemetry/log/repeated-log.ts'

/** True if a peer refused this process, not its request. Peers limit the rate only of callers they do not trust. */
export function isRefusedByPeer({ data, errors }: FormattedExecutionResult): boolean {
  const { path, extensions = {} } = errors?.[0] ?? {}
  const { code, details = {} } = extensions
  if (data !== undefined || path !== undefined || !isErrorCode(code)) return false
  if (code === 'RATE_LIMIT_EXCEEDED') return true
  return isRefusedServiceToken({ code, details: details as ErrorDetails })
}

const REFUSED =
  'a peer refuses the service token of this process: give both the same SERVICE_SECRET, and synchronize their clocks'

/** Returns a function that counts and logs refusals by one peer, at most one line a minute. */
export function createRefusalNotes(peer: string) {
  const logRepeatedly = createRepeatedLog()
  // Starts at 0, so that an alert sees the first increase.
  callsRefusedByPeers.inc({ peer }, 0)
  return (log: Log, { errors }: FormattedExecutionResult): void => {
    callsRefusedByPeers.inc({ peer })
    const reason = errors?.[0]?.message
    logRepeatedly(peer, (repeated) => log.warn({ peer, reason, ...repeated }, REFUSED))
  }
}
