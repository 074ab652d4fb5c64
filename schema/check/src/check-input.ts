// What a check is run with: two states, and the settings of the project.
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

/** Names of guards are those of the configuration. */
export interface CheckInput extends Partial<GuardSettings> {
  base: Tree
  head: Tree
  /** The configuration of both sides, where there is one. */
  config?: ConfigSides | undefined
  /** What only the project's code can tell of the head, where it is the working tree. */
  project?: Partial<Project>
  plugins?: readonly Plugin[]
  /** The configuration names generated files that are committed. */
  committed?: boolean
  /** Variants of the API, for a side that names none of its own. */
  contracts?: Contracts | undefined
  /** Who may receive events, where their documents say it. */
  audiences?: Audiences | undefined
  /** By the names of rules. */
  severities?: Severities
  policy: Policy
  /** Owners who have approved this change, as confirmed with --approved-by. */
  approvedBy?: readonly string[]
  /** What callers asked for: breaking findings about anything else become notes. */
  usage?: GivenUsage | undefined
  /** As YYYY-MM-DD, in UTC. */
  today: string
  /** Composes a tree. A test that composes one tree often may cache it. */
  compose?: Compose
  /** Hears what the check does now. */
  say?: Say | undefined
}
