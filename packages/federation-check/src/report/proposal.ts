// The effects of a change, as Markdown for a discussion: the findings of the check, sorted by the
// questions of reviewers.
import { sectionOf } from '../changelog.ts'
import type { Rule } from '../finding.ts'
import { rolloutOf } from '../rollout.ts'
import type { Report } from '../run.ts'
import type { Judged } from '../verdict.ts'
import { groupsOf, type Entry, type Group } from './groups.ts'
import { item } from './markdown.ts'
import { code, joined, inMarkdown, type Markup } from './escape/markup.ts'
import { counted, inYaml, operationOf, USES_SHOWN } from './words.ts'

/** How many entries a section lists. A discussion has a limit of 65,536 characters on GitHub. */
const MAX_ENTRIES = 40

type Markdown = Markup<'markdown'>

/** Markdown with a section for each question. An empty section says so. */
export function proposal(report: Report, rules: ReadonlyMap<string, Rule>): Markdown {
  const { base, head, findings } = report
  const groups = groupsOf(findings)
  const added = findings.filter((one) => sectionOf(one) === 'added' || EXTENDS.has(one.rule))
  const plans = findings.filter(({ step }) => step === 'plans')
  const order = rolloutOf(findings, (rule) => rules.get(rule)?.fix)
  const sections = [
    inMarkdown`# What this change would do`,
    inMarkdown`${head} against ${base}: ${outcomeOf(report)}`,
    section('Who is affected', [...affected(groups), ...unable(report)], 'No known client.'),
    ...breakages(groups, rules),
    section('What becomes possible', messages(added), 'Nothing new.'),
    section('What it costs the router', messages(plans), 'No query plan changes.'),
    section('Approvals it needs', approvals(findings), 'None.'),
    section('In which order to release it', numbered(order), 'In any order.'),
  ]
  return joined('markdown', sections, '\n\n')
}

/**
 * Rules about additions to contracts. Release notes leave them out, because a contract is not part of the whole API.
 */
const EXTENDS = new Set(['contract-added', 'contract-extended'])

function outcomeOf({ summary }: Report): string {
  const { failing, security } = summary
  if (failing === 0) return 'the check would pass.'
  const more = security > 0 ? ` (${security} of security)` : ''
  return `the check would fail with ${counted(failing, 'finding')}${more}.`
}

function section(title: string, lines: readonly Markdown[], otherwise: string): Markdown {
  const more = lines.length - MAX_ENTRIES
  const rest = more > 0 ? [inMarkdown`- … and ${more} more: run the check to read them.`] : []
  const body =
    lines.length > 0 ? [...lines.slice(0, MAX_ENTRIES), ...rest] : [inMarkdown`${otherwise}`]
  return joined('markdown', [inMarkdown`## ${title}`, inMarkdown``, ...body])
}

/** A line for each group, with the number of operations that break. */
function affected(groups: readonly Group[]): Markdown[] {
  return groups.map(({ title, owner, entries }) => {
    const broken = new Set(
      entries.flatMap(({ finding, breaks }) => [
        ...(finding.operation ? [finding.operation.name] : []),
        ...breaks.filter((one) => one.broken).map(({ name }) => name),
      ]),
    )
    const operations =
      broken.size > 0 ? `, ${counted(broken.size, 'operation')} no longer valid` : ''
    const ask = owner === undefined ? inMarkdown`` : inMarkdown` (ask ${owner})`
    return inMarkdown`- **${title}**${ask}: ${counted(entries.length, 'finding')}${operations}`
  })
}

/** The steps that could not run, and why. */
function unable({ steps }: Report): Markdown[] {
  return steps.flatMap(({ title, notPossible }) =>
    notPossible === undefined ? [] : [inMarkdown`- ${title} is not compared: ${notPossible}`],
  )
}

/** A section for each group; a finding is described where it comes first. */
function breakages(groups: readonly Group[], rules: ReadonlyMap<string, Rule>): Markdown[] {
  const described = new Set<Judged>()
  return groups.map(({ title, entries }) => {
    const lines = entries.map(({ finding, breaks }: Entry) => {
      const isKnown = described.has(finding)
      described.add(finding)
      const uses = breaks.slice(0, USES_SHOWN).map((user) => inMarkdown`<br>${operationOf(user)}`)
      const { uses: _, ...own } = finding
      const whole = isKnown
        ? inMarkdown`- ${code(inYaml(finding.id))}`
        : item(breaks.length > 0 ? own : finding, rules.get(finding.rule)?.fix)
      return inMarkdown`${whole}${uses}`
    })
    return section(title, lines, '')
  })
}

const messages = (findings: readonly Judged[]) =>
  findings.map(({ message }) => inMarkdown`- ${message}`)

function approvals(findings: readonly Judged[]): Markdown[] {
  const failing = findings.filter(({ fails }) => fails)
  const ids = (all: readonly Judged[]) => all.map(({ id }) => code(inYaml(id)))
  return [
    ...ids(failing.filter(({ final }) => !final)).map((id) => inMarkdown`- ${id}`),
    ...ids(failing.filter(({ final }) => final)).map((id) => inMarkdown`- not possible: ${id}`),
  ]
}

const numbered = (lines: readonly string[]) =>
  lines.map((line, index) => inMarkdown`${index + 1}. ${line}`)
