// Rules of a team's own: a table of rules, and one or both of two functions that find what breaks them.
import type { ASTNode } from 'graphql'
import { findingsOf, placeOf, SEVERITIES, type Finding, type Rule, type Rules } from '../finding.ts'
import type { Graph } from '../graph/graph.ts'
import type { SubgraphDocument } from '../sdl/sdl.ts'
import { UsageError } from '../sources/files.ts'

/** Where a finding of a plugin stands; `node` gives it file and line. */
interface Descriptor {
  coordinate: string
  subgraph?: string
  detail?: string
  node?: ASTNode
}

/** Makes a finding of one of the plugin's rules. */
export type Report<R extends string = string> = (
  rule: R,
  descriptor: Descriptor,
  message: string,
) => Finding

export interface Plugin {
  name: string
  /** The rules by name. No other plugin or step may have a rule of the same name. */
  rules: Rules
  /** Finds everything in the subgraphs that breaks a rule. Findings that the base has, too, are not reported. */
  check?(subgraphs: readonly SubgraphDocument[], report: Report): Finding[]
  /** Finds what a change breaks. */
  compare?(base: Graph, head: Graph, report: Report): Finding[] | Promise<Finding[]>
}

/** True for what has the shape of a plugin. */
export function isPlugin(value: unknown): value is Plugin {
  if (typeof value !== 'object' || value === null) return false
  const { name, rules, check, compare } = value as Partial<Plugin>
  const functions = [check, compare].filter((one) => one !== undefined)
  return (
    typeof name === 'string' &&
    typeof rules === 'object' &&
    rules !== null &&
    functions.length > 0 &&
    functions.every((one) => typeof one === 'function')
  )
}

/** The first incomplete rule of a plugin. A finding with an unknown severity would neither fail nor be shown. */
export function incompleteRule({ rules }: Plugin): string | undefined {
  const broken = Object.entries(rules as Readonly<Record<string, Partial<Rule> | null>>).find(
    ([, rule]) =>
      !SEVERITIES.some((one) => one === rule?.severity) ||
      typeof rule?.catches !== 'string' ||
      typeof rule.example !== 'string',
  )
  return broken?.[0]
}

/** The function with which a plugin reports findings. @throws UsageError for a rule that it does not have */
export function reporterOf({ name, rules }: Plugin): Report {
  const tell = findingsOf('conventions', rules)
  return (rule, { node, ...where }, message) => {
    if (!Object.hasOwn(rules, rule)) throw new UsageError(`The plugin ${name} has no rule ${rule}.`)
    return tell(rule, { ...where, at: placeOf(node) }, message)
  }
}
