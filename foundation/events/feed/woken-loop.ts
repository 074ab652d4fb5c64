// Repeats work in rounds: soon after the loop is woken, and at intervals.
import { AsyncLocalStorage } from 'node:async_hooks'
import { isReported } from '#foundation/domain/errors.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { createRepeatedLog } from '#foundation/telemetry/log/repeated-log.ts'
import { runStep, workSteps } from '#foundation/telemetry/steps.ts'

export interface WokenLoop {
  /** Begins a round soon, because there may be work. */
  wake(): void
  /** How long ago a round began that found or left nothing to do; 0 before the first round. */
  lagSeconds(): number
  /** Starts no further round, and waits for the one under way. */
  stop(): Promise<void>
}

export interface WokenLoopOptions {
  name: string
  /**
   * Runs a round; `isWoken` is true if the loop was woken. Returns whether there may be more work. A failure is logged,
   * and the next round follows.
   */
  round: (isWoken: boolean) => Promise<boolean>
  /** The time from the end of a round to the next one, if there may be work. */
  minPauseMs: number
  /** The time to the next round without being woken, because hints may be lost, and after a failure. */
  maxPauseMs: number
  log: Log
}

/** Starts a loop that runs its first round when it is woken. Rounds do not overlap. */
export function startWokenLoop(options: WokenLoopOptions): WokenLoop {
  const { minPauseMs, maxPauseMs } = options
  // Rounds use neither the response budget nor the share of connections of the request that wakes the loop.
  const outsideRequests = AsyncLocalStorage.snapshot()
  const runRound = loggingFailures(options)
  let running: Promise<void> | undefined
  let isWoken = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let nextAt = 0
  let doneAt: number | undefined

  const schedule = (ms: number) => {
    clearTimeout(timer)
    if (!isStopped) timer = outsideRequests(() => setTimeout(start, ms).unref())
  }
  const start = () => {
    const wasWoken = isWoken
    isWoken = false
    const beganAt = performance.now()
    doneAt ??= beganAt
    running = runRound(wasWoken).then((outcome) => {
      running = undefined
      if (outcome === 'done') doneAt = beganAt
      const pause = outcome === 'failed' ? maxPauseMs : minPauseMs
      nextAt = performance.now() + pause
      isWoken ||= outcome === 'more'
      schedule(isWoken ? pause : maxPauseMs)
    })
  }
  return {
    wake() {
      if (isWoken) return
      isWoken = true
      if (!running) schedule(Math.max(0, nextAt - performance.now()))
    },
    lagSeconds: () => (doneAt === undefined ? 0 : (performance.now() - doneAt) / 1_000),
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

function loggingFailures({ name, round, log }: WokenLoopOptions) {
  const logRepeatedly = createRepeatedLog()
  return async (isWoken: boolean): Promise<'done' | 'more' | 'failed'> => {
    try {
      const work = () => round(isWoken)
      const hasMore = await runStep(workSteps, () => ({ kind: 'round' as const, name }), work)
      return hasMore ? 'more' : 'done'
    } catch (error) {
      if (isReported(error)) return 'failed'
      logRepeatedly(String(error), (repeated) => {
        log.error({ err: error, worker: name, ...repeated }, 'a round of background work failed')
      })
      return 'failed'
    }
  }
}
