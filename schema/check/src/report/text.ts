// The report for a terminal: a table of the steps, then the findings by who breaks, the worst first.
import { styleText } from 'node:util'
import { SEVERITIES, STEPS, type Step } from '../finding.ts'
import type { Report, StepReport } from '../run.ts'
import type { Judged } from '../verdict.ts'
import type { FormatContext } from './formats.ts'
import { groupsOf, type Breakage, type Entry, type Group } from './groups.ts'
import {
  counted,
  fate,
  finality,
  inYaml,
  operationOf,
  outcome,
  placed,
  USES_SHOWN,
  usedBy,
  worstFirst,
} from './words.ts'
import { wrap } from './wrap.ts'

/** How many harmless changes of a step are listed. */
const SAFE_SHOWN = 8

type Paint = (style: Parameters<typeof styleText>[0], text: string) => string

/** What the parts of the report need to be written. */
interface Pen extends Pick<FormatContext, 'rules' | 'width'> {
  paint: Paint
  /** Findings that were described in full. */
  described: Set<Judged>
}

/** Adds colours on a terminal, unless NO_COLOR is set. */
export function text(report: Report, context: FormatContext): string {
  const { isTerminal, approvals, rules, width } = context
  const coloured = isTerminal && !process.env.NO_COLOR
  const paint: Paint = (style, text) =>
    coloured ? styleText(style, text, { validateStream: false }) : text
  const pen: Pen = { paint, rules, width, described: new Set() }
  const { findings } = report
  return [
    paint('bold', `Schema check of ${report.head} against ${report.base}`),
    '',
    ...table(report, pen),
    ...groupsOf(findings).flatMap((group) => groupLines(group, pen)),
    ...Object.keys(STEPS).flatMap((step) => notes(step as Step, findings, pen)),
    '',
    paint(report.ok ? 'green' : 'red', outcome(report)),
    ...(findings.some(isApprovable) ? wrap(hint(approvals), width) : []),
  ].join('\n')
}

const hint = (file: string) =>
  `To approve a change, add its id to ${file}. --explain RULE tells more about a rule.`

const isApprovable = ({ fails, final }: Judged) => fails && !final

const COLOURS = {
  safe: 'green',
  dangerous: 'yellow',
  breaking: 'red',
  security: 'magenta',
} as const

/** A line for each step, and one for all that have nothing to do. */
function table({ steps, findings }: Report, { paint, width }: Pen): string[] {
  const idle = steps.filter(({ notConfigured }) => notConfigured !== undefined)
  const names = `not configured: ${idle.map(({ title }) => title).join(', ')}`
  return [
    ...steps.filter((one) => !idle.includes(one)).map((step) => line(step, findings, paint)),
    ...(idle.length > 0
      ? wrap(names, width - 2).map((part, index) => paint('dim', `${index ? ' ' : '-'} ${part}`))
      : []),
  ]
}

function line(step: StepReport, findings: readonly Judged[], paint: Paint): string {
  const own = findings.filter((finding) => finding.step === step.step)
  const title = step.title.padEnd(18)
  if (step.notPossible !== undefined) return paint('dim', `- ${title}${step.notPossible}`)
  const counts = SEVERITIES.toReversed().flatMap((severity) => {
    const count = own.filter((finding) => finding.severity === severity).length
    return count > 0 ? [`${count} ${severity}`] : []
  })
  const time = paint('dim', `${step.milliseconds} ms`)
  const mark = own.some(({ fails }) => fails) ? paint('red', '✗') : paint('green', '✓')
  return `${mark} ${title}${counts.join(', ') || 'nothing'}  ${time}`
}

function groupLines({ title, owner, entries }: Group, pen: Pen): string[] {
  const asked = owner === undefined ? '' : ` (ask ${owner})`
  return [
    '',
    pen.paint('bold', title + asked),
    ...entries.flatMap((entry) => entryLines(entry, pen)),
  ]
}

/** The harmless findings of a step, and all about approvals. */
function notes(step: Step, findings: readonly Judged[], pen: Pen): string[] {
  const own = findings.filter((one) => one.step === step)
  const shown = worstFirst(
    step === 'approvals' ? own : own.filter(({ severity }) => severity === 'safe'),
  )
  if (shown.length === 0) return []
  const hidden = shown.slice(SAFE_SHOWN)
  const lines = shown
    .slice(0, SAFE_SHOWN)
    .flatMap((finding) => entryLines({ finding, breaks: [] }, pen))
  const rest = hidden.length > 0 ? [`  and ${counted(hidden.length, 'safe change')} more`] : []
  const title = step === 'approvals' ? STEPS[step] : `${STEPS[step]}: nothing breaks`
  return ['', pen.paint('bold', title), ...lines, ...rest]
}

/** A change that was described for another client is only named. */
function entryLines({ finding, breaks }: Entry, pen: Pen): string[] {
  const { paint, described } = pen
  const head = `  ${paint(COLOURS[finding.severity], fate(finding))}  ${inYaml(finding.id)}`
  const isKnown = described.has(finding)
  described.add(finding)
  const parts = isKnown ? [...breakLines(breaks, pen)] : whole({ finding, breaks }, pen)
  return [head, ...parts]
}

function whole({ finding, breaks }: Entry, pen: Pen): string[] {
  const { severity, approval, rule, final, fails } = finding
  const way = severity === 'safe' ? undefined : pen.rules.get(rule)?.fix
  const dim = (text: string | undefined) =>
    text ? indented(text, pen).map((part) => pen.paint('dim', part)) : []
  return [
    ...indented(finding.message, pen),
    ...dim(placed(finding)),
    ...(breaks.length > 0 ? breakLines(breaks, pen) : dim(usedBy(finding))),
    ...dim(approval?.reason),
    ...(way && !approval ? indented(`Way out: ${way}`, pen) : []),
    ...(final && fails ? dim(finality(finding)) : []),
  ]
}

/** The operations of a client, each with its line, and the id of the finding that it is broken. */
function breakLines(breaks: readonly Breakage[], pen: Pen): string[] {
  const shown = breaks.slice(0, USES_SHOWN)
  const more = breaks.length - shown.length
  return [
    ...shown.flatMap(({ broken, ...user }) => [
      ...indented(`used in ${operationOf(user)}`, pen),
      ...(broken ? [`        ${fate(broken)}  ${inYaml(broken.id)}`] : []),
    ]),
    ...(more > 0 ? indented(`and in ${counted(more, 'other operation')}`, pen) : []),
  ]
}

const INDENT = ' '.repeat(6)

function indented(text: string, { width }: Pick<Pen, 'width'>): string[] {
  return wrap(text, width - INDENT.length).map((part) => INDENT + part)
}
