// Step 3, as tables: the rules for the API schema, and which change of graphql-inspector is which.
import { breaking, dangerous, safe, type Rules } from '../finding.ts'

export const apiRules = {
  'root-type-removed': breaking('a kind of operation is gone', 'no Mutation any more'),
  'root-type-added': safe('a new kind of operation', 'the first Mutation'),
  'type-removed': breaking('a type is gone', '`Quest`'),
  'type-added': safe('a new type', '`Badge`'),
  'type-kind-changed': breaking('a type is of another kind', 'an enum becomes a scalar'),
  'unreachable-changed': safe('what no operation could reach has changed', 'a type of no field'),
  'field-removed': breaking('a field is gone', '`Quest.title`'),
  'field-added': safe('a new field', '`Quest.difficulty: Int`'),
  'field-type-changed': breaking('a field answers something else', '`Int!` becomes `Int`'),
  'field-type-narrowed': safe('a field promises more', '`Int` becomes `Int!`'),
  'argument-removed': breaking('an argument is gone', '`quests(type:)`'),
  'argument-added': safe('a new argument that may be left out', '`quests(type: String)`'),
  'required-argument-added': breaking('a new argument that must be given', '`quest(realm: ID!)`'),
  'argument-became-required': breaking('a default is gone', '`Int! = 20` becomes `Int!`'),
  'argument-type-changed': breaking('an argument takes something else', '`String` becomes `Int`'),
  'argument-type-widened': safe('an argument takes more', '`ID!` becomes `ID`'),
  'argument-default-changed': dangerous('another default', '`first: Int = 20` becomes `50`'),
  'argument-default-added': safe('a required argument gets a default', '`Int!` to `Int! = 20`'),
  'input-field-removed': breaking('a field of an input is gone', '`PostRoleInput.title`'),
  'input-field-added': safe('a new field that may be left out', '`PostRoleInput.note: String`'),
  'required-input-field-added': breaking('a new field that must be given', '`openings: Int!`'),
  'input-field-became-required': breaking('a default is gone', '`Int! = 1` becomes `Int!`'),
  'input-field-type-changed': breaking('takes something else', '`String` becomes `String!`'),
  'input-field-type-widened': safe('a field of an input takes more', '`Int!` becomes `Int`'),
  'input-field-default-changed': dangerous('another default', '`openings: Int = 1` becomes `2`'),
  'input-field-default-added': safe('a required field gets a default', '`Int!` to `Int! = 1`'),
  'enum-value-removed': breaking('a value of an enum is gone', '`QuestType.story`'),
  'enum-value-added': dangerous('answers may hold a new value', '`QuestType.monthly`'),
  'input-enum-value-added': safe('arguments may hold a new value', '`SortOrder.oldest`'),
  'interface-removed': breaking('a type leaves an interface', '`Quest` is no `Node` any more'),
  'interface-added': dangerous('a type joins an interface', '`Quest implements Node`'),
  'new-interface-joined': safe(
    'a type joins one that nobody could ask for',
    '`Quest implements Coded`',
  ),
  'union-member-removed': breaking('a type leaves a union', '`PlaceRef` without `Course`'),
  'union-member-added': dangerous('a type joins a union', '`PlaceRef` with `Asset`'),
  'directive-removed': breaking('clients cannot write a directive any more', '`@trace`'),
  'directive-added': safe('a new directive for clients', '`@trace`'),
  'directive-location-removed': breaking('a directive fits fewer places', 'no `QUERY`'),
  'directive-location-added': safe('a directive fits more places', 'also `FIELD`'),
  'directive-repeatable-removed': breaking('a directive fits once only', 'no `repeatable`'),
  'directive-repeatable-added': safe('a directive fits many times', '`repeatable`'),
  'directive-argument-removed': breaking('an argument of a directive is gone', '`@trace(level:)`'),
  'directive-argument-added': safe('a new one that may be left out', '`@trace(level: Int)`'),
  'required-directive-argument-added': breaking('a new one that must be given', '`level: Int!`'),
  'directive-argument-type-changed': breaking('takes something else', '`Int` becomes `String`'),
  'directive-argument-type-widened': safe('an argument takes more', '`Int!` becomes `Int`'),
  'directive-argument-default-changed': dangerous('another default', '`level: Int = 1` to `2`'),
  'specification-changed': dangerous('a scalar names another format', '`@specifiedBy(url: …)`'),
  'deprecation-changed': safe('deprecated, or no more, or why', '`@deprecated(reason: "…")`'),
  'description-changed': safe('another description', '`"A quest."`'),
} satisfies Rules

export type ApiRule = keyof typeof apiRules

/** The rule that a kind of change falls under: one for all, or one for each rating. */
type Choice = ApiRule | { BREAKING: ApiRule; otherwise: ApiRule }

const choose = (BREAKING: ApiRule, otherwise: ApiRule): Choice => ({ BREAKING, otherwise })

/** By graphql-inspector's name of the change. Deprecations and descriptions are told by patterns below. */
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
 * The rule for a change, by its kind, its rating and its path.
 * Applied directives other than `@deprecated` and `@specifiedBy` are no matter of clients: undefined.
 * @throws for a kind of change that graphql-inspector has and this table has not
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
