// The issues of content files, each with its file, its line and the rule it breaks.
import { ContentError } from '#foundation/content/kind.ts'
import type { PersonName } from '#foundation/content/people.ts'
import { resolveItems } from '#foundation/content/resolve.ts'
import { SettingError } from '#foundation/settings/setting.ts'
import { printable } from '#foundation/service/command.ts'
import type { LocatedIssue, ReadFiles } from './files.ts'

/** How many issues are printed; the rest is counted. */
const MAX_REPORTED = 500

/** Issues that the rules of the domains find in values that fit their schemas. */
export function ruleIssues(
  { byService, locate }: Pick<ReadFiles, 'byService' | 'locate'>,
  personOf: PersonName,
): LocatedIssue[] {
  return [...byService].flatMap(([{ content = [] }, files]) => {
    try {
      resolveItems(content, files, new Date(), personOf)
      return []
    } catch (error) {
      if (!(error instanceof ContentError)) throw error
      return error.issues.map(locate)
    }
  })
}

/** @throws SettingError with a line for each issue; nothing when there are none */
export function requireRight(issues: readonly LocatedIssue[]): void {
  if (issues.length === 0) return
  throw new SettingError(issueLines(issues).join('\n'))
}

/** A line for each issue, in the order of their locations. */
export function issueLines(issues: readonly LocatedIssue[]): string[] {
  const lines = [...new Set(withoutRepeats(issues).toSorted(byLocation).map(lineOf))]
  const more = lines.length - MAX_REPORTED
  return [...lines.slice(0, MAX_REPORTED), ...(more > 0 ? [`… and ${more} more.`] : [])]
}

/** Keeps one issue of each value: of its form before one of the domain, and that before one of the schema's bounds. */
function withoutRepeats(issues: readonly LocatedIssue[]): LocatedIssue[] {
  const order = ['bounds', 'rule', 'form']
  const rank = ({ source }: LocatedIssue) => order.indexOf(source)
  const locationOf = ({ file, path }: LocatedIssue) => JSON.stringify([file, path])
  const byLocation = Map.groupBy(issues, locationOf)
  return [...byLocation.values()].flatMap((same) => {
    const highest = same.reduce((most, issue) => Math.max(most, rank(issue)), 0)
    return same.filter((issue) => rank(issue) === highest)
  })
}

function byLocation(one: LocatedIssue, other: LocatedIssue): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1
  return one.line - other.line
}

function lineOf({ file, line, path, reason }: LocatedIssue): string {
  const where = path.length === 0 ? '' : `${path.join('.')}: `
  return printable(`${file}:${line}: ${where}${reason}`)
}
