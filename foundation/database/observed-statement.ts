// Tells those who observe statements how long one took, and of how many rows it was.
import { statementSteps, type StatementStep } from '#foundation/telemetry/steps.ts'

export type ObservedStatement = Pick<StatementStep, 'service' | 'sql' | 'isChange'>

/**
 * Runs a statement that has its connection, and tells of its end.
 * @param rowsOf how many rows the result is of; undefined if there is nothing to tell. Called only if somebody observes
 */
export async function observeStatement<Result>(
  statement: ObservedStatement,
  run: () => Promise<Result>,
  rowsOf: (result: Result) => number | undefined,
): Promise<Result> {
  if (!statementSteps.hasSubscribers) return run()
  const step: StatementStep = { ...statement, began: performance.now(), durationMs: 0, rows: 0 }
  try {
    const result = await run()
    const rows = rowsOf(result)
    if (rows !== undefined) tell(step, rows)
    return result
  } catch (error) {
    step.error = error
    tell(step, 0)
    throw error
  }
}

function tell(step: StatementStep, rows: number): void {
  step.durationMs = performance.now() - step.began
  step.rows = rows
  statementSteps.publish(step)
}
