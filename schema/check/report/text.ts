// The report for a terminal: each step in a line, then what was found, the worst first.
import { styleText } from 'node:util'
import type { Report, StepReport } from '../run.ts'
import { SEVERITIES } from '../finding.ts'
import type { Judged } from '../verdict.ts'
import { counted, fate, finality, inYaml, outcome, placed, usedBy, worstFirst } from './words.ts'

const WIDTH = 100
/** Harmless changes of one step that are told one by one. */
const SAFE_SHOWN = 8

type Paint = (style: Parameters<typeof styleText>[0], text: string) => string

/** @param isTerminal colours it, unless NO_COLOR is set */
export function text(report: Report, isTerminal: boolean): string {
  const coloured = isTerminal && !process.env.NO_COLOR
  const paint: Paint = (style, text) =>
    coloured ? styleText(style, text, { validateStream: false }) : text
  const head = `Schema check of ${report.head} against ${report.base}`
  const details = report.steps.flatMap((step) => detail(step, report, paint))
  const approvals = detail({ step: 'approvals', title: 'Approvals' }, report, paint)
  return [
    paint('bold', head),
    '',
    ...report.steps.map((step) => line(step, report, paint)),
    ...details,
    ...approvals,
    '',
    paint(report.ok ? 'green' : 'red', outcome(report)),
    ...(report.findings.some(isApprovable) ? [HINT] : []),
  ].join('\n')
}

const HINT = 'To let one pass, approve its id in schema/approvals.yaml (docs/schema-checks.md).'

const isApprovable = ({ fails, final }: Judged) => fails && !final

const COLOURS = {
  safe: 'green',
  dangerous: 'yellow',
  breaking: 'red',
  security: 'magenta',
} as const

function line(step: StepReport, { findings }: Report, paint: Paint): string {
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

function detail(
  { step, title }: Pick<StepReport, 'title'> & { step: string },
  { findings }: Report,
  paint: Paint,
): string[] {
  const own = worstFirst(findings.filter((finding) => finding.step === step))
  if (own.length === 0) return []
  const harmless = own.filter(({ severity }) => severity === 'safe')
  const hidden = harmless.slice(SAFE_SHOWN)
  const shown = own.filter((finding) => !hidden.includes(finding))
  const rest = hidden.length > 0 ? [`  and ${counted(hidden.length, 'safe change')} more`] : []
  return ['', paint('bold', title), ...shown.flatMap((one) => describe(one, paint)), ...rest]
}

function describe(finding: Judged, paint: Paint): string[] {
  const { id, message, severity, approval } = finding
  const facts = [placed(finding), usedBy(finding), approval?.reason, finality(finding)]
  return [
    `  ${paint(COLOURS[severity], fate(finding))}  ${inYaml(id)}`,
    ...wrap(message).map((part) => `      ${part}`),
    ...facts.flatMap((fact) =>
      fact ? wrap(fact).map((part) => paint('dim', `      ${part}`)) : [],
    ),
  ]
}

/** Breaks at spaces, so that a line and its indent fit. */
function wrap(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < WIDTH - 6) {
      lines[lines.length - 1] = `${last} ${word}`
    } else lines.push(word)
  }
  return lines
}
