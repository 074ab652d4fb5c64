// Runs the background work of a service, round after round, until the service stops.
import { setTimeout as delay } from 'node:timers/promises'
import { isReported } from '#foundation/domain/errors.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { createRepeatedLog } from '#foundation/telemetry/log/repeated-log.ts'
import { runStep, workSteps } from '#foundation/telemetry/steps.ts'

/** Background work of a service, e.g. deliveries that an outage delayed. */
export interface Worker<C> {
  name: string
  everyMs: number
  /** One round, which stops between two items when the service stops. Several processes may run it at once. */
  run: (ctx: C, stopping: AbortSignal) => Promise<void>
}

export interface Workers {
  /** Starts no further round, and waits for the rounds under way. */
  stop(): Promise<void>
}

/** Starts every worker with a round at once; a round that fails is logged and the next one runs. */
export function startWorkers<C>(
  workers: readonly Worker<C>[],
  createContext: () => C,
  log: Log,
): Workers {
  const stopping = new AbortController()
  const running = workers.map((worker) => runRounds(worker, createContext, log, stopping.signal))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

async function runRounds<C>(
  { name, everyMs, run }: Worker<C>,
  createContext: () => C,
  log: Log,
  stopping: AbortSignal,
): Promise<void> {
  const logRepeatedly = createRepeatedLog()
  while (!stopping.aborted) {
    const round = () => run(createContext(), stopping)
    await runStep(workSteps, () => ({ kind: 'round' as const, name }), round).catch(
      (error: unknown) => {
        if (isReported(error)) return
        logRepeatedly(String(error), (repeated) => {
          const about = { err: error, worker: name, ...repeated }
          log.error(about, 'a round of background work failed')
        })
      },
    )
    await delay(everyMs, undefined, { signal: stopping, ref: false }).catch(() => undefined)
  }
}
