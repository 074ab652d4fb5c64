// The report as workflow commands, which GitHub shows beside the changed lines.
import type { Report } from '../run.ts'
import type { Judged } from '../verdict.ts'
import { joined, inLog, workflowCommand, type Markup } from './escape/markup.ts'
import { counted, outcome, usedBy, worstFirst } from './words.ts'

/** The maximum number of annotations. GitHub shows ten of a kind; the others are in the log. */
const MAX_ANNOTATIONS = 1_000

/** A command for each finding, and the outcome as a line of the log. */
export function github(report: Report): Markup<'github'> {
  const notable = worstFirst(report.findings).filter(
    ({ severity, step }) => severity !== 'safe' || NOTED.has(step),
  )
  const more = notable.length - MAX_ANNOTATIONS
  return joined('github', [
    ...notable.slice(0, MAX_ANNOTATIONS).map(annotation),
    ...(more > 0 ? [inLog`and ${counted(more, 'finding')} more`] : []),
    inLog`${outcome(report)}`,
  ])
}

/** The error of a check that could not run. */
export function githubFailure(lines: readonly string[]): Markup<'github'> {
  return workflowCommand('error', { title: 'Schema check' }, lines.join('\n'))
}

/** Steps whose harmless findings are worth a note. */
const NOTED = new Set<string>(['plans', 'approvals', 'composition'])

function annotation(finding: Judged): Markup<'github'> {
  const { fails, severity, file, line, id, message } = finding
  const name = fails ? 'error' : severity === 'safe' ? 'notice' : 'warning'
  const text = [message, usedBy(finding)].filter(Boolean).join(' – ')
  return workflowCommand(name, { file, line, title: id }, text)
}
