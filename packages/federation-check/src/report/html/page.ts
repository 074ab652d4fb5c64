// The report as one page that can be sent: it has no script, and loads nothing.
import { SEVERITIES, STEPS, type Step } from '../../finding.ts'
import type { Report, StepReport } from '../../run.ts'
import type { Judged } from '../../verdict.ts'
import type { FormatContext } from '../formats.ts'
import { groupsOf } from '../groups.ts'
import { inHtml } from '../escape/markup.ts'
import { idleReason, isApprovable, outcome } from '../words.ts'
import { element, type Content, type Html } from './element.ts'
import { groupSection, MAX_FINDINGS, notesSection, type Writer } from './findings.ts'
import { CSS } from './style.ts'

/** A whole document. */
export function html(
  report: Report,
  { rules, approvals }: Pick<FormatContext, 'rules' | 'approvals'>,
): Html {
  const { ok, base, head, findings } = report
  const writer: Writer = { rules, described: new Set(), left: MAX_FINDINGS }
  const groups = groupsOf(findings).map((group) => groupSection(group, writer))
  const notes = Object.keys(STEPS).flatMap((step) => notesSection(step as Step, findings, writer))
  return page(
    `Schema check: ${outcome(report)}`,
    element('p', {}, element('code', {}, head), ' against ', element('code', {}, base)),
    element('p', { class: ok ? 'outcome passed' : 'outcome failed' }, outcome(report)),
    table(report),
    groups,
    notes,
    findings.some(isApprovable)
      ? element('p', {}, `To approve a change, add its id to ${approvals}.`)
      : undefined,
  )
}

/** The page of a check that could not run. It replaces the previous one. */
export function htmlFailure(lines: readonly string[]): Html {
  return page(
    'Schema check: it could not run.',
    element('p', { class: 'outcome failed' }, 'It could not run.'),
    lines.map((line) => element('pre', {}, line)),
  )
}

/** The policy blocks scripts and requests that an error in the escaping might let in. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'"

function page(title: string, ...content: readonly Content[]): Html {
  const head = element(
    'head',
    {},
    element('meta', { charset: 'utf-8' }),
    element('meta', { 'http-equiv': 'Content-Security-Policy', content: POLICY }),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    element('meta', { name: 'color-scheme', content: 'light dark' }),
    element('title', {}, title),
    element('style', {}, CSS),
  )
  const main = element('main', {}, element('h1', {}, 'Schema check'), ...content)
  const html = element('html', { lang: 'en' }, head, element('body', {}, main))
  return inHtml`<!doctype html>\n${html}\n`
}

const WORST_FIRST = SEVERITIES.toReversed()

function table({ steps, findings }: Report): Html {
  const columns = ['step', ...WORST_FIRST].map((name) => element('th', { scope: 'col' }, name))
  return element(
    'table',
    {},
    element('caption', {}, 'Findings of each step'),
    element('thead', {}, element('tr', {}, columns)),
    element(
      'tbody',
      {},
      steps.map((step) => row(step, findings)),
    ),
  )
}

function row(report: StepReport, findings: readonly Judged[]): Html {
  const title = element('th', { scope: 'row' }, report.title)
  const reason = idleReason(report)
  if (reason !== undefined) {
    return element('tr', {}, title, element('td', { colspan: '4', class: 'idle' }, reason))
  }
  const own = findings.filter(({ step }) => step === report.step)
  const cells = WORST_FIRST.map((severity) => {
    const count = own.filter((one) => one.severity === severity).length
    return element('td', { class: count > 0 ? severity : 'none' }, String(count))
  })
  return element('tr', {}, title, cells)
}
