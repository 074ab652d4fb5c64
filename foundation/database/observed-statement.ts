// Publishes to telemetry how long a statement took, and how many rows it returned or changed.
import { statementSteps, type StatementStep } from '#foundation/telemetry/steps.ts'

export type ObservedStatement = Pick<StatementStep, 'service' | 'sql' | 'isChange'>

/**
 * Runs a statement that has its connection, and publishes its end.
 * @param rowsOf the number of rows of the result; undefined to publish nothing. Called only if somebody subscribes
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
