// What the check finds: each finding has a rule, a severity and a place.
import { createHash } from 'node:crypto'
import type { ASTNode, Source } from 'graphql'
import type { Window } from './field-usage/field-usage.ts'
import { memoized } from './memo.ts'

/**
 * From harmless to worst. A `security` change lets somebody do what they could not, and always
 * needs an approval.
 */
export const SEVERITIES = ['safe', 'dangerous', 'breaking', 'security'] as const
export type Severity = (typeof SEVERITIES)[number]

/** The steps of the check, in the order of the report, with their titles. */
export const STEPS = {
  fresh: 'Generated files',
  composition: 'Composition',
  api: 'API schema',
  contracts: 'Contracts',
  federation: 'Federation',
  authorization: 'Authorization',
  operations: 'Known operations',
  plans: 'Query plans',
  conventions: 'Conventions',
  rest: 'REST contract',
  events: 'Events',
  usage: 'Field usage',
  approvals: 'Approvals',
} as const
export type Step = keyof typeof STEPS

/** Help for a person with a finding, each in a sentence. */
interface Advice {
  /** The effect of the change, and on whom. */
  why?: string
  fix?: string
}

/** One rule: what it catches, with an example for `--explain`. */
export interface Rule extends Advice {
  severity: Severity
  catches: string
  example: string
  /** True when the finding cannot be approved. */
  final?: true
}

const rated =
  (severity: Severity) =>
  (catches: string, example: string, advice: Advice = {}) => {
    return { severity, catches, example, ...advice } satisfies Rule
  }

/** Makes a rule of this severity. */
export const safe = rated('safe')
export const dangerous = rated('dangerous')
export const breaking = rated('breaking')
export const security = rated('security')

/** Marks a rule whose findings cannot be approved. */
export const final = (rule: Rule) => ({ ...rule, final: true }) satisfies Rule

export type Rules = Readonly<Record<string, Rule>>

/** A position in a file; lines count from 1. */
export interface SourceLocation {
  file: string
  line?: number
}

/** A known operation that uses a changed element, and where. */
export interface User extends SourceLocation {
  client: string
  name: string
  owner?: string
}

export interface Finding extends Partial<SourceLocation> {
  /** Rule, subgraph, coordinate and detail: the same change has the same id in every run. */
  id: string
  rule: string
  step: Step
  severity: Severity
  message: string
  coordinate: string
  subgraph?: string
  /** The contracts whose variants of the API it concerns. */
  contracts?: string[]
  /** Known operations that use the changed element; absent where that does not apply. */
  uses?: string[]
  /** The operations in `uses`, each with its file and line. */
  users?: User[]
  /** The days in which nobody requested the element, if that made this a note. */
  unused?: Window
  /** The known operation that no longer works. */
  operation?: { client: string; name: string; owner?: string | undefined }
  final?: true
}

/** What a finding is about; `detail` distinguishes changes of one coordinate in the id. */
export interface Where {
  coordinate: string
  subgraph?: string | undefined
  /** The contract, if only its variant changes. */
  contract?: string | undefined
  detail?: string | undefined
  at?: SourceLocation | undefined
}

export function findingsOf<R extends Rules>(step: Step, rules: R) {
  return (rule: keyof R & string, where: Where, message: string): Finding => {
    const { coordinate, subgraph, contract, detail, at } = where
    const { severity, final } = rules[rule]!
    const place = [contract ?? subgraph, coordinate].filter(Boolean).join('/')
    return {
      id: [rule, place, detail].filter((part) => part !== undefined).join(':'),
      rule,
      step,
      severity,
      message,
      coordinate,
      ...(subgraph && { subgraph }),
      ...(contract !== undefined && { contracts: [contract] }),
      ...at,
      ...(final && { final }),
    }
  }
}

/** The position of a node; undefined if it was not parsed from a file. */
export function placeOf(node: ASTNode | undefined): SourceLocation | undefined {
  if (!node?.loc) return undefined
  const { source, start } = node.loc
  return { file: source.name, line: linesOf(source).findLastIndex((at) => at <= start) + 1 }
}

/** The offset at which each line of a source starts. */
const linesOf = memoized(({ body }: Source): number[] => [
  0,
  ...body.matchAll(/\r\n|[\n\r]/g).map((end) => end.index + end[0].length),
])

/** A longer id ends in a hash of the whole, so that a report can show it and an approval can quote it. */
const MAX_ID_CHARACTERS = 1_000

/** Shortens the id where needed: a name in the change may be as long as a file. */
export function withShortId(finding: Finding): Finding {
  const { id } = finding
  if (id.length <= MAX_ID_CHARACTERS) return finding
  const hash = createHash('sha256').update(id).digest('hex').slice(0, 16)
  return { ...finding, id: `${id.slice(0, MAX_ID_CHARACTERS)}…${hash}` }
}

/** Removes findings with repeated ids. The first of each stays. */
export function unique(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [finding.id, finding])).values()]
}
