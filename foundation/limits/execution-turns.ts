// Lets the executions of subscriptions take turns. One event may begin thousands at once: with all of them in the
// queues of the database, those at the end would be refused, and their subscribers would miss the change.
import { currentCallerKey } from '#foundation/limits/current-caller.ts'
import { FairSemaphore } from '#foundation/limits/fair-semaphore.ts'

/** Enough to keep the database busy. The queue needs no limit, because open subscriptions have one. */
const LIMITS = { total: 32, perCaller: 8, waiting: Infinity, waitingPerCaller: Infinity }
/** The longest turn. An execution that takes longer waits for something else, and others must not wait for that. */
const MAX_TURN_MS = 250

export interface ExecutionTurns {
  /** Executes in turn; undefined once the signal is aborted. A turn ends after a while, also if the execution goes on. */
  run<Result>(signal: AbortSignal, execute: () => Promise<Result>): Promise<Result | undefined>
}

export function createExecutionTurns(): ExecutionTurns {
  const semaphore = new FairSemaphore(LIMITS)
  return {
    async run(signal, execute) {
      const release = await semaphore.acquire(currentCallerKey(), { signal })
      if (!release) return undefined
      const longest = setTimeout(release, MAX_TURN_MS)
      try {
        return await execute()
      } finally {
        clearTimeout(longest)
        release()
      }
    },
  }
}
