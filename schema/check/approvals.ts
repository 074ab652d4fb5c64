// Approvals: changes that somebody answers for by name, until a day. schema/approvals.yaml lists them.
import { parse } from 'yaml'
import { findingsOf, safe, type Finding, type Rules } from './finding.ts'
import { UsageError } from './sources/files.ts'
import type { Text } from './sources/tree.ts'

export const approvalRules = {
  'approval-expired': safe('an approval is over and lets nothing pass', '`expires: 2026-01-31`'),
  'approval-unused': safe('nothing needs an approval any more', 'the change is on main now'),
  'approval-refused': safe('an approval of what cannot be approved', 'a documented path'),
} satisfies Rules

const tell = findingsOf('approvals', approvalRules)

export interface Approval {
  /** The id of the finding that may pass. */
  change: string
  reason: string
  /** Who answers for it. */
  owner: string
  /** The last day it holds, as YYYY-MM-DD in UTC. */
  expires: string
}

/** The approvals in a file. @throws UsageError with a sentence for one that is not complete */
export function readApprovals({ file, text }: Text): Approval[] {
  const entries = parseYaml(file, text) ?? []
  if (!Array.isArray(entries)) throw new UsageError(`${file} must be a list of approvals.`)
  return entries.map((entry: unknown, index) => {
    const approval = (entry ?? {}) as Partial<Record<keyof Approval, unknown>>
    for (const name of ['change', 'reason', 'owner', 'expires'] as const) {
      const value = approval[name]
      if (typeof value === 'string' && value.trim() !== '') continue
      throw new UsageError(`${file}: approval ${index + 1} must say ${name}.`)
    }
    if (isDay(String(approval.expires))) return approval as unknown as Approval
    const named = `approval ${index + 1} (${String(approval.change)})`
    throw new UsageError(`${file}: ${named} must expire on a day, as 2026-12-31.`)
  })
}

/** True for a day of the calendar, as YYYY-MM-DD. */
function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** The approval that lets a finding pass today, if there is one. */
export function approvalOf(
  { id, final }: Finding,
  approvals: readonly Approval[],
  today: string,
): Approval | undefined {
  if (final) return undefined
  return approvals.find(({ change, expires }) => change === id && expires >= today)
}

/** What is to be told of the approvals themselves. */
export function checkApprovals(
  approvals: readonly Approval[],
  findings: readonly Finding[],
  file: string,
  today: string,
): Finding[] {
  const report = (rule: keyof typeof approvalRules, { change }: Approval, message: string) =>
    tell(rule, { coordinate: change, at: { file } }, message)
  return approvals.flatMap((approval) => {
    const { change, owner, expires } = approval
    const found = findings.find(({ id, severity }) => id === change && severity !== 'safe')
    if (expires < today) {
      return [report('approval-expired', approval, `${owner} approved it until ${expires}.`)]
    }
    if (!found) return [report('approval-unused', approval, `Nothing needs it; remove it.`)]
    if (!found.final) return []
    return [report('approval-refused', approval, 'This never passes, approved or not.')]
  })
}

function parseYaml(file: string, text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message.split('\n')[0]}`)
  }
}
