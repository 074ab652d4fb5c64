// The planner of the router: Hive's or Apollo's, and the other one for what the first does not plan.
import type { Log } from '#foundation/telemetry/log.ts'
import { createRepeatedLog } from '#foundation/telemetry/log/repeated-log.ts'
import { unservedMetrics, type PlanMetrics } from '../metrics.ts'
import type { RouterEngine } from '../settings.ts'
import { choosePlanners, type PlannerName } from './choose-planners.ts'
import { measuredPlanner } from './measured-planner.ts'
import type { Planner } from './planner.ts'
import { startApolloPlanner, startNativePlanner } from './remote/remote-planners.ts'

export interface StartPlannerOptions {
  /** With `worker`, Apollo's planner plans everything. */
  engine?: RouterEngine | undefined
  log: Log
  metrics?: Pick<PlanMetrics, 'planSeconds' | 'plannerRestarts'>
  /** Aborts the start. */
  signal?: AbortSignal | undefined
}

/** Starts the planner for a supergraph. @throws when no planner understands it */
export async function startPlanner(
  supergraph: string,
  { engine, log, metrics = unservedMetrics(), signal }: StartPlannerOptions,
): Promise<Planner> {
  const start = async (name: PlannerName, ends?: AbortSignal) => {
    const startNamed = name === 'native' ? startNativePlanner : startApolloPlanner
    const onRestart = () => metrics.plannerRestarts.inc({ planner: name })
    return measuredPlanner(name, await startNamed(supergraph, { onRestart, signal: ends }), metrics)
  }
  const [first, second] = engine === 'worker' ? (['apollo'] as const) : choosePlanners(supergraph)
  const started = await start(first, signal).catch((error: unknown) => {
    if (second === undefined || signal?.aborted) throw error
    const { message: reason } = error as Error
    log.warn({ reason, planner: first }, 'a query planner does not start: the other one plans')
  })
  if (!started) return start(second!, signal)
  return second === undefined ? started : withFallback(started, () => start(second), log)
}

/** Uses a second planner for operations that the first one fails to plan. It is started for the first of them. */
function withFallback(first: Planner, startSecond: () => Promise<Planner>, log: Log): Planner {
  const logRepeatedly = createRepeatedLog()
  let second: Promise<Planner> | undefined
  let isClosed = false
  const secondOnce = () =>
    (second ??= startSecond().catch((error: unknown) => {
      second = undefined
      throw error
    }))
  return {
    apiSchema: first.apiSchema,
    labels: first.labels,
    async plan(operation, signal, override) {
      try {
        return await first.plan(operation, signal, override)
      } catch (error) {
        signal.throwIfAborted()
        if (isClosed) throw error
        const { message: reason } = error as Error
        logRepeatedly(reason, (repeated) => {
          log.warn({ reason, ...repeated }, 'a query planner fails: the other one plans')
        })
        return (await secondOnce()).plan(operation, signal, override)
      }
    },
    async close() {
      isClosed = true
      const closed = second?.then(
        (planner) => planner.close(),
        () => undefined,
      )
      await Promise.all([first.close(), closed])
    },
  }
}
