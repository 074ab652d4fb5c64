// Every rule of the check, by step.
import { apiRules } from './api/rules.ts'
import { approvalRules } from './approvals.ts'
import { authorizationRules } from './authorization/rules.ts'
import { compositionRules } from './graph/composition.ts'
import { contractRules } from './contracts/rules.ts'
import { eventRules } from './events/rules.ts'
import { federationRules } from './federation/rules.ts'
import { usageRules } from './field-usage/reliable.ts'
import type { Rule, Rules, Step } from './finding.ts'
import { freshRules } from './fresh.ts'
import { operationRules } from './operations/rules.ts'
import { planRules } from './operations/plans.ts'
import type { Plugin } from './conventions/plugin.ts'
import { restRules } from './rest/rules.ts'
import { UsageError } from './sources/files.ts'

export const rulesByStep: Readonly<Record<Step, Rules>> = {
  fresh: freshRules,
  composition: compositionRules,
  api: apiRules,
  contracts: contractRules,
  federation: federationRules,
  authorization: authorizationRules,
  operations: operationRules,
  plans: planRules,
  conventions: {},
  rest: restRules,
  events: eventRules,
  usage: usageRules,
  approvals: approvalRules,
}

const OWN: ReadonlyMap<string, Rule> = new Map(
  Object.values(rulesByStep).flatMap((rules) => Object.entries(rules)),
)

/** The rules of the check and of plugins, by name. @throws UsageError for a name that two have */
export function rulesOf(plugins: readonly Plugin[]): ReadonlyMap<string, Rule> {
  const rules = new Map(OWN)
  for (const plugin of plugins) {
    for (const [name, rule] of Object.entries(plugin.rules)) {
      if (!rules.has(name)) rules.set(name, rule)
      else
        throw new UsageError(`The plugin ${plugin.name} has a rule ${name}, a name that is taken.`)
    }
  }
  return rules
}
