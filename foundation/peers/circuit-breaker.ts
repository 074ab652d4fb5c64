// A circuit breaker for the calls to one process: it opens when that process hangs, not when it or this one is slow.
import { setTimeout as delay } from 'node:timers/promises'
import { fetchDirectly } from '#foundation/peers/direct-fetch.ts'
import { timeoutError } from '#foundation/peers/failure-kind.ts'

/** After a call has waited this long, its process is probed, and again after each interval. */
const PROBE_AFTER_MS = 1_000
const PROBE_TIMEOUT_MS = 1_000
/** At least two, because a single probe may time out while our own process is busy. */
const MIN_FAILED_PROBES = 2

/** Called when a circuit opens or closes. */
export type NoteCircuit = (isOpen: boolean) => void

/** How often the calls under way are checked: one timer for all of them. */
const CHECK_MS = 100

export interface CircuitBreaker {
  /**
   * Watches a call until the returned function is called. At the deadline, the call is aborted.
   * @throws while the circuit is open
   */
  watch(abort: (reason: Error) => void): () => void
  /** Notes that a response has arrived: the process does not hang. */
  noteResponse(): void
  /** Stops probing. */
  close(): void
}

interface Call {
  began: number
  /** Undefined once the call has ended. */
  abort: ((reason: Error) => void) | undefined
}

/**
 * A circuit breaker for the process behind `healthUrl`. The circuit opens when every probe has timed out for as long as
 * the deadline: a starved process may be late for any of them, and its calls have that time. It closes with the first
 * probe or call that succeeds, so no request serves as the trial. Without a `healthUrl`, only the deadline counts.
 */
export function createCircuitBreaker(
  deadlineMs: number,
  healthUrl: string | undefined,
  note: NoteCircuit = () => undefined,
): CircuitBreaker {
  /** The watched calls, oldest first; ended ones are removed at the next check. */
  let calls: Call[] = []
  let isOpen = false
  let isProbing = false
  let failures = 0
  const maxFailures = Math.max(MIN_FAILED_PROBES, Math.ceil(deadlineMs / PROBE_TIMEOUT_MS))
  let looking: NodeJS.Timeout | undefined
  const closed = new AbortController()

  const change = (isNowOpen: boolean) => {
    if (isNowOpen === isOpen) return
    isOpen = isNowOpen
    note(isOpen)
  }

  const probe = async (url: string): Promise<void> => {
    if (isProbing) return
    isProbing = true
    do {
      const pause = delay(PROBE_TIMEOUT_MS, undefined, { ref: false })
      failures = (await timesOut(url)) ? failures + 1 : 0
      change(failures >= maxFailures && !closed.signal.aborted)
      await pause
    } while (failures > 0 && !closed.signal.aborted)
    isProbing = false
  }

  const look = () => {
    calls = calls.filter(({ abort }) => abort !== undefined)
    if (calls.length === 0) {
      clearInterval(looking)
      looking = undefined
    }
    const now = performance.now()
    for (const call of calls) {
      const waited = now - call.began
      if (waited < Math.min(deadlineMs, PROBE_AFTER_MS)) return
      if (waited >= deadlineMs) {
        call.abort?.(timeoutError(`No response within ${deadlineMs} ms.`))
        call.abort = undefined
      } else if (healthUrl !== undefined) void probe(healthUrl)
    }
  }

  return {
    watch(abort) {
      if (isOpen) throw openCircuit()
      const call: Call = { began: performance.now(), abort }
      calls.push(call)
      looking ??= setInterval(look, CHECK_MS)
      // The call stays in the list until the next check: removing each at once would take longer than watching.
      return () => {
        call.abort = undefined
      }
    },
    noteResponse() {
      failures = 0
      change(false)
    },
    close() {
      closed.abort()
      change(false)
    },
  }
}

function openCircuit(): Error {
  return timeoutError('The circuit is open: the process does not respond to its health check.')
}

/** Only a timeout counts: a process that shuts down refuses connections but still completes its calls. */
async function timesOut(url: string): Promise<boolean> {
  try {
    const response = await fetchDirectly(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
    await response.text()
    return false
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError'
  }
}
