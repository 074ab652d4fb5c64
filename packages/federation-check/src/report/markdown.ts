// The report for a merge request: the outcome, failures and broken documents, and the rest folded.
import { STEPS, type Rule, type Step } from '../finding.ts'
import type { Report, StepReport } from '../run.ts'
import type { Judged } from '../verdict.ts'
import { code, joined, inMarkdown, type Markup } from './escape/markup.ts'
import { counted, verdictOf, factsOf, idleReason, inYaml, outcome, worstFirst } from './words.ts'

type Markdown = Markup<'markdown'>

/** Marks the comment, so that the next run finds and replaces it. */
const MARK = inMarkdown`<!-- schema-check -->`

/** The maximum length of a comment. GitHub's limit is 65,536 characters. Folded sections are cut first. */
const MAX_COMMENT_CHARACTERS = 60_000

/** A comment of Markdown with GitHub's `<details>`. */
export function markdown(report: Report, rules: ReadonlyMap<string, Rule>): Markdown {
  const { ok, base, head, findings } = report
  const failing = worstFirst(findings.filter(({ fails }) => fails))
  const broken = findings.filter(({ operation }) => operation !== undefined)
  const passing = worstFirst(findings.filter(({ fails }) => !fails))
  const parts = [
    MARK,
    inMarkdown`### ${ok ? '✅' : '❌'} Schema check: ${outcome(report)}`,
    inMarkdown`${head} against ${base}`,
    table(report),
  ]
  const sections = [
    section('Failing changes', failing, rules),
    documents(broken),
    ...Object.keys(STEPS).map((step) => fold(step as Step, passing)),
  ]
  for (const one of sections) {
    const { text } = joined('markdown', parts, '\n\n')
    parts.push(...fitting(one, MAX_COMMENT_CHARACTERS - text.length))
  }
  return inMarkdown`${joined('markdown', parts, '\n\n')}\n`
}

/** The comment of a check that could not run. It replaces the previous one. */
export function markdownFailure(lines: readonly string[]): Markdown {
  const title = inMarkdown`### ❌ Schema check: it could not run.`
  const items = lines.map((one) => inMarkdown`- ${one}`)
  return inMarkdown`${joined('markdown', [MARK, title, joined('markdown', items)], '\n\n')}\n`
}

/** A part of the comment that may be long. */
interface Section {
  before: Markdown
  lines: readonly Markdown[]
  after: Markdown
  /** The noun for the lines, to say how many were cut. */
  noun: string
}

/** The lines of a section that fit; an empty section is left out. */
function fitting({ before, lines, after, noun }: Section, room: number): Markdown[] {
  if (lines.length === 0) return []
  let left = room - before.text.length - after.text.length
  const shown = lines.filter(({ text }) => (left -= text.length + 1) > 0)
  const cut = lines.length - shown.length
  const note = inMarkdown`… and ${counted(cut, noun)} that do not fit: run the check to read them.`
  if (shown.length === 0) return [note]
  const whole = inMarkdown`${before}${joined('markdown', shown)}${after}`
  return cut > 0 ? [whole, note] : [whole]
}

function table({ steps, findings }: Report): Markdown {
  const rows = steps.map((step) => row(step, findings))
  const head = inMarkdown`| step | security | breaking | dangerous | safe |\n| --- | --- | --- | --- | --- |`
  return joined('markdown', [head, ...rows])
}

function row(report: StepReport, findings: readonly Judged[]): Markdown {
  const { step, title } = report
  const reason = idleReason(report)
  if (reason !== undefined) return inMarkdown`| ${title} | ${reason} | | | |`
  const cells = (['security', 'breaking', 'dangerous', 'safe'] as const).map((severity) => {
    const own = findings.filter((one) => one.step === step && one.severity === severity)
    return own.length > 0 ? inMarkdown`${own.length}` : inMarkdown``
  })
  return inMarkdown`| ${title} | ${joined('markdown', cells, ' | ')} |`
}

function section(
  title: string,
  findings: readonly Judged[],
  rules: ReadonlyMap<string, Rule>,
): Section {
  const before = inMarkdown`#### ${title}\n\n`
  const lines = findings.map((finding) => item(finding, rules.get(finding.rule)?.fix))
  return { before, lines, after: inMarkdown``, noun: 'failing finding' }
}

/** Broken documents, each with its owner. */
function documents(broken: readonly Judged[]): Section {
  const lines = broken.map(({ operation, message, file = '', line }) => {
    const { client = '', name = '', owner = '' } = operation ?? {}
    const at = line === undefined ? file : `${file}:${line}`
    const reason = message.replace(`${client}: ${name}: `, '')
    return inMarkdown`| ${client} | ${owner} | ${name} | ${at} | ${reason} |`
  })
  const head = inMarkdown`| client | owner | document | file | why |\n| --- | --- | --- | --- | --- |\n`
  const before = inMarkdown`#### Broken documents\n\n${head}`
  return { before, lines, after: inMarkdown``, noun: 'broken document' }
}

function fold(step: Step, passing: readonly Judged[]): Section {
  const own = passing.filter((finding) => finding.step === step)
  const summary = `${STEPS[step]}: ${counted(own.length, 'other finding')}`
  return {
    before: inMarkdown`<details><summary>${summary}</summary>\n\n`,
    lines: own.map((finding) => item(finding)),
    after: inMarkdown`\n\n</details>`,
    noun: 'other finding',
  }
}

/** One finding as an entry of a list. */
export function item(finding: Judged, fix?: string): Markdown {
  const facts = factsOf(finding, fix).map((fact) => inMarkdown`<br>${fact}`)
  const id = code(inYaml(finding.id))
  return inMarkdown`- **${verdictOf(finding)}** ${id}<br>${finding.message}${facts}`
}
