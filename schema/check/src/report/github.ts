// The report as workflow commands, which GitHub shows beside the changed lines.
import type { Report } from '../run.ts'
import type { Judged } from '../verdict.ts'
import { outcome, usedBy, worstFirst } from './words.ts'

/** https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
export function github(report: Report): string {
  const notable = worstFirst(report.findings).filter(
    ({ severity, step }) => severity !== 'safe' || NOTED.has(step),
  )
  return [...notable.map(annotation), outcome(report)].join('\n')
}

/** The error of a check that could not run. */
export function githubFailure(message: string): string {
  return `::error title=Schema check::${escapeData(message)}`
}

/** Steps whose harmless findings are worth a note. */
const NOTED = new Set<string>(['plans', 'approvals', 'composition'])

function annotation(finding: Judged): string {
  const { fails, severity, file, line, id, message } = finding
  const command = fails ? 'error' : severity === 'safe' ? 'notice' : 'warning'
  const properties = Object.entries({ file, line, title: id })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`)
  const text = [message, usedBy(finding)].filter(Boolean).join(' – ')
  return `::${command} ${properties.join(',')}::${escapeData(text)}`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
