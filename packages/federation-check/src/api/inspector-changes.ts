// Maps each change of graphql-inspector to a rule.
import type { ApiRule } from './rules.ts'

/** The rule for a kind of change: one for all ratings, or one for each. */
type Choice = ApiRule | { BREAKING: ApiRule; otherwise: ApiRule }

const choose = (BREAKING: ApiRule, otherwise: ApiRule): Choice => ({ BREAKING, otherwise })

/** The rules by graphql-inspector's name of the change. Deprecations and descriptions are matched by patterns below. */
const CHOICES: Readonly<Record<string, Choice>> = {
  SCHEMA_QUERY_TYPE_CHANGED: choose('root-type-removed', 'root-type-added'),
  SCHEMA_MUTATION_TYPE_CHANGED: choose('root-type-removed', 'root-type-added'),
  SCHEMA_SUBSCRIPTION_TYPE_CHANGED: choose('root-type-removed', 'root-type-added'),
  TYPE_REMOVED: 'type-removed',
  TYPE_ADDED: 'type-added',
  TYPE_KIND_CHANGED: 'type-kind-changed',
  FIELD_REMOVED: 'field-removed',
  FIELD_ADDED: 'field-added',
  FIELD_TYPE_CHANGED: choose('field-type-changed', 'field-type-narrowed'),
  FIELD_ARGUMENT_REMOVED: 'argument-removed',
  FIELD_ARGUMENT_ADDED: choose('required-argument-added', 'argument-added'),
  FIELD_ARGUMENT_TYPE_CHANGED: choose('argument-type-changed', 'argument-type-widened'),
  FIELD_ARGUMENT_DEFAULT_CHANGED: 'argument-default-changed',
  INPUT_FIELD_REMOVED: 'input-field-removed',
  INPUT_FIELD_ADDED: choose('required-input-field-added', 'input-field-added'),
  INPUT_FIELD_TYPE_CHANGED: choose('input-field-type-changed', 'input-field-type-widened'),
  INPUT_FIELD_DEFAULT_VALUE_CHANGED: 'input-field-default-changed',
  ENUM_VALUE_REMOVED: 'enum-value-removed',
  ENUM_VALUE_ADDED: 'enum-value-added',
  OBJECT_TYPE_INTERFACE_REMOVED: 'interface-removed',
  OBJECT_TYPE_INTERFACE_ADDED: 'interface-added',
  UNION_MEMBER_REMOVED: 'union-member-removed',
  UNION_MEMBER_ADDED: 'union-member-added',
  DIRECTIVE_REMOVED: 'directive-removed',
  DIRECTIVE_ADDED: 'directive-added',
  DIRECTIVE_LOCATION_REMOVED: 'directive-location-removed',
  DIRECTIVE_LOCATION_ADDED: 'directive-location-added',
  DIRECTIVE_REPEATABLE_REMOVED: 'directive-repeatable-removed',
  DIRECTIVE_REPEATABLE_ADDED: 'directive-repeatable-added',
  DIRECTIVE_ARGUMENT_REMOVED: 'directive-argument-removed',
  DIRECTIVE_ARGUMENT_ADDED: choose('required-directive-argument-added', 'directive-argument-added'),
  DIRECTIVE_ARGUMENT_TYPE_CHANGED: choose(
    'directive-argument-type-changed',
    'directive-argument-type-widened',
  ),
  DIRECTIVE_ARGUMENT_DEFAULT_VALUE_CHANGED: 'directive-argument-default-changed',
}

/**
 * The rule for a change, by its kind, its rating and its path. Undefined for applied directives
 * other than `@deprecated` and `@specifiedBy`, which clients cannot see.
 * @throws for a kind of change that is missing in this table
 */
export function ruleOf(type: string, level: string, path: string): ApiRule | undefined {
  if (type.startsWith('DIRECTIVE_USAGE_')) {
    if (/\.@?deprecated\b/.test(path)) return 'deprecation-changed'
    return /\.@?specifiedBy\b/.test(path) ? 'specification-changed' : undefined
  }
  if (type.includes('_DESCRIPTION_')) return 'description-changed'
  if (type.includes('_DEPRECATION_')) return 'deprecation-changed'
  const choice = CHOICES[type]
  if (!choice) throw new Error(`No rule for ${type} of graphql-inspector.`)
  if (typeof choice === 'string') return choice
  return level === 'BREAKING' ? choice.BREAKING : choice.otherwise
}
