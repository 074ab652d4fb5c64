// The definition of a step, and the parameters of all steps.
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
  /** Why the step has nothing to do; undefined when it has something. */
  notConfigured?: string | undefined
  /** Why the step cannot run; undefined when it can. */
  notPossible?: string | undefined
  /** True when the step should have run. The check then fails. */
  skipped?: boolean
  run: () => Finding[] | Promise<Finding[]>
}

export interface StepInput extends ApiInput {
  trees: Both<Tree>
  project: Partial<Project>
  plugins: readonly Plugin[]
  /** True when the configuration names generated files that are committed. */
  committed?: boolean | undefined
  guards: GuardSettings
  config?: ConfigSides | undefined
  audiences: Audiences | undefined
}
