// Applies the configured severities to rules, which may also be off.
import { SEVERITIES, type Finding, type Rule, type Severity } from '../finding.ts'
import { didYouMean } from '../near.ts'
import { UsageError } from '../sources/files.ts'

export type Severities = Readonly<Record<string, Severity | 'off'>>

/**
 * Checks the configured severities.
 * @param file the configuration, for errors
 * @param given the severities by rule
 * @throws UsageError for an unknown rule, and for one that is final
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
    // Refused, because a change could set it as well.
    if (isHidden(name, given[name]!)) {
      throw new UsageError(
        `${at}: this rule must stay on, so that a change cannot hide what it breaks.`,
      )
    }
    if (rule.final) throw new UsageError(`${at}: this rule always fails the check.`)
  }
}

/** True for a severity that would let a change of the configuration pass unseen. */
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

/** The findings whose rules are on, with the configured severities. */
export function withSeverities(findings: readonly Finding[], given: Severities): Finding[] {
  return findings.flatMap((finding) => {
    const severity = given[finding.rule] ?? finding.severity
    return severity === 'off' ? [] : [{ ...finding, severity }]
  })
}
