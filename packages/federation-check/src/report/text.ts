// The report for a terminal: a table of the steps, then the findings by affected client, the worst first.
import { SEVERITIES, STEPS, type Step } from '../finding.ts'
import type { Report, StepReport } from '../run.ts'
import type { Judged } from '../verdict.ts'
import type { FormatContext } from './formats.ts'
import { groupsOf, type Breakage, type Entry, type Group } from './groups.ts'
import { joined, inText, spaces, styled, type Markup } from './escape/markup.ts'
import {
  counted,
  verdictOf,
  finality,
  inContracts,
  inYaml,
  isApprovable,
  operationOf,
  outcome,
  placed,
  USES_SHOWN,
  usedBy,
  worstFirst,
} from './words.ts'
import { wrap } from './escape/wrap.ts'

/** The maximum number of harmless changes that are listed for a step. */
const SAFE_SHOWN = 8

type Text = Markup<'text'>
type Paint = (style: Parameters<typeof styled>[0], text: string | Text) => Text

/** The state that all parts of the report share. */
interface Writer extends Pick<FormatContext, 'rules' | 'width'> {
  paint: Paint
  /** The findings that have already been described in full. */
  described: Set<Judged>
}

/** Adds colours on a terminal, unless NO_COLOR is set. */
export function text(report: Report, context: FormatContext): Text {
  const { isTerminal, approvals, rules, width } = context
  const coloured = isTerminal && !process.env.NO_COLOR
  const paint: Paint = (style, text) =>
    coloured ? styled(style, inText`${text}`) : inText`${text}`
  const writer: Writer = { paint, rules, width, described: new Set() }
  const { findings } = report
  return joined('text', [
    paint('bold', `Schema check of ${report.head} against ${report.base}`),
    inText``,
    ...table(report, writer),
    ...shortened([
      ...groupsOf(findings).flatMap((group) => groupLines(group, writer)),
      ...Object.keys(STEPS).flatMap((step) => notes(step as Step, findings, writer)),
    ]),
    inText``,
    paint(report.ok ? 'green' : 'red', outcome(report)),
    ...(findings.some(isApprovable) ? wrap(hint(approvals), width) : []),
  ])
}

/** The maximum number of lines, for logs and for readers. */
const MAX_LINES = 10_000

function shortened(lines: readonly Text[]): Text[] {
  const more = lines.length - MAX_LINES
  const note = inText`… and ${counted(more, 'line')} more: --format json has all findings.`
  return [...lines.slice(0, MAX_LINES), ...(more > 0 ? [note] : [])]
}

const hint = (file: string) =>
  `To approve a change, add its id to ${file}. --explain RULE tells more about a rule.`

const COLOURS = {
  safe: 'green',
  dangerous: 'yellow',
  breaking: 'red',
  security: 'magenta',
} as const

/** A line for each step, and one for all steps that have nothing to do. */
function table({ steps, findings }: Report, { paint, width }: Writer): Text[] {
  const idle = steps.filter(({ notConfigured }) => notConfigured !== undefined)
  const names = `not configured: ${idle.map(({ title }) => title).join(', ')}`
  return [
    ...steps.filter((one) => !idle.includes(one)).map((step) => row(step, findings, paint)),
    ...(idle.length > 0
      ? wrap(names, width - 2).map((part, index) =>
          paint('dim', inText`${index ? ' ' : '-'} ${part}`),
        )
      : []),
  ]
}

function row(step: StepReport, findings: readonly Judged[], paint: Paint): Text {
  const own = findings.filter((finding) => finding.step === step.step)
  const title = step.title.padEnd(18)
  if (step.notPossible !== undefined) return paint('dim', `- ${title}${step.notPossible}`)
  const counts = SEVERITIES.toReversed().flatMap((severity) => {
    const count = own.filter((finding) => finding.severity === severity).length
    return count > 0 ? [`${count} ${severity}`] : []
  })
  const time = paint('dim', `${step.milliseconds} ms`)
  const mark = own.some(({ fails }) => fails) ? paint('red', '✗') : paint('green', '✓')
  return inText`${mark} ${title}${counts.join(', ') || 'nothing'}  ${time}`
}

function groupLines({ title, owner, entries }: Group, writer: Writer): Text[] {
  const contact = owner === undefined ? '' : ` (ask ${owner})`
  return [
    inText``,
    writer.paint('bold', title + contact),
    ...entries.flatMap((entry) => entryLines(entry, writer)),
  ]
}

/** The harmless findings of a step, and all findings about approvals. */
function notes(step: Step, findings: readonly Judged[], writer: Writer): Text[] {
  const own = findings.filter((one) => one.step === step)
  const shown = worstFirst(
    step === 'approvals' ? own : own.filter(({ severity }) => severity === 'safe'),
  )
  if (shown.length === 0) return []
  const hidden = shown.slice(SAFE_SHOWN)
  const lines = shown
    .slice(0, SAFE_SHOWN)
    .flatMap((finding) => entryLines({ finding, breaks: [] }, writer))
  const rest =
    hidden.length > 0 ? [inText`  and ${counted(hidden.length, 'safe change')} more`] : []
  const title = step === 'approvals' ? STEPS[step] : `${STEPS[step]}: nothing breaks`
  return [inText``, writer.paint('bold', title), ...lines, ...rest]
}

/** The lines of an entry. A change that was described for another client is only named. */
function entryLines({ finding, breaks }: Entry, writer: Writer): Text[] {
  const { paint, described } = writer
  const head = inText`  ${paint(COLOURS[finding.severity], verdictOf(finding))}  ${inYaml(finding.id)}`
  const isKnown = described.has(finding)
  described.add(finding)
  const parts = isKnown ? [...breakLines(breaks, writer)] : whole({ finding, breaks }, writer)
  return [head, ...parts]
}

function whole({ finding, breaks }: Entry, writer: Writer): Text[] {
  const { severity, approval, rule, final, fails } = finding
  const way = severity === 'safe' ? undefined : writer.rules.get(rule)?.fix
  const dim = (text: string | undefined) =>
    text ? indented(text, writer).map((part) => writer.paint('dim', part)) : []
  return [
    ...indented(finding.message, writer),
    ...dim(placed(finding)),
    ...dim(inContracts(finding)),
    ...(breaks.length > 0 ? breakLines(breaks, writer) : dim(usedBy(finding))),
    ...dim(approval?.reason),
    ...(way && !approval ? indented(`Fix: ${way}`, writer) : []),
    ...(final && fails ? dim(finality(finding)) : []),
  ]
}

/** The broken operations of a client, each with its line and the id of the finding about it. */
function breakLines(breaks: readonly Breakage[], writer: Writer): Text[] {
  const shown = breaks.slice(0, USES_SHOWN)
  const more = breaks.length - shown.length
  return [
    ...shown.flatMap(({ broken, ...user }) => [
      ...indented(`used in ${operationOf(user)}`, writer),
      ...(broken ? [inText`        ${verdictOf(broken)}  ${inYaml(broken.id)}`] : []),
    ]),
    ...(more > 0 ? indented(`and in ${counted(more, 'other operation')}`, writer) : []),
  ]
}

const INDENT = 6

function indented(text: string, { width }: Pick<Writer, 'width'>): Text[] {
  return wrap(text, width - INDENT).map((part) => inText`${spaces(INDENT)}${part}`)
}
