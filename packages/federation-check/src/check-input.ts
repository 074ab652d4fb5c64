// The input of a check: two states, and the settings of the project.
import type { GuardSettings } from './authorization/paths/access.ts'
import type { Severities } from './config/severities.ts'
import type { Contracts } from './contracts/contract.ts'
import type { Plugin } from './conventions/plugin.ts'
import type { Audiences } from './events/audiences.ts'
import type { GivenUsage } from './field-usage/reliable.ts'
import type { Compose } from './graph/base-graph.ts'
import type { Say } from './progress.ts'
import type { Project } from './project.ts'
import type { ConfigSides, Tree } from './sources/tree.ts'
import type { Policy } from './verdict.ts'

/** The names of guards are those in the configuration. */
export interface CheckInput extends Partial<GuardSettings> {
  base: Tree
  head: Tree
  /** The configuration of both sides, where there is one. */
  config?: ConfigSides | undefined
  /** What only code of the project can provide; used when the head is the working tree. */
  project?: Partial<Project>
  plugins?: readonly Plugin[]
  /** True when the configuration names generated files that are committed. */
  committed?: boolean
  /** Variants of the API, for a side that names none of its own. */
  contracts?: Contracts | undefined
  /** Who may receive events, where their documents say it. */
  audiences?: Audiences | undefined
  /** The configured severities by the names of rules. */
  severities?: Severities
  policy: Policy
  /** Owners who have approved this change, as confirmed with --approved-by. */
  approvedBy?: readonly string[]
  /** The usage by callers. Breaking findings about elements that nobody used become notes. */
  usage?: GivenUsage | undefined
  /** Today as YYYY-MM-DD, in UTC. */
  today: string
  /** Composes a tree. A test that often composes the same tree may pass a cached function. */
  compose?: Compose
  /** Called with what the check does now. */
  say?: Say | undefined
}
