// The report for a merge request: the outcome, what fails, the broken documents, and the rest folded.
import { STEPS, type Step } from '../finding.ts'
import type { Report, StepReport } from '../run.ts'
import type { Judged } from '../verdict.ts'
import { counted, fate, finality, inYaml, outcome, placed, usedBy, worstFirst } from './words.ts'

/** Marks the comment, so that the next run finds it and writes it anew. */
const MARK = '<!-- schema-check -->'

/** GitHub takes comments of 65,536 characters; what is folded is cut first. */
const MOST = 60_000

/** Of one finding, whatever its message quotes. */
const LONGEST = 2_000

/** A comment of Markdown with GitHub's `<details>`. */
export function markdown(report: Report): string {
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
    section('What must not pass', failing),
    documents(broken),
    ...Object.keys(STEPS).map((step) => fold(step as Step, passing)),
  ]
  for (const one of sections) parts.push(...fitting(one, MOST - parts.join('\n\n').length))
  return `${parts.join('\n\n')}\n`
}

/** The comment of a check that could not run, so that the one before it does not stay. */
export function markdownFailure(message: string): string {
  const [first = '', ...rest] = message.split('\n')
  const more = rest.length > 0 ? [`    ${rest.join('\n    ').slice(0, MOST)}`] : []
  return `${[MARK, '### ❌ Schema check: it could not run.', escape(first), ...more].join('\n\n')}\n`
}

/** A part of the comment that may be long. */
interface Section {
  before: string
  lines: readonly string[]
  after: string
  /** What a line is, for the sentence that says how many were cut. */
  noun: string
}

/** As many lines as there is room for; nothing of a section without any. */
function fitting({ before, lines, after, noun }: Section, room: number): string[] {
  if (lines.length === 0) return []
  let left = room - before.length - after.length
  const shown = lines.filter((line) => (left -= line.length + 1) > 0)
  const cut = lines.length - shown.length
  const note = `… and ${counted(cut, noun)} that this comment has no room for: run \`npm run -s schema:check\`.`
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

function row({ step, title, notPossible }: StepReport, findings: readonly Judged[]): string {
  if (notPossible !== undefined) return `| ${title} | ${escape(notPossible)} | | | |`
  const cells = (['security', 'breaking', 'dangerous', 'safe'] as const).map((severity) => {
    const own = findings.filter((one) => one.step === step && one.severity === severity)
    return own.length > 0 ? String(own.length) : ''
  })
  return `| ${title} | ${cells.join(' | ')} |`
}

function section(title: string, findings: readonly Judged[]): Section {
  const before = `#### ${title}\n\n`
  return { before, lines: findings.map(item), after: '', noun: 'failing finding' }
}

/** Each with the owner to talk to. */
function documents(broken: readonly Judged[]): Section {
  const lines = broken.map(({ operation, message, file = '' }) => {
    const { client = '', name = '', owner = '' } = operation ?? {}
    const reason = message.replace(`${client}: ${name}: `, '')
    return `| ${[client, owner, name, file, reason].map(escape).join(' | ')} |`
  })
  const head = '| client | owner | document | file | why |\n| --- | --- | --- | --- | --- |\n'
  return { before: `#### Broken documents\n\n${head}`, lines, after: '', noun: 'broken document' }
}

function fold(step: Step, passing: readonly Judged[]): Section {
  const own = passing.filter((finding) => finding.step === step)
  const summary = `${STEPS[step]}: ${counted(own.length, 'other finding')}`
  return {
    before: `<details><summary>${summary}</summary>\n\n`,
    lines: own.map(item),
    after: '\n\n</details>',
    noun: 'other finding',
  }
}

function item(finding: Judged): string {
  const facts = [placed(finding), usedBy(finding), finding.approval?.reason, finality(finding)]
  const said = facts.filter((fact) => fact !== undefined).map((fact) => `<br>${escape(fact)}`)
  const id = code(inYaml(finding.id))
  return `- **${escape(fate(finding))}** ${id}<br>${escape(finding.message)}${said.join('')}`
}

/** Between more backticks than are in it. */
function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  if (longest === 0) return `\`${text}\``
  const fence = '`'.repeat(longest + 1)
  return `${fence} ${text} ${fence}`
}

/** On one line, and nothing of it is Markdown, HTML or a mention, which GitHub sees behind a backslash, too. */
function escape(text: string): string {
  return shortened(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|]/g, String.raw`\$&`)
    .replaceAll(/[@#]/g, '$&\u200B')
}

function shortened(text: string): string {
  if (text.length <= LONGEST) return text
  return `${text.slice(0, LONGEST)} … and ${text.length - LONGEST} characters more`
}
