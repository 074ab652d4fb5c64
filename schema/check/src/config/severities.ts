// What a project makes of the rules: each has the severity that the configuration gives it, or is off.
import { SEVERITIES, type Finding, type Rule, type Severity } from '../finding.ts'
import { didYouMean } from '../near.ts'
import { UsageError } from '../sources/files.ts'

export type Severities = Readonly<Record<string, Severity | 'off'>>

/**
 * @param file the configuration, for errors
 * @param given what it says of rules, by name
 * @throws UsageError for a rule that there is not, and for one that is final
 */
export function checkSeverities(
  file: string,
  given: Severities,
  rules: ReadonlyMap<string, Rule>,
): void {
  for (const name of Object.keys(given)) {
    const rule = rules.get(name)
    const at = `${file}: rules.${name}`
    if (!rule) {
      const hint = didYouMean(name, [...rules.keys()])
      throw new UsageError(`${at}: there is no such rule.${hint}`)
    }
    // A change could set it, too.
    if (isHidden(name, given[name]!)) {
      throw new UsageError(
        `${at}: this rule must stay on, so that a change cannot hide what it breaks.`,
      )
    }
    if (rule.final) throw new UsageError(`${at}: this rule always fails the check.`)
  }
}

/** True for a severity at which a change that alters the configuration could pass unseen. */
function isHidden(name: string, severity: Severity | 'off'): boolean {
  const rank = (SEVERITIES as readonly string[]).indexOf(severity)
  const least = MIN_SEVERITIES[name]
  return least !== undefined && rank < SEVERITIES.indexOf(least)
}

const MIN_SEVERITIES: Readonly<Record<string, Severity>> = {
  'config-changed': 'breaking',
  'config-code-changed': 'dangerous',
  'config-not-compared': 'dangerous',
}

/** The findings that are on, each with its severity. */
export function withSeverities(findings: readonly Finding[], given: Severities): Finding[] {
  return findings.flatMap((finding) => {
    const severity = given[finding.rule] ?? finding.severity
    return severity === 'off' ? [] : [{ ...finding, severity }]
  })
}
