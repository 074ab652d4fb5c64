// Decides whether a usage file is reliable: it counts something, in a window that is long and recent enough.
import { dangerous, findingsOf, type Finding, type Rules } from '../finding.ts'
import type { FieldUsage } from './field-usage.ts'
import { daysBetween } from './window.ts'

export const usageRules = {
  'usage-empty': dangerous('a usage file counts nothing', 'a file without coordinates'),
  'usage-without-window': dangerous('a usage file covers unknown days', 'no `from` and `to`'),
  'usage-stale': dangerous('a usage file is too old', 'it ends a month ago'),
  'usage-too-short': dangerous('a usage file covers too few days', 'it begins a week ago'),
} satisfies Rules

const tell = findingsOf('usage', usageRules)

/** The usage, with the limits for a reliable file. */
export interface GivenUsage {
  /** The file it was read from. */
  file: string
  usage: FieldUsage
  /** The minimum number of days that it must cover. Default: 30. */
  days?: number
  /** The maximum number of days since its end. Default: 7. */
  maxAgeDays?: number
}

/**
 * The usage, or a finding with the reason why it is not reliable.
 * @param today as YYYY-MM-DD, in UTC
 */
export function reliableUsage(
  given: GivenUsage | undefined,
  today: string,
): { counted?: FieldUsage; findings: Finding[] } {
  if (!given) return { findings: [] }
  const problem = problemOf(given, today)
  if (!problem) return { counted: given.usage, findings: [] }
  const [rule, reason] = problem
  const { file } = given
  const message = `${file} ${reason}. Nothing counts as unused.`
  return { findings: [tell(rule, { coordinate: file, at: { file } }, message)] }
}

function problemOf(
  { usage, days = 30, maxAgeDays = 7 }: GivenUsage,
  today: string,
): [rule: keyof typeof usageRules, reason: string] | undefined {
  const { window, used } = usage
  if (used.size === 0) return ['usage-empty', 'counts nothing']
  if (!window) return ['usage-without-window', 'does not say which days it covers']
  const age = daysBetween(window.to, today)
  if (age < 0) return ['usage-without-window', `ends in the future, on ${window.to}`]
  if (age > maxAgeDays) {
    return [
      'usage-stale',
      `ends on ${window.to}, ${age} days ago; at most ${maxAgeDays} are allowed`,
    ]
  }
  if (window.days < days) {
    return [
      'usage-too-short',
      `covers ${wholeDays(window.days)}; at least ${days} ${days === 1 ? 'is' : 'are'} needed`,
    ]
  }
  return undefined
}

/** Writes a number of days. The last day of a window is not over, so a window of one day covers none. */
function wholeDays(days: number): string {
  if (days === 0) return 'no whole day'
  return days === 1 ? '1 whole day' : `${days} whole days`
}
