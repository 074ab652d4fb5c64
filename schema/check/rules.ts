// Every rule of the check, by step.
import { apiRules } from './api/rules.ts'
import { approvalRules } from './approvals.ts'
import { authorizationRules } from './authorization/rules.ts'
import { compositionRules } from './composition.ts'
import { federationRules } from './federation/rules.ts'
import type { Rule, Rules, Step } from './finding.ts'
import { freshRules } from './fresh.ts'
import { houseRules } from './house/rules.ts'
import { operationRules } from './operations.ts'
import { planRules } from './plans.ts'
import { restRules } from './rest/rules.ts'

export const rulesByStep: Readonly<Record<Step, Rules>> = {
  fresh: freshRules,
  composition: compositionRules,
  api: apiRules,
  federation: federationRules,
  authorization: authorizationRules,
  operations: operationRules,
  plans: planRules,
  house: houseRules,
  rest: restRules,
  approvals: approvalRules,
}

/** Every rule by its name. No two steps have a rule of one name. */
export const allRules: ReadonlyMap<string, Rule> = new Map(
  Object.values(rulesByStep).flatMap((rules) => Object.entries(rules)),
)
