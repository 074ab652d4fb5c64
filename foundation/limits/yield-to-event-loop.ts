// Splits the work for a large response into turns of the event loop, so that other requests run in between.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { currentBudget } from '#foundation/limits/response-budget.ts'

/** Lets other requests run if the current response is large; returns at once for a small one. */
export async function yieldToEventLoop(): Promise<void> {
  if (currentBudget()?.isSmall === false) await nextTurn()
}
