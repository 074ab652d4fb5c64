// Tells those who observe statements how long one took, and of how many rows it was.
import { statementSteps, type StatementStep } from '#foundation/telemetry/steps.ts'

/** Begins to time a statement that has its connection. Returns undefined while nobody observes. */
export function beginStatement(service: string, sql: string): StatementStep | undefined {
  if (!statementSteps.hasSubscribers) return undefined
  return { service, sql, began: performance.now(), durationMs: 0, rows: 0 }
}

/** Tells of the end of a statement. */
export function endStatement(step: StatementStep | undefined, rows: number): void {
  if (!step) return
  step.durationMs = performance.now() - step.began
  step.rows = rows
  statementSteps.publish(step)
}

/** Tells of the end of a statement that failed. */
export function failStatement(step: StatementStep | undefined, error: unknown): void {
  if (step) step.error = error
  endStatement(step, 0)
}
