// How long a call waits for another process: until its deadline, or until that process hangs.
import { setTimeout as delay } from 'node:timers/promises'

/** A call that has waited this long has its process looked after, and again after each such time. */
const DOUBT_MS = 1_000
const ANSWER_MS = 1_000
/** One silence may be our own, since a busy process sees late what has been answered. */
const SILENCES = 2

export interface Patience {
  /**
   * Runs a call, and ends it by the signal it is given.
   * @throws what the call throws; an error once nobody waits any longer, at once while it hangs
   */
  wait<Answer>(call: (signal: AbortSignal) => Promise<Answer>): Promise<Answer>
  /** Looks after nobody any longer. */
  close(): void
}

/**
 * Patience with the process that answers at `healthUrl` while it answers at all, however slow it is
 * elsewhere. Undefined, only the deadline counts.
 */
export function createPatience(deadlineMs: number, healthUrl: string | undefined): Patience {
  const waiting = new Set<AbortController>()
  let hangs = false
  let looking = false
  const closed = new AbortController()

  const look = async (url: string): Promise<void> => {
    if (looking) return
    looking = true
    let silences = 0
    do {
      const pause = delay(ANSWER_MS, undefined, { ref: false })
      silences = (await isSilent(url)) ? silences + 1 : 0
      hangs = silences >= SILENCES
      if (hangs) for (const call of waiting) call.abort(new Error('It hangs.'))
      await pause
    } while (silences > 0 && !closed.signal.aborted)
    looking = false
  }

  return {
    async wait(call) {
      if (hangs) throw new Error('It hangs.')
      const limit = new AbortController()
      const deadline = setTimeout(() => limit.abort(new Error('It is too slow.')), deadlineMs)
      const doubt = setInterval(() => healthUrl !== undefined && void look(healthUrl), DOUBT_MS)
      waiting.add(limit)
      try {
        return await Promise.race([call(limit.signal), aborted(limit.signal)])
      } finally {
        waiting.delete(limit)
        clearTimeout(deadline)
        clearInterval(doubt)
      }
    },
    close: () => closed.abort(),
  }
}

/** A refusal is no silence: a process that ends takes no new connection, and answers what it has. */
async function isSilent(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) })
    await answer.text()
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
