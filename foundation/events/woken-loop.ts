// Repeats a piece of work when somebody says that there may be some, and now and then without being told.
import type { Log } from '#foundation/telemetry/log.ts'
import { createRepeatedLog } from '#foundation/telemetry/repeated-log.ts'

export interface WokenLoop {
  /** There may be work: a round begins soon. */
  wake(): void
  /** Starts no further round, and waits for the one under way. */
  stop(): Promise<void>
}

export interface WokenLoopOptions {
  name: string
  /** Must not run twice at once. A failure is logged, and the next round comes by itself. */
  round: () => Promise<unknown>
  /** The time from the end of a round to the next one, if it was woken meanwhile. */
  minPauseMs: number
  /** The time to the next round without being woken: hints may be lost. */
  maxPauseMs: number
  log: Log
}

/** Starts with a pause, which `wake` ends. */
export function startWokenLoop(options: WokenLoopOptions): WokenLoop {
  const { name, round, minPauseMs, maxPauseMs, log } = options
  const logRepeatedly = createRepeatedLog()
  let running: Promise<void> | undefined
  let isWoken = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let endedAt = -Infinity

  const schedule = (ms: number) => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(start, ms).unref()
  }
  const start = () => {
    isWoken = false
    running = round()
      .catch((error: unknown) => {
        logRepeatedly(String(error), (repeated) => {
          log.error({ err: error, worker: name, ...repeated }, 'a round of background work failed')
        })
      })
      .then(() => {
        running = undefined
        endedAt = performance.now()
        schedule(isWoken ? minPauseMs : maxPauseMs)
      })
  }
  schedule(maxPauseMs)
  return {
    wake() {
      if (isWoken) return
      isWoken = true
      if (!running) schedule(Math.max(0, minPauseMs - (performance.now() - endedAt)))
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
