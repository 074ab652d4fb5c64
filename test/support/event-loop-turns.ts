// Measures how often other work can run while a response is built.
import { createLargeResponseSlots } from '#foundation/limits/large-responses.ts'
import {
  DEFAULT_RESPONSE_BYTES,
  ResponseBudget,
  runInBudget,
} from '#foundation/limits/response-budget.ts'
import { callerOf } from './caller.ts'

/** The bytes read for a response. */
export const SMALL = 1_000
export const LARGE = 1_000_000

/** The turns of the event loop during a response for which so many bytes were read. */
export async function countTurns(bytes: number, build: () => Promise<unknown>): Promise<number> {
  const limits = { bytes: DEFAULT_RESPONSE_BYTES, slots: createLargeResponseSlots() }
  const budget = ResponseBudget.forRequest({ limits, caller: callerOf(), res: undefined as never })
  budget.addSource(bytes)
  let turns = 0
  let building = true
  const count = () => {
    turns += 1
    if (building) setImmediate(count)
  }
  setImmediate(count)
  await runInBudget(budget, build)
  building = false
  return turns
}
