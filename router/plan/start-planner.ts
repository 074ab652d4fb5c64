// The planner of the router: Hive's or Apollo's, and the other one for what the first does not plan.
import type { Log } from '#foundation/telemetry/log.ts'
import { createRepeatedLog } from '#foundation/telemetry/repeated-log.ts'
import { choosePlanners, type PlannerName } from './choose-planners.ts'
import type { Planner } from './planner.ts'
import { startApolloPlanner, startNativePlanner } from './remote-planners.ts'

/**
 * Starts the planner for a supergraph.
 * @param signal ends the start
 * @throws when no planner understands it
 */
export async function startPlanner(
  supergraph: string,
  log: Log,
  signal?: AbortSignal,
): Promise<Planner> {
  const start = (name: PlannerName, ends?: AbortSignal) =>
    (name === 'native' ? startNativePlanner : startApolloPlanner)(supergraph, ends)
  const [first, second] = choosePlanners(supergraph)
  const started = await start(first, signal).catch((error: unknown) => {
    if (second === undefined || signal?.aborted) throw error
    const { message: reason } = error as Error
    log.warn({ reason, planner: first }, 'a query planner does not start: the other one plans')
  })
  if (!started) return start(second!, signal)
  return second === undefined ? started : withFallback(started, () => start(second), log)
}

/** The second planner is started for the first operation that the first one fails to plan. */
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
    async plan(operation, signal) {
      try {
        return await first.plan(operation, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (isClosed) throw error
        const { message: reason } = error as Error
        logRepeatedly(reason, (repeated) => {
          log.warn({ reason, ...repeated }, 'a query planner fails: the other one plans')
        })
        return (await secondOnce()).plan(operation, signal)
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
