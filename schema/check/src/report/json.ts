// The report for programs, as report.schema.json describes it.
import type { Report } from '../run.ts'

/** The whole report, indented. */
export function json(report: Report): string {
  return JSON.stringify(report, null, 2)
}
