// Lets the executions of subscriptions take turns. One event may begin thousands at once: with all of them in the
// queues of the database, those at the end would be refused, and their subscribers would miss the change.
import { currentCallerKey } from '#foundation/limits/current-caller.ts'
import { FairSemaphore } from '#foundation/limits/fair-semaphore.ts'

/** Enough to keep the database busy. The queue needs no limit, because open subscriptions have one. */
const LIMITS = { total: 32, perCaller: 8, waiting: Infinity, waitingPerCaller: Infinity }

export interface ExecutionTurns {
  /** Executes in turn; undefined once the signal is aborted. */
  run<Result>(signal: AbortSignal, execute: () => Promise<Result>): Promise<Result | undefined>
}

export function createExecutionTurns(): ExecutionTurns {
  const semaphore = new FairSemaphore(LIMITS)
  return {
    async run(signal, execute) {
      const release = await semaphore.acquire(currentCallerKey(), { signal })
      if (!release) return undefined
      try {
        return await execute()
      } finally {
        release()
      }
    },
  }
}
