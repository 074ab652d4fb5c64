// Approvals: changes that somebody answers for by name, until a day. schema/approvals.yaml lists them.
import { parse } from 'yaml'
import { findingsOf, safe, type Finding, type Rules } from './finding.ts'
import { UsageError } from './sources/files.ts'
import type { Text } from './sources/tree.ts'

export const approvalRules = {
  'approval-expired': safe('an approval is over and lets nothing pass', '`expires: 2026-01-31`'),
  'approval-unused': safe('nothing needs an approval any more', 'the change is on main now'),
  'approval-pending': safe('an approval that the change itself brings along', 'it is not on main'),
  'approval-too-long': safe('an approval ends too late and lets nothing pass', 'in a year'),
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
function readApprovals({ file, text }: Text): Approval[] {
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

/** Approvals of the head, apart by whether they count. */
export interface Approvals {
  file: string
  counting: readonly Approval[]
  /** Brought along by the change, and confirmed by nobody. */
  pending: readonly Approval[]
}

/** The farthest day on which an approval may end, from today. */
const DAYS = 90

/**
 * A change must not approve itself: an approval counts if it stands in the base as well, word for
 * word, or if whoever runs the check says that its owner has approved.
 * @throws UsageError for approvals of the head that cannot be read; unreadable ones of the base count for nothing
 */
export function approvalsOf(
  base: Text | undefined,
  head: Text | undefined,
  approvedBy: readonly string[],
): Approvals {
  const all = head ? readApprovals(head) : []
  const known = new Set(base ? readable(base).map(wordsOf) : [])
  const counts = (one: Approval) => known.has(wordsOf(one)) || approvedBy.includes(one.owner)
  const pending = all.filter((one) => !counts(one))
  return { file: head?.file ?? '', counting: all.filter(counts), pending }
}

function readable(text: Text): Approval[] {
  try {
    return readApprovals(text)
  } catch (error) {
    if (error instanceof UsageError) return []
    throw error
  }
}

function wordsOf({ change, reason, owner, expires }: Approval): string {
  return JSON.stringify([change, reason, owner, expires])
}

/** The approval that lets a finding pass today, if there is one. */
export function approvalOf(
  { id, final }: Finding,
  { counting }: Approvals,
  today: string,
): Approval | undefined {
  if (final) return undefined
  return counting.find((one) => one.change === id && isValid(one, today))
}

const isValid = ({ expires }: Pick<Approval, 'expires'>, today: string) =>
  expires >= today && expires <= lastDay(today)

function lastDay(today: string): string {
  const day = new Date(today)
  day.setUTCDate(day.getUTCDate() + DAYS)
  return day.toISOString().slice(0, 10)
}

/** What is to be told of the approvals themselves. */
export function checkApprovals(
  { file, counting, pending }: Approvals,
  findings: readonly Finding[],
  today: string,
): Finding[] {
  const reported = (approval: Approval, isPending: boolean): Finding[] => {
    const found = findings.find(({ id, severity }) => id === approval.change && severity !== 'safe')
    const news = newsOf(approval, found, isPending, today)
    if (!news) return []
    const [rule, message] = news
    return [tell(rule, { coordinate: approval.change, at: { file } }, message)]
  }
  return [
    ...counting.flatMap((approval) => reported(approval, false)),
    ...pending.flatMap((approval) => reported(approval, true)),
  ]
}

function newsOf(
  { owner, expires }: Approval,
  found: Finding | undefined,
  isPending: boolean,
  today: string,
): [rule: keyof typeof approvalRules, message: string] | undefined {
  if (expires < today) return ['approval-expired', `The approval by ${owner} ended on ${expires}.`]
  if (!found) return ['approval-unused', 'No finding needs this approval: remove it.']
  if (found.final) return ['approval-refused', 'No approval can let this pass: remove it.']
  if (!isValid({ expires }, today)) {
    return ['approval-too-long', `It must expire by ${lastDay(today)}, ${DAYS} days from today.`]
  }
  if (!isPending) return undefined
  return [
    'approval-pending',
    `The change itself adds it. It counts once the base has it, or with --approved-by ${owner} (docs/schema-checks.md).`,
  ]
}

function parseYaml(file: string, text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message.split('\n')[0]}`)
  }
}
