// The report for a merge request: the outcome, what fails, the broken documents, and the rest folded.
import { STEPS, type Step } from '../finding.ts'
import type { Report, StepReport } from '../run.ts'
import type { Judged } from '../verdict.ts'
import { counted, fate, finality, inYaml, outcome, placed, usedBy, worstFirst } from './words.ts'

/** Marks the comment, so that the next run finds it and writes it anew. */
const MARK = '<!-- schema-check -->'

/** GitHub takes comments of 65,536 characters; what is folded is cut first. */
const MOST = 60_000

/** A comment of Markdown with GitHub's `<details>`. */
export function markdown(report: Report): string {
  const { ok, base, head, findings } = report
  const failing = worstFirst(findings.filter(({ fails }) => fails))
  const broken = findings.filter(({ operation }) => operation !== undefined)
  const passing = worstFirst(findings.filter(({ fails }) => !fails))
  const open = [
    MARK,
    `### ${ok ? '✅' : '❌'} Schema check: ${outcome(report)}`,
    `${escape(head)} against ${escape(base)}`,
    table(report),
    ...section('What must not pass', failing),
    ...documents(broken),
  ].join('\n\n')
  const folded = Object.keys(STEPS).flatMap((step) => fold(step as Step, passing))
  return `${fitting(open, folded).join('\n\n')}\n`
}

function fitting(open: string, folded: readonly string[]): string[] {
  const parts = [open.slice(0, MOST)]
  for (const part of folded) {
    if (parts.join('').length + part.length > MOST) return [...parts, 'There is more: run it.']
    parts.push(part)
  }
  return parts
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

function section(title: string, findings: readonly Judged[]): string[] {
  return findings.length > 0 ? [`#### ${title}`, findings.map(item).join('\n')] : []
}

/** Each with the owner to talk to. */
function documents(broken: readonly Judged[]): string[] {
  if (broken.length === 0) return []
  const rows = broken.map(({ operation, message, file = '' }) => {
    const { client = '', name = '', owner = '' } = operation ?? {}
    const reason = message.replace(`${client}: ${name}: `, '')
    return `| ${[client, owner, name, file, reason].map(escape).join(' | ')} |`
  })
  const head = ['| client | owner | document | file | why |', '| --- | --- | --- | --- | --- |']
  return ['#### Broken documents', [...head, ...rows].join('\n')]
}

function fold(step: Step, passing: readonly Judged[]): string[] {
  const own = passing.filter((finding) => finding.step === step)
  if (own.length === 0) return []
  const summary = `${STEPS[step]}: ${counted(own.length, 'other finding')}`
  const items = own.map(item).join('\n')
  return [`<details><summary>${summary}</summary>\n\n${items}\n\n</details>`]
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
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|]/g, String.raw`\$&`)
    .replaceAll(/[@#]/g, '$&\u200B')
}
