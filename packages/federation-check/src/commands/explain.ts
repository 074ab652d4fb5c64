// The output of `--explain` about one rule.
import { STEPS, type Rule, type Severity, type Step } from '../finding.ts'
import { didYouMean } from '../near.ts'
import { joined, inText, type Markup } from '../report/escape/markup.ts'
import { hanging } from '../report/escape/wrap.ts'
import { rulesByStep } from '../rules.ts'
import type { Severities } from '../config/severities.ts'
import { UsageError } from '../sources/files.ts'

const MEANING: Readonly<Record<Severity | 'off', string>> = {
  security: 'somebody can do what they could not do before',
  breaking: 'something that works stops working',
  dangerous: 'it may affect a client, or the order of the rollout matters',
  safe: 'nothing stops working',
  off: 'it is not reported',
}

/** The meaning of severities for rules of a plugin, which clients do not notice. */
const OF_PLUGINS = { breaking: 'a convention of this project is broken' }

/**
 * Explains a rule in a few lines.
 * @param given severities of the configuration, by name
 * @throws UsageError for a rule that does not exist, with those of similar names
 */
export function explain(
  name: string,
  rules: ReadonlyMap<string, Rule>,
  given: Severities,
  width: number,
): Markup<'text'> {
  const rule = rules.get(name)
  if (!rule) {
    throw new UsageError(`There is no rule ${name}.${didYouMean(name, [...rules.keys()])}`)
  }
  const { severity, example, why, fix } = rule
  const configured = given[name]
  const step = stepOf(name)
  const rows = [
    ['step', STEPS[step]],
    ['severity', rated(step, severity, configured)],
    ['example', example],
    ['why', why],
    ['fix', fix],
    ['approval', approvalOf(rule, configured ?? severity)],
  ] as const
  const lines = rows.flatMap(([title, text]) =>
    text === undefined ? [] : hanging(`  ${title}`.padEnd(INDENT), text, width),
  )
  return joined('text', [inText`${name}: ${rule.catches}`, inText``, ...lines])
}

const INDENT = 12

/** The severity as text: `breaking; dangerous in this configuration: it may affect a client`. */
function rated(step: Step, severity: Severity, configured: Severity | 'off' = severity): string {
  const change = configured === severity ? '' : `; ${configured} in this configuration`
  const meanings = step === 'conventions' ? { ...MEANING, ...OF_PLUGINS } : MEANING
  return `${severity}${change}: ${meanings[configured]}`
}

function stepOf(name: string): Step {
  const found = Object.entries(rulesByStep).find(([, rules]) => Object.hasOwn(rules, name))
  return (found?.[0] as Step | undefined) ?? 'conventions'
}

function approvalOf({ final }: Rule, severity: Severity | 'off'): string {
  if (final) return 'It cannot be approved.'
  if (severity === 'safe' || severity === 'off') return 'It never fails, so it needs none.'
  if (severity === 'dangerous') {
    return 'It fails only with --fail-on dangerous. Then it passes with an approval that names its id.'
  }
  return 'It passes with an approval that names its id.'
}
