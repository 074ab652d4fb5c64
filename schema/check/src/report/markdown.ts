// The report for a merge request: the outcome, failures and broken documents, and the rest folded.
import { STEPS, type Rule, type Step } from '../finding.ts'
import type { Report, StepReport } from '../run.ts'
import type { Judged } from '../verdict.ts'
import { counted, verdictOf, factsOf, idleReason, inYaml, outcome, worstFirst } from './words.ts'

/** Marks the comment, so that the next run finds and replaces it. */
const MARK = '<!-- schema-check -->'

/** GitHub limits comments to 65,536 characters. Folded sections are cut first. */
const MAX_COMMENT_CHARACTERS = 60_000

/** The limit of one finding, in characters. */
const MAX_FINDING_CHARACTERS = 2_000

/** A comment of Markdown with GitHub's `<details>`. */
export function markdown(report: Report, rules: ReadonlyMap<string, Rule>): string {
  const { ok, base, head, findings } = report
  const failing = worstFirst(findings.filter(({ fails }) => fails))
  const broken = findings.filter(({ operation }) => operation !== undefined)
  const passing = worstFirst(findings.filter(({ fails }) => !fails))
  const parts = [
    MARK,
    `### ${ok ? '✅' : '❌'} Schema check: ${outcome(report)}`,
    `${escape(head)} against ${escape(base)}`,
    table(report),
  ]
  const sections = [
    section('Failing changes', failing, rules),
    documents(broken),
    ...Object.keys(STEPS).map((step) => fold(step as Step, passing)),
  ]
  for (const one of sections)
    parts.push(...fitting(one, MAX_COMMENT_CHARACTERS - parts.join('\n\n').length))
  return `${parts.join('\n\n')}\n`
}

/** The comment of a check that could not run. It replaces the previous one. */
export function markdownFailure(message: string): string {
  const [first = '', ...rest] = message.split('\n')
  const more =
    rest.length > 0 ? [`    ${rest.join('\n    ').slice(0, MAX_COMMENT_CHARACTERS)}`] : []
  return `${[MARK, '### ❌ Schema check: it could not run.', escape(first), ...more].join('\n\n')}\n`
}

/** A part of the comment that may be long. */
interface Section {
  before: string
  lines: readonly string[]
  after: string
  /** What the lines are, for the count of cut lines. */
  noun: string
}

/** As many lines as fit; an empty section is left out. */
function fitting({ before, lines, after, noun }: Section, room: number): string[] {
  if (lines.length === 0) return []
  let left = room - before.length - after.length
  const shown = lines.filter((line) => (left -= line.length + 1) > 0)
  const cut = lines.length - shown.length
  const note = `… and ${counted(cut, noun)} that do not fit: run the check to read them.`
  if (shown.length === 0) return [note]
  const whole = `${before}${shown.join('\n')}${after}`
  return cut > 0 ? [whole, note] : [whole]
}

function table({ steps, findings }: Report): string {
  const rows = steps.map((step) => row(step, findings))
  return ['| step | security | breaking | dangerous | safe |', '| --- | --- | --- | --- | --- |']
    .concat(rows)
    .join('\n')
}

function row(report: StepReport, findings: readonly Judged[]): string {
  const { step, title } = report
  const reason = idleReason(report)
  if (reason !== undefined) return `| ${title} | ${escape(reason)} | | | |`
  const cells = (['security', 'breaking', 'dangerous', 'safe'] as const).map((severity) => {
    const own = findings.filter((one) => one.step === step && one.severity === severity)
    return own.length > 0 ? String(own.length) : ''
  })
  return `| ${title} | ${cells.join(' | ')} |`
}

function section(
  title: string,
  findings: readonly Judged[],
  rules: ReadonlyMap<string, Rule>,
): Section {
  const before = `#### ${title}\n\n`
  const lines = findings.map((finding) => item(finding, rules.get(finding.rule)?.fix))
  return { before, lines, after: '', noun: 'failing finding' }
}

/** Broken documents, each with its owner. */
function documents(broken: readonly Judged[]): Section {
  const lines = broken.map(({ operation, message, file = '', line }) => {
    const { client = '', name = '', owner = '' } = operation ?? {}
    const at = line === undefined ? file : `${file}:${line}`
    const reason = message.replace(`${client}: ${name}: `, '')
    return `| ${[client, owner, name, at, reason].map(escape).join(' | ')} |`
  })
  const head = '| client | owner | document | file | why |\n| --- | --- | --- | --- | --- |\n'
  return { before: `#### Broken documents\n\n${head}`, lines, after: '', noun: 'broken document' }
}

function fold(step: Step, passing: readonly Judged[]): Section {
  const own = passing.filter((finding) => finding.step === step)
  const summary = `${STEPS[step]}: ${counted(own.length, 'other finding')}`
  return {
    before: `<details><summary>${summary}</summary>\n\n`,
    lines: own.map((finding) => item(finding)),
    after: '\n\n</details>',
    noun: 'other finding',
  }
}

/** One finding as an entry of a list. */
export function item(finding: Judged, fix?: string): string {
  const lines = factsOf(finding, fix).map((fact) => `<br>${escape(fact)}`)
  const id = code(inYaml(finding.id))
  return `- **${escape(verdictOf(finding))}** ${id}<br>${escape(finding.message)}${lines.join('')}`
}

/** Wraps a text in more backticks than it contains. */
export function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  if (longest === 0) return `\`${text}\``
  const fence = '`'.repeat(longest + 1)
  return `${fence} ${text} ${fence}`
}

/**
 * Escapes Markdown, HTML and mentions, on one line. GitHub links a mention even after a backslash.
 */
export function escape(text: string): string {
  return shortened(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|]/g, String.raw`\$&`)
    .replaceAll(/[@#]/g, '$&\u200B')
}

function shortened(text: string): string {
  if (text.length <= MAX_FINDING_CHARACTERS) return text
  return `${text.slice(0, MAX_FINDING_CHARACTERS)} … and ${text.length - MAX_FINDING_CHARACTERS} characters more`
}
