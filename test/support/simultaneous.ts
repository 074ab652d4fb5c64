// Requests that a test sends at once also run at once in the database.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FormattedExecutionResult } from 'graphql'

let requests = 0

/**
 * Runs a request. If another one is under way, every connection is opened before: a request that waits for its
 * connection would come too late to a race. Opening them takes more processor time than most tests.
 */
export async function runWithOthers<T>(
  openConnections: () => Promise<void>,
  run: () => Promise<T>,
): Promise<T> {
  requests += 1
  try {
    await nextTurn()
    if (requests > 1) await openConnections()
    return await run()
  } finally {
    requests -= 1
  }
}

/** Runs something many times at once. */
export const atOnce = <T>(times: number, run: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_none, index) => run(index)))

/** What refused the requests, in the order of their responses: the `extensions` of each error. */
export const refusalsOf = (responses: readonly FormattedExecutionResult[]) =>
  responses.flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions))
