// What a change would do, as Markdown for a discussion: the findings of the check, sorted by the questions of reviewers.
import { sectionOf } from '../changelog.ts'
import type { Rule } from '../finding.ts'
import { rolloutOf } from '../rollout.ts'
import type { Report } from '../run.ts'
import type { Judged } from '../verdict.ts'
import { groupsOf, type Group } from './groups.ts'
import { code, escape, item } from './markdown.ts'
import { counted, inYaml, operationOf, USES_SHOWN } from './words.ts'

/** How many entries a section lists. A discussion has a limit of 65,536 characters on GitHub. */
const MAX_ENTRIES = 40

/** Markdown with a section for each question. One without an entry says so. */
export function proposal(report: Report, rules: ReadonlyMap<string, Rule>): string {
  const { base, head, findings } = report
  const groups = groupsOf(findings)
  const added = findings.filter((one) => sectionOf(one) === 'added' || EXTENDS.has(one.rule))
  const plans = findings.filter(({ step }) => step === 'plans')
  const order = rolloutOf(findings, (rule) => rules.get(rule)?.fix)
  const sections = [
    `# What this change would do`,
    `${escape(head)} against ${escape(base)}: ${outcomeOf(report)}`,
    section('Who is affected', [...affected(groups), ...unable(report)], 'No known client.'),
    ...breakages(groups, rules),
    section('What becomes possible', messages(added), 'Nothing new.'),
    section('What it costs the router', messages(plans), 'No query plan changes.'),
    section('Approvals it needs', approvals(findings), 'None.'),
    section('In which order to release it', numbered(order), 'In any order.'),
  ]
  return `${sections.join('\n\n')}\n`
}

/** A contract is no part of the whole API, so release notes leave it out. */
const EXTENDS = new Set(['contract-added', 'contract-extended'])

function outcomeOf({ summary }: Report): string {
  const { failing, security } = summary
  if (failing === 0) return 'the check would pass.'
  const more = security > 0 ? ` (${security} of security)` : ''
  return `the check would fail with ${counted(failing, 'finding')}${more}.`
}

function section(title: string, lines: readonly string[], otherwise: string): string {
  const more = lines.length - MAX_ENTRIES
  const rest = more > 0 ? [`- … and ${more} more: run the check to read them.`] : []
  const body = lines.length > 0 ? [...lines.slice(0, MAX_ENTRIES), ...rest].join('\n') : otherwise
  return `## ${title}\n\n${body}`
}

/** Each group, with how many operations break. */
function affected(groups: readonly Group[]): string[] {
  return groups.map(({ title, owner, entries }) => {
    const broken = new Set(
      entries.flatMap(({ finding, breaks }) => [
        ...(finding.operation ? [finding.operation.name] : []),
        ...breaks.filter((one) => one.broken).map(({ name }) => name),
      ]),
    )
    const operations =
      broken.size > 0 ? `, ${counted(broken.size, 'operation')} no longer valid` : ''
    const ask = owner === undefined ? '' : ` (ask ${escape(owner)})`
    return `- **${escape(title)}**${ask}: ${counted(entries.length, 'finding')}${operations}`
  })
}

/** What the check does not know. */
function unable({ steps }: Report): string[] {
  return steps
    .filter(({ notPossible }) => notPossible !== undefined)
    .map(({ title, notPossible = '' }) => `- ${title} is not compared: ${escape(notPossible)}`)
}

/** A section for each group; a finding is described where it comes first. */
function breakages(groups: readonly Group[], rules: ReadonlyMap<string, Rule>): string[] {
  const described = new Set<Judged>()
  return groups.map(({ title, entries }) => {
    const lines = entries.map(({ finding, breaks }) => {
      const isKnown = described.has(finding)
      described.add(finding)
      const uses = breaks.slice(0, USES_SHOWN).map((user) => `<br>${escape(operationOf(user))}`)
      const { uses: _, ...own } = finding
      const whole = isKnown
        ? `- ${code(inYaml(finding.id))}`
        : item(breaks.length > 0 ? own : finding, rules.get(finding.rule)?.fix)
      return whole + uses.join('')
    })
    return section(escape(title), lines, '')
  })
}

const messages = (findings: readonly Judged[]) =>
  findings.map(({ message }) => `- ${escape(message)}`)

function approvals(findings: readonly Judged[]): string[] {
  const failing = findings.filter(({ fails }) => fails)
  const ids = (all: readonly Judged[]) => all.map(({ id }) => code(inYaml(id)))
  return [
    ...ids(failing.filter(({ final }) => !final)).map((id) => `- ${id}`),
    ...ids(failing.filter(({ final }) => final)).map((id) => `- not possible: ${id}`),
  ]
}

const numbered = (lines: readonly string[]) =>
  lines.map((line, index) => `${index + 1}. ${escape(line)}`)
