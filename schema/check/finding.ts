// What the check finds: each finding names its rule, how bad it is, and where it stands.
import type { ASTNode, Source } from 'graphql'

/** From harmless to worst. `security` lets somebody do what they could not, and never passes by itself. */
export const SEVERITIES = ['safe', 'dangerous', 'breaking', 'security'] as const
export type Severity = (typeof SEVERITIES)[number]

/** The steps of the check, in the order of the report, with their titles. */
export const STEPS = {
  fresh: 'Generated files',
  composition: 'Composition',
  api: 'API schema',
  federation: 'Federation',
  authorization: 'Authorization',
  operations: 'Known operations',
  plans: 'Query plans',
  house: 'House rules',
  rest: 'REST contract',
  approvals: 'Approvals',
} as const
export type Step = keyof typeof STEPS

/** One rule: what it catches, in a sentence, with an example for the manual. */
export interface Rule {
  severity: Severity
  catches: string
  example: string
  /** No approval can let it pass. */
  final?: true
}

const rated = (severity: Severity) => (catches: string, example: string) => {
  return { severity, catches, example } satisfies Rule
}

/** A rule of this severity, by what it catches and an example. */
export const safe = rated('safe')
export const dangerous = rated('dangerous')
export const breaking = rated('breaking')
export const security = rated('security')

export type Rules = Readonly<Record<string, Rule>>

/** A place in a file, counted from line 1. */
export interface Place {
  file: string
  line?: number
}

export interface Finding extends Partial<Place> {
  /** Rule, subgraph, coordinate and detail: the same change has the same id in every run. */
  id: string
  rule: string
  step: Step
  severity: Severity
  message: string
  coordinate: string
  subgraph?: string
  /** Known operations that use what has changed; absent where the question makes no sense. */
  uses?: string[]
  /** The known operation that does not work any more. */
  operation?: { client: string; name: string; owner?: string | undefined }
  final?: true
}

/** What a finding is about; `detail` tells changes of one coordinate from each other in the id. */
export interface Where {
  coordinate: string
  subgraph?: string | undefined
  detail?: string | undefined
  at?: Place | undefined
}

/** A maker of the findings of one step, by the names of its rules. */
export function findingsOf<R extends Rules>(step: Step, rules: R) {
  return (rule: keyof R & string, where: Where, message: string): Finding => {
    const { coordinate, subgraph, detail, at } = where
    const { severity, final } = rules[rule]!
    return {
      id: [rule, subgraph ? `${subgraph}/${coordinate}` : coordinate, detail]
        .filter((part) => part !== undefined)
        .join(':'),
      rule,
      step,
      severity,
      message,
      coordinate,
      ...(subgraph && { subgraph }),
      ...at,
      ...(final && { final }),
    }
  }
}

/** Where a node of a document stands; undefined for what was not parsed from a file. */
export function placeOf(node: ASTNode | undefined): Place | undefined {
  if (!node?.loc) return undefined
  const { source, start } = node.loc
  return { file: source.name, line: linesOf(source).findLastIndex((at) => at <= start) + 1 }
}

const lines = new WeakMap<Source, number[]>()

/** Where each line of a source starts. */
function linesOf(source: Source): number[] {
  const known = lines.get(source) ?? [
    0,
    ...source.body.matchAll(/\r\n|[\n\r]/g).map((end) => end.index + end[0].length),
  ]
  lines.set(source, known)
  return known
}

/** One finding for each id, in the order of their first appearance. */
export function unique(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [finding.id, finding])).values()]
}
