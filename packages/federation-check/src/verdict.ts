// Decides which findings fail the check.
import type { Approval } from './approvals.ts'
import { SEVERITIES, type Finding, type Severity } from './finding.ts'

export interface Policy {
  /** The lowest severity that fails the check. Security findings always fail it. */
  failOn: 'breaking' | 'dangerous'
  /** True when a breaking change that no known operation uses fails the check. */
  failOnUnused: boolean
}

export interface Judged extends Finding {
  approval?: Approval
  fails: boolean
}

/** Judges one finding; `approval` is the one valid for it today. */
export function judge(finding: Finding, approval: Approval | undefined, policy: Policy): Judged {
  if (finding.severity === 'safe') return { ...finding, fails: false }
  if (approval) return { ...finding, approval, fails: false }
  return { ...finding, fails: isTooMuch(finding, policy) }
}

/** How many findings there are of each severity, and how many fail or are approved. */
export function summaryOf(findings: readonly Judged[]) {
  const count = (is: (finding: Judged) => boolean) => findings.filter(is).length
  const bySeverity = SEVERITIES.map((severity) => [
    severity,
    count((finding) => finding.severity === severity),
  ])
  return {
    ...(Object.fromEntries(bySeverity) as Record<Severity, number>),
    approved: count(({ approval }) => approval !== undefined),
    failing: count(({ fails }) => fails),
  }
}

function isTooMuch({ severity, uses }: Finding, { failOn, failOnUnused }: Policy): boolean {
  if (severity === 'security') return true
  if (severity === 'breaking' && uses?.length === 0 && !failOnUnused) return false
  return SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(failOn)
}
