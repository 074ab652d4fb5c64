// The report as one page that can be sent to somebody: no script, and nothing that is loaded.
import { SEVERITIES, STEPS, type Rule, type Step } from '../../finding.ts'
import type { Report, StepReport } from '../../run.ts'
import type { Judged } from '../../verdict.ts'
import type { FormatContext } from '../formats.ts'
import { groupsOf, type Breakage, type Entry, type Group } from '../groups.ts'
import { inHtml } from '../escape/markup.ts'
import {
  counted,
  factsOf,
  idleReason,
  inYaml,
  isApprovable,
  operationOf,
  outcome,
  USES_SHOWN,
  verdictOf,
  worstFirst,
} from '../words.ts'
import { element, type Content, type Html } from './element.ts'
import { CSS } from './style.ts'

/** How many findings a page shows in all, and in one section. */
const MAX_FINDINGS = 1_000
const MAX_IN_SECTION = 200

/** What the parts of a page need to be written. */
interface Writer {
  rules: ReadonlyMap<string, Rule>
  /** Findings that were described in full. */
  described: Set<Judged>
  /** How many findings the page may still show. */
  left: number
}

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

/** The policy forbids whatever an error in this code might let in. */
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

function groupSection({ title, owner, entries }: Group, writer: Writer): Html {
  return section(
    title,
    owner === undefined ? undefined : element('p', {}, `Ask ${owner}.`),
    entries,
    writer,
  )
}

/** The harmless findings of a step, and all about approvals. */
function notesSection(step: Step, findings: readonly Judged[], writer: Writer): Html[] {
  const own = findings.filter((one) => one.step === step)
  const shown = worstFirst(
    step === 'approvals' ? own : own.filter(({ severity }) => severity === 'safe'),
  )
  if (shown.length === 0) return []
  const title = step === 'approvals' ? STEPS[step] : `${STEPS[step]}: nothing breaks`
  const entries = shown.map((finding) => ({ finding, breaks: [] }))
  return [section(title, undefined, entries, writer)]
}

function section(
  title: string,
  about: Html | undefined,
  entries: readonly Entry[],
  writer: Writer,
): Html {
  const shown = entries.slice(0, Math.min(MAX_IN_SECTION, writer.left))
  writer.left -= shown.length
  const more = entries.length - shown.length
  return element(
    'section',
    {},
    element('h2', {}, title),
    about,
    shown.map((entry) => article(entry, writer)),
    more > 0
      ? element('p', {}, `… and ${counted(more, 'finding')} more: run the check to read them.`)
      : undefined,
  )
}

/** A change that was described for another client is only named. */
function article({ finding, breaks }: Entry, { rules, described }: Writer): Html {
  const isKnown = described.has(finding)
  described.add(finding)
  const { uses: _, ...withoutUses } = finding
  const facts = factsOf(breaks.length > 0 ? withoutUses : finding, fixFor(finding, rules))
  return element(
    'article',
    { class: finding.severity },
    element(
      'h3',
      {},
      element('strong', {}, verdictOf(finding)),
      ' ',
      element('code', {}, inYaml(finding.id)),
    ),
    isKnown ? undefined : [element('p', {}, finding.message), factList(facts)],
    breakList(breaks),
  )
}

/** As in the text: a harmless finding needs no fix. */
function fixFor({ severity, rule }: Judged, rules: Writer['rules']): string | undefined {
  return severity === 'safe' ? undefined : rules.get(rule)?.fix
}

function factList(facts: readonly string[]): Html | undefined {
  if (facts.length === 0) return undefined
  return element(
    'ul',
    {},
    facts.map((fact) => element('li', {}, fact)),
  )
}

/** The operations of a client, each with its line, and the id of the finding that it is broken. */
function breakList(breaks: readonly Breakage[]): Html | undefined {
  if (breaks.length === 0) return undefined
  const shown = breaks.slice(0, USES_SHOWN).map(({ broken, ...user }) => {
    const id = broken && [`: ${verdictOf(broken)} `, element('code', {}, inYaml(broken.id))]
    return element('li', {}, `used in ${operationOf(user)}`, id)
  })
  const more = breaks.length - shown.length
  const rest =
    more > 0 ? element('li', {}, `and in ${counted(more, 'other operation')}`) : undefined
  return element('ul', {}, shown, rest)
}
