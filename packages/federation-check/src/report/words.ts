// Words that several formats share.
import { stringify } from 'yaml'
import type { Report, StepReport } from '../run.ts'
import { SEVERITIES, type User } from '../finding.ts'
import type { Judged } from '../verdict.ts'
import { visibleJson, visibleLine } from './escape/characters.ts'

/**
 * An id as a YAML string. It is quoted where YAML requires it, and where a report would escape
 * characters: in quotes, YAML reads these escapes as the id.
 */
export function inYaml(id: string): string {
  if (visibleLine(id) !== id) return visibleJson(JSON.stringify(id))
  return stringify(id, { lineWidth: 0, blockQuote: false }).trimEnd()
}

/** The outcome in a sentence. */
export function outcome({ ok, summary }: Report): string {
  const { failing } = summary
  if (!ok) return `${counted(failing, 'change')} ${failing === 1 ? 'blocks' : 'block'} the merge.`
  if (summary.approved > 0) return `Passed: ${counted(summary.approved, 'change')} approved.`
  const worse = SEVERITIES.slice(1).filter((severity) => summary[severity] > 0)
  if (worse.length === 0) return 'Passed.'
  const counts = worse.map((severity) => `${summary[severity]} ${severity}`)
  return `Passed: nothing fails (${counts.join(', ')}).`
}

/** The place of a finding, such as `subgraphs/path/schema.graphql:63`, if it has one. */
export function placed({ file, line }: Judged): string | undefined {
  return line === undefined ? file : `${file}:${line}`
}

/** The operations that use a changed element; empty where that does not apply. */
export function usedBy({ uses, users }: Judged): string | undefined {
  if (!uses) return undefined
  if (uses.length === 0) return 'no known operation uses it'
  const all = users?.map((user) => `${user.client}: ${operationOf(user)}`) ?? uses
  const more = all.length - USES_SHOWN
  return `used by ${all.slice(0, USES_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** The maximum number of operations that are listed for one change. */
export const USES_SHOWN = 12

/**
 * An operation with its place: `operations/board.graphql:4`, `Quests (clients/phone.json:12)`, or
 * only its name where no file is known.
 */
export function operationOf({ client, name, file, line }: User): string {
  if (file === client) return name
  const at = line === undefined ? file : `${file}:${line}`
  return file.endsWith(name) ? at : `${name} (${at})`
}

/** The severity of a finding and whether it fails. */
export function verdictOf({ fails, approval, severity }: Judged): string {
  if (approval) return `${severity}, approved by ${approval.owner} until ${approval.expires}`
  return fails || severity === 'safe' ? severity : `${severity}, does not fail`
}

/** Why a step did not run; undefined for one that ran. */
export function idleReason({ notConfigured, notPossible }: StepReport): string | undefined {
  return notConfigured === undefined ? notPossible : `not configured: ${notConfigured}`
}

/** The contracts that a finding concerns; undefined where there is none. */
export function inContracts({ contracts }: Judged): string | undefined {
  if (!contracts) return undefined
  return `in the ${contracts.length === 1 ? 'contract' : 'contracts'} ${contracts.join(', ')}`
}

/** The facts about a finding besides its message. An approved finding needs no fix. */
export function factsOf(finding: Judged, fix: string | undefined): string[] {
  const { approval } = finding
  const way = fix && !approval ? `Fix: ${fix}` : undefined
  const about = [placed(finding), inContracts(finding), usedBy(finding)]
  const facts = [...about, approval?.reason, way, finality(finding)]
  return facts.filter((fact): fact is string => Boolean(fact))
}

/** Whether an approval would let it pass. */
export const isApprovable = ({ fails, final }: Judged) => fails && !final

/** Why a finding cannot be approved; undefined for one that can. */
export function finality({ final, fails }: Judged): string | undefined {
  return final && fails ? 'It cannot be approved.' : undefined
}

/** Sorts findings: the worst first, and failing ones first among equals. */
export function worstFirst(findings: readonly Judged[]): Judged[] {
  const rank = ({ severity, fails }: Judged) =>
    SEVERITIES.indexOf(severity) + (fails ? SEVERITIES.length : 0)
  return findings.toSorted((one, other) => rank(other) - rank(one))
}

export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
