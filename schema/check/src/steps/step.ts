// What a step is, and what all of them need.
import type { GuardSettings } from '../authorization/paths/access.ts'
import type { Both } from '../both.ts'
import type { ApiInput } from '../contracts/changes.ts'
import type { Plugin } from '../conventions/plugin.ts'
import type { Audiences } from '../events/audiences.ts'
import type { Finding, Step } from '../finding.ts'
import type { Project } from '../project.ts'
import type { ConfigSides, Tree } from '../sources/tree.ts'

export interface StepPlan {
  step: Step
  /** Why there is nothing for it to do; undefined when there is. */
  notConfigured?: string | undefined
  /** Why it cannot run; undefined when it can. */
  notPossible?: string | undefined
  /** True when it should have run. A step that was not compared fails. */
  skipped?: boolean
  run: () => Finding[] | Promise<Finding[]>
}

export interface StepInput extends ApiInput {
  trees: Both<Tree>
  project: Partial<Project>
  plugins: readonly Plugin[]
  /** The configuration names generated files that are committed. */
  committed?: boolean | undefined
  guards: GuardSettings
  config?: ConfigSides | undefined
  audiences: Audiences | undefined
}
