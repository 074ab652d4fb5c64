// What `--explain` says about one rule, and the names that a mistyped one may mean.
import { STEPS, type Rule, type Severity, type Step } from './finding.ts'
import { wrap } from './report/wrap.ts'
import { rulesByStep } from './rules.ts'
import type { Severities } from './severities.ts'
import { UsageError } from './sources/files.ts'

/** What a severity means for a rule that gives no reason of its own. */
const MEANING: Readonly<Record<Severity, string>> = {
  security: 'Somebody can do what they could not do before.',
  breaking: 'Something that works stops working.',
  dangerous: 'It may surprise a client, or the order of the rollout counts.',
  safe: 'It is worth knowing. Nothing stops working.',
}

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
): string {
  const rule = rules.get(name)
  if (!rule) throw new UsageError(unknown(name, [...rules.keys()]))
  const { severity, example, why = MEANING[severity], fix } = rule
  const configured = given[name]
  const rows = [
    ['step', STEPS[stepOf(name)]],
    ['severity', severity + (configured ? `; ${configured} in this configuration` : '')],
    ['example', example],
    ['why', why],
    ['way out', fix],
    ['approval', approvalOf(rule, configured ?? severity)],
  ] as const
  const lines = rows.flatMap(([title, text]) => (text === undefined ? [] : row(title, text, width)))
  return [`${name}: ${rule.catches}`, '', ...lines].join('\n')
}

const INDENT = 12

function row(title: string, text: string, width: number): string[] {
  return wrap(text, width - INDENT).map((line, index) =>
    `  ${(index === 0 ? title : '').padEnd(INDENT - 2)}${line}`.trimEnd(),
  )
}

function stepOf(name: string): Step {
  const found = Object.entries(rulesByStep).find(([, rules]) => Object.hasOwn(rules, name))
  return (found?.[0] as Step | undefined) ?? 'conventions'
}

function approvalOf({ final }: Rule, severity: Severity | 'off'): string {
  if (final) return 'It cannot be approved.'
  if (severity === 'safe' || severity === 'off') return 'It never fails, so it needs none.'
  return 'It passes with an approval that names its id.'
}

function unknown(name: string, names: readonly string[]): string {
  const near = nearNames(name, names)
  const hint = near.length > 0 ? ` Did you mean ${near.join(', ')}?` : ''
  return `There is no rule ${name}.${hint}`
}

/** Names that differ in few letters, or that have all words of the name in them; the nearest first. */
function nearNames(name: string, names: readonly string[]): string[] {
  const words = name.toLowerCase().split(/\W+/)
  const rated = names.map((one) => {
    const distance = distanceOf(name.toLowerCase(), one)
    const isNear = distance <= name.length / 3 || words.every((word) => one.includes(word))
    return { one, distance: isNear ? distance : Infinity }
  })
  const near = rated.filter(({ distance }) => distance < Infinity)
  return near
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, 5)
    .map(({ one }) => one)
}

/** How many letters must be added, removed or replaced (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let index = 0; index < one.length; index += 1) {
    const next = [index + 1]
    for (let at = 0; at < other.length; at += 1) {
      const replaced = row[at]! + (one[index] === other[at] ? 0 : 1)
      next.push(Math.min(replaced, row[at + 1]! + 1, next[at]! + 1))
    }
    row = next
  }
  return row.at(-1)!
}
