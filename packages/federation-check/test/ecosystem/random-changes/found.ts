// Which finding stands for what the running system said: one that speaks of the same place.
import type { Finding } from '../../../src/finding.ts'
import type { Report } from '../../../src/run.ts'

/** Something that worked and does not, or could not be had and can. */
export interface ReportedResult {
  kind: 'refused' | 'leaked'
  what: string
  /** Coordinates of which one must be that of the finding. */
  at: readonly string[]
  /** The service that said it, where what other services do with the same coordinate does not count. */
  subgraph?: string
  /** Said by the guards of one field, whatever leads to it. */
  alone?: true
  /** A property of a REST response, which is part of the finding's coordinate. */
  property?: string
  /** The message of a failed start, which the finding repeats. */
  message?: string
}

/** Responses that no finding stands for. */
export function missedBy(
  { findings }: Report,
  responses: readonly ReportedResult[],
): ReportedResult[] {
  return responses.filter((response) => !findings.some((finding) => standsFor(finding, response)))
}

function standsFor(finding: Finding, response: ReportedResult): boolean {
  const { severity, message, rule } = finding
  const isBadEnough =
    severity === 'security' ||
    (response.kind === 'refused' && severity === 'breaking') ||
    (response.alone && MOVES.has(rule))
  if (!isBadEnough) return false
  if (response.message !== undefined) return message.includes(response.message)
  return isAbout(finding, response)
}

/** What the paths to a field still require is asked of the router. */
const MOVES = new Set(['guard-moved', 'guard-move-undecided'])

function isAbout(finding: Finding, { at, subgraph, property }: ReportedResult): boolean {
  const { coordinate } = finding
  if (property !== undefined) {
    const isProperty = coordinate.endsWith(`.${property}`)
    return isProperty && at.some((name) => coordinate.startsWith(`${name} `))
  }
  const isElsewhere = subgraph !== undefined && (finding.subgraph ?? subgraph) !== subgraph
  return at.includes(coordinate) && !isElsewhere
}
