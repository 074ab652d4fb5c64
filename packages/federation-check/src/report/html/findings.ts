// The sections of a page: findings in full, each with its facts and the operations that it breaks.
import { STEPS, type Rule, type Step } from '../../finding.ts'
import type { Judged } from '../../verdict.ts'
import type { Breakage, Entry, Group } from '../groups.ts'
import {
  counted,
  factsOf,
  inYaml,
  operationOf,
  USES_SHOWN,
  verdictOf,
  worstFirst,
} from '../words.ts'
import { element, type Html } from './element.ts'

/** The maximum number of findings on a page, and in one section. */
export const MAX_FINDINGS = 1_000
const MAX_IN_SECTION = 200

/** The state that all parts of a page share. */
export interface Writer {
  rules: ReadonlyMap<string, Rule>
  /** The findings that have already been described in full. */
  described: Set<Judged>
  /** How many findings the page may still show. */
  left: number
}

export function groupSection({ title, owner, entries }: Group, writer: Writer): Html {
  return section(
    title,
    owner === undefined ? undefined : element('p', {}, `Ask ${owner}.`),
    entries,
    writer,
  )
}

/** The harmless findings of a step, and all findings about approvals. */
export function notesSection(step: Step, findings: readonly Judged[], writer: Writer): Html[] {
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

/** An entry. A change that was described for another client is only named. */
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

/** The fix for a finding. A harmless one needs none. */
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

/** The broken operations of a client, each with its line and the id of the finding about it. */
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
