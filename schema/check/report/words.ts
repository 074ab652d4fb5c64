// Words that several formats share.
import { stringify } from 'yaml'
import type { Report } from '../run.ts'
import { SEVERITIES } from '../finding.ts'
import type { Judged } from '../verdict.ts'

/** An id as an approval writes it: in quotes where YAML would take it for something else. */
export function inYaml(id: string): string {
  return stringify(id, { lineWidth: 0, blockQuote: false }).trimEnd()
}

/** The outcome in a sentence. */
export function outcome({ ok, summary }: Report): string {
  if (!ok) return `${counted(summary.failing, 'change')} must not pass.`
  if (summary.approved > 0) return `Fine: ${counted(summary.approved, 'change')} approved.`
  const worse = SEVERITIES.slice(1).filter((severity) => summary[severity] > 0)
  if (worse.length === 0) return 'Fine.'
  const counts = worse.map((severity) => `${summary[severity]} ${severity}`)
  return `Fine: nothing fails (${counts.join(', ')}).`
}

/** `subgraphs/path/schema.graphql:63`, or nothing. */
export function placed({ file, line }: Judged): string | undefined {
  return line === undefined ? file : `${file}:${line}`
}

/** Who uses what has changed; nothing where the question makes no sense. */
export function usedBy({ uses }: Judged): string | undefined {
  if (!uses) return undefined
  return uses.length > 0 ? `used by ${uses.join(', ')}` : 'no known operation uses it'
}

/** What became of a finding, in a word. */
export function fate({ fails, approval, severity }: Judged): string {
  if (approval) return `${severity}, approved by ${approval.owner} until ${approval.expires}`
  return fails || severity === 'safe' ? severity : `${severity}, does not fail`
}

/** Nothing for a finding that somebody can approve. */
export function finality({ final, fails }: Judged): string | undefined {
  return final && fails ? 'No approval lets it pass.' : undefined
}

/** The worst first, and among equals what fails first. */
export function worstFirst(findings: readonly Judged[]): Judged[] {
  const rank = ({ severity, fails }: Judged) =>
    SEVERITIES.indexOf(severity) + (fails ? SEVERITIES.length : 0)
  return findings.toSorted((one, other) => rank(other) - rank(one))
}

export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
