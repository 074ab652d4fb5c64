// Approvals let named changes pass until a date. A file of the project lists them.
import { findingsOf, safe, type Finding, type Rules } from './finding.ts'
import { didYouMean } from './near.ts'
import { UsageError, type Text } from './sources/files.ts'
import { parseYaml } from './sources/yaml.ts'

export const approvalRules = {
  'approval-expired': safe('an approval has expired', '`expires: 2026-01-31`', {
    fix: 'Remove it, or let its owner approve anew.',
  }),
  'approval-unused': safe('no finding needs an approval', 'the change is on main', {
    fix: 'Remove it.',
  }),
  'approval-pending': safe('an approval is added by the change itself', 'it is not on main', {
    why: 'A change must not approve itself.',
    fix: 'Merge the approval first, or confirm it with --approved-by in a step that the change cannot edit.',
  }),
  'approval-too-long': safe('an approval expires too late to count', 'in a year', {
    fix: 'Set an earlier last day.',
  }),
  'approval-refused': safe(
    'an approval names a finding that cannot be approved',
    'a documented path',
    { fix: 'Remove it, and undo the change.' },
  ),
} satisfies Rules

const tell = findingsOf('approvals', approvalRules)

export interface Approval {
  /** The id of the approved finding. */
  change: string
  reason: string
  /** The person who approved it. */
  owner: string
  /** The last day it is valid, as YYYY-MM-DD in UTC. */
  expires: string
}

/** The approvals in a file. @throws UsageError for an incomplete one */
function readApprovals(given: Text): Approval[] {
  const { file } = given
  const entries = parseYaml(given) ?? []
  if (!Array.isArray(entries)) throw new UsageError(`${file} must be a list of approvals.`)
  return entries.map((entry: unknown, index) => {
    const approval = (entry ?? {}) as Partial<Record<keyof Approval, unknown>>
    for (const name of ['change', 'reason', 'owner', 'expires'] as const) {
      const value = approval[name]
      if (typeof value === 'string' && value.trim() !== '') continue
      throw new UsageError(`${file}: approval ${index + 1} has no ${name}.`)
    }
    if (isDay(String(approval.expires))) return approval as unknown as Approval
    const named = `approval ${index + 1} (${String(approval.change)})`
    throw new UsageError(`${file}: ${named}: expires must be a date like 2026-12-31.`)
  })
}

/** True for a valid date, as YYYY-MM-DD. */
function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Approvals of the head, split by whether they are in force. */
export interface Approvals {
  file: string
  counting: readonly Approval[]
  /** Approvals that the change adds, and that `--approved-by` does not confirm. */
  pending: readonly Approval[]
}

/** The longest time an approval may last, in days from today. */
const DAYS = 90

/**
 * A change must not approve itself. An approval counts if the base has it, word for word, or if
 * `--approved-by` names its owner.
 * @throws UsageError for unreadable approvals of the head; unreadable ones of the base are ignored
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

/** The approval that covers a finding today, if any. */
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

/**
 * Findings about the approvals themselves.
 * @param rules the names of all rules, with which the id of a finding begins
 */
export function checkApprovals(
  { file, counting, pending }: Approvals,
  findings: readonly Finding[],
  today: string,
  rules: readonly string[],
): Finding[] {
  const reported = (approval: Approval, isPending: boolean): Finding[] => {
    const found = findings.find(({ id, severity }) => id === approval.change && severity !== 'safe')
    const news = newsOf(approval, found, isPending, today)
    if (!news) return []
    const [rule, message] = news
    const reason = (!found && mistyped(approval, rules)) || message
    return [tell(rule, { coordinate: approval.change, at: { file } }, reason)]
  }
  return [
    ...counting.flatMap((approval) => reported(approval, false)),
    ...pending.flatMap((approval) => reported(approval, true)),
  ]
}

/** The message for an approval whose id names no known rule; undefined otherwise. */
function mistyped({ change }: Approval, rules: readonly string[]): string | undefined {
  const [rule = ''] = change.split(':')
  if (rules.includes(rule)) return undefined
  return `There is no rule ${rule}.${didYouMean(rule, rules)}`
}

function newsOf(
  { owner, expires }: Approval,
  found: Finding | undefined,
  isPending: boolean,
  today: string,
): [rule: keyof typeof approvalRules, message: string] | undefined {
  if (expires < today)
    return ['approval-expired', `The approval by ${owner} expired on ${expires}.`]
  if (!found) return ['approval-unused', 'No finding needs this approval: remove it.']
  if (found.final)
    return ['approval-refused', 'This finding cannot be approved: remove the approval.']
  if (!isValid({ expires }, today)) {
    return [
      'approval-too-long',
      `An approval must expire by ${lastDay(today)}, ${DAYS} days from today.`,
    ]
  }
  if (!isPending) return undefined
  return [
    'approval-pending',
    `The change itself adds this approval. It counts once the base has it, or with --approved-by ${owner}.`,
  ]
}
