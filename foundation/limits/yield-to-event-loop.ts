// The work for a large response is done in turns of the event loop, so that other requests run in between.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { currentBudget } from '#foundation/limits/response-budget.ts'

/** Lets other requests run if the response that is being built is large; a small one goes on at once. */
export async function yieldToEventLoop(): Promise<void> {
  if (currentBudget()?.isSmall === false) await nextTurn()
}
