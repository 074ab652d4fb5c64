// A circuit breaker for the calls to one process: it opens when that process hangs, not when it is slow.
import { setTimeout as delay } from 'node:timers/promises'

/** After a call has waited this long, its process is probed, and again after each interval. */
const PROBE_AFTER_MS = 1_000
const PROBE_TIMEOUT_MS = 1_000
/** The first probe may time out only because our own process is busy. */
const FAILED_PROBES = 2

export interface CircuitBreaker {
  /**
   * Runs a call, and aborts it through the signal it gets.
   * @throws what the call throws; an error at the deadline, and at once while the circuit is open
   */
  run<Result>(call: (signal: AbortSignal) => Promise<Result>): Promise<Result>
  /** Stops probing. */
  close(): void
}

/**
 * A circuit breaker for the process behind `healthUrl`. The circuit opens when two probes in a row
 * time out, which aborts all calls under way, and closes with the first probe that succeeds, so no
 * request serves as the trial. Without a `healthUrl`, only the deadline counts.
 */
export function createCircuitBreaker(
  deadlineMs: number,
  healthUrl: string | undefined,
): CircuitBreaker {
  const calls = new Set<AbortController>()
  let isOpen = false
  let isProbing = false
  const closed = new AbortController()

  const probe = async (url: string): Promise<void> => {
    if (isProbing) return
    isProbing = true
    let failures = 0
    do {
      const pause = delay(PROBE_TIMEOUT_MS, undefined, { ref: false })
      failures = (await timesOut(url)) ? failures + 1 : 0
      isOpen = failures >= FAILED_PROBES
      if (isOpen) for (const call of calls) call.abort(openCircuit())
      await pause
    } while (failures > 0 && !closed.signal.aborted)
    isProbing = false
  }

  return {
    async run(call) {
      if (isOpen) throw openCircuit()
      const limit = new AbortController()
      const deadline = setTimeout(() => limit.abort(pastDeadline(deadlineMs)), deadlineMs)
      const slow = setInterval(
        () => healthUrl !== undefined && void probe(healthUrl),
        PROBE_AFTER_MS,
      )
      calls.add(limit)
      try {
        return await Promise.race([call(limit.signal), aborted(limit.signal)])
      } finally {
        calls.delete(limit)
        clearTimeout(deadline)
        clearInterval(slow)
      }
    },
    close: () => closed.abort(),
  }
}

function openCircuit(): Error {
  return new Error('The circuit is open: the process does not respond to its health check.')
}

function pastDeadline(deadlineMs: number): Error {
  return new Error(`No response within ${deadlineMs} ms.`)
}

/**
 * Only a timeout counts: a process that shuts down refuses connections but still completes its
 * calls.
 */
async function timesOut(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
    await response.text()
    return false
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError'
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  return promise
}
