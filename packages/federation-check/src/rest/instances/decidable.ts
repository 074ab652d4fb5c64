// Decides which changes the instances can prove harmless.
import type { Change } from '../schema/change.ts'
import { restRules, type RestRule } from '../rules.ts'

/** Rules that are only about which values are valid. */
const ABOUT_VALUES: ReadonlySet<RestRule> = new Set<RestRule>([
  ...(['rest-alternative-removed', 'rest-alternative-added', 'rest-constraint-changed'] as const),
  ...(['rest-bound-narrowed', 'rest-bound-widened', 'rest-type-changed'] as const),
  ...(['rest-value-refused', 'rest-value-added', 'rest-pattern-changed'] as const),
  ...(['rest-values-replaced', 'rest-input-required', 'rest-instances-undecided'] as const),
  ...(['rest-input-closed', 'rest-property-optional', 'rest-instance-refused'] as const),
])

const isRisk = ({ rule }: Change) => restRules[rule].severity !== 'safe'

/** True for a change that the instances decide. */
export const isDecidable = (change: Change) =>
  ABOUT_VALUES.has(change.rule) && isRisk(change) && !change.stays

/**
 * True for a change that makes a value invalid. A discriminator decides the form of a value, which
 * the instances show.
 */
export const isBroken = (change: Change) =>
  isDecidable(change) || change.rule === 'rest-discriminator-changed'
