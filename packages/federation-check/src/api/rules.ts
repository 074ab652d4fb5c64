// Step 3, as a table: the rules for the API schema.
import { breaking, dangerous, safe, type Rules } from '../finding.ts'

const KEEP = 'Keep it, mark it @deprecated, and remove it once no client uses it.'
const OPTIONAL = 'Make it optional, or give it a default value.'
const DEFAULT = 'Keep the default, or tell every client whose operations leave the value out.'
const STILL = 'Keep it until no document contains it.'
const REFUSED = 'An operation that contains it is refused as a whole, with all other fields.'

/** A rule for elements that operations of clients select. */
const removed = (catches: string, example: string) =>
  breaking(catches, example, { why: REFUSED, fix: KEEP })

/** A rule for directives that documents of clients apply. */
const directiveRemoved = (catches: string, example: string) =>
  breaking(catches, example, { why: REFUSED, fix: STILL })

const required = (catches: string, example: string) =>
  breaking(catches, example, {
    why: 'Every operation that does not pass it is refused.',
    fix: OPTIONAL,
  })

const inputTypeChanged = (catches: string, example: string) =>
  breaking(catches, example, {
    why: 'Variables and literals of the old type are refused.',
    fix: 'Add another argument or input field with the new type, and keep accepting this one.',
  })

const defaultChanged = (catches: string, example: string) =>
  dangerous(catches, example, {
    why: 'Operations that leave it out get other results, without any error.',
    fix: DEFAULT,
  })

export const apiRules = {
  'root-type-removed': removed('a root type is removed', '`Mutation` is removed'),
  'root-type-added': safe('a root type is added', 'the first `Mutation`'),
  'type-removed': breaking('a type is removed', '`Quest`', {
    why: REFUSED,
    fix: 'Keep the type until no field returns it and no document names it.',
  }),
  'type-added': safe('a type is added', '`Badge`'),
  'type-kind-changed': breaking('a type changes its kind', 'an enum becomes a scalar', {
    why: 'Documents select, spread or pass it in a way that the new kind does not allow.',
    fix: 'Add a type with another name, and move the fields to it one by one.',
  }),
  'unreachable-changed': safe(
    'a type that no operation can reach changes',
    'a type that no field returns',
  ),
  'field-removed': removed('a field is removed', '`Quest.title`'),
  'field-added': safe('a field is added', '`Quest.difficulty: Int`'),
  'field-type-changed': breaking('a field returns another type', '`Int!` becomes `Int`', {
    why: 'Generated clients parse the response as the old type, and selections may no longer be valid.',
    fix: 'Add a field with the new type under another name, and mark this one @deprecated.',
  }),
  'field-type-narrowed': safe('a field returns a narrower type', '`Int` becomes `Int!`'),
  'argument-removed': removed('an argument is removed', '`quests(type:)`'),
  'argument-added': safe('an optional argument is added', '`quests(type: String)`'),
  'required-argument-added': required('a required argument is added', '`quest(realm: ID!)`'),
  'argument-became-required': required(
    'an argument loses its default and becomes required',
    '`Int! = 20` becomes `Int!`',
  ),
  'argument-type-changed': inputTypeChanged(
    'an argument takes another type',
    '`String` becomes `Int`',
  ),
  'argument-type-widened': safe('an argument accepts more values', '`ID!` becomes `ID`'),
  'argument-default-changed': defaultChanged(
    'the default of an argument changes',
    '`first: Int = 20` becomes `50`',
  ),
  'argument-default-added': safe('a required argument gets a default', '`Int!` to `Int! = 20`'),
  'input-field-removed': removed('an input field is removed', '`PostRoleInput.title`'),
  'input-field-added': safe('an optional input field is added', '`PostRoleInput.note: String`'),
  'required-input-field-added': required('a required input field is added', '`openings: Int!`'),
  'input-field-became-required': required(
    'an input field loses its default and becomes required',
    '`Int! = 1` becomes `Int!`',
  ),
  'input-field-type-changed': inputTypeChanged(
    'an input field takes another type',
    '`String` becomes `String!`',
  ),
  'input-field-type-widened': safe('an input field accepts more values', '`Int!` becomes `Int`'),
  'input-field-default-changed': defaultChanged(
    'the default of an input field changes',
    '`openings: Int = 1` becomes `2`',
  ),
  'input-field-default-added': safe(
    'a required input field gets a default',
    '`Int!` to `Int! = 1`',
  ),
  'enum-value-removed': breaking('an enum value is removed', '`QuestType.story`', {
    why: 'An operation that passes it is refused; a client that waits for it never sees it.',
    fix: KEEP,
  }),
  'enum-value-added': dangerous('responses may contain a new enum value', '`QuestType.monthly`', {
    why: 'A client that lists all values, as generated code does, may fail on another one.',
    fix: 'Ask the clients to handle unknown values before a response contains one.',
  }),
  'input-enum-value-added': safe('arguments accept a new enum value', '`SortOrder.oldest`'),
  'interface-removed': breaking(
    'a type no longer implements an interface',
    '`Quest` without `implements Node`',
    {
      why: 'A fragment of the interface no longer matches the type, or the document is refused.',
      fix: STILL,
    },
  ),
  'interface-added': dangerous('a type implements another interface', '`Quest implements Node`', {
    why: 'Selections on the interface begin to return this type.',
    fix: 'Ask the clients whether they handle a type that they do not know.',
  }),
  'new-interface-joined': safe(
    'a type implements an interface that no operation could reach',
    '`Quest implements Coded`',
  ),
  'union-member-removed': breaking('a type leaves a union', '`PlaceRef` without `Course`', {
    why: 'A fragment of the type on the union is refused.',
    fix: STILL,
  }),
  'union-member-added': dangerous('a type joins a union', '`PlaceRef` with `Asset`', {
    why: 'Selections on the union begin to return this type.',
    fix: 'Ask the clients whether they handle a type that they do not know.',
  }),
  'directive-removed': directiveRemoved('a directive for clients is removed', '`@trace`'),
  'directive-added': safe('a directive for clients is added', '`@trace`'),
  'directive-location-removed': directiveRemoved(
    'a directive is allowed in fewer places',
    'no `QUERY`',
  ),
  'directive-location-added': safe('a directive is allowed in more places', 'also `FIELD`'),
  'directive-repeatable-removed': directiveRemoved(
    'a directive is no longer repeatable',
    'no `repeatable`',
  ),
  'directive-repeatable-added': safe('a directive becomes repeatable', '`repeatable`'),
  'directive-argument-removed': directiveRemoved(
    'a directive argument is removed',
    '`@trace(level:)`',
  ),
  'directive-argument-added': safe(
    'an optional directive argument is added',
    '`@trace(level: Int)`',
  ),
  'required-directive-argument-added': breaking(
    'a required directive argument is added',
    '`level: Int!`',
    { why: 'Every document that does not pass it is refused.', fix: OPTIONAL },
  ),
  'directive-argument-type-changed': inputTypeChanged(
    'a directive argument takes another type',
    '`Int` becomes `String`',
  ),
  'directive-argument-type-widened': safe(
    'a directive argument accepts more values',
    '`Int!` becomes `Int`',
  ),
  'directive-argument-default-changed': dangerous(
    'the default of a directive argument changes',
    '`level: Int = 1` to `2`',
    { why: 'Documents that leave it out get other results, without any error.', fix: DEFAULT },
  ),
  'specification-changed': dangerous(
    'a scalar links to another specification',
    '`@specifiedBy(url: …)`',
    {
      why: 'Clients parse and print the scalar as the old specification says.',
      fix: 'Add another scalar, and fields that return it.',
    },
  ),
  'deprecation-changed': safe(
    'a deprecation or its reason is added, removed or changed',
    '`@deprecated(reason: "…")`',
    { why: 'Tools warn everybody who still uses it.' },
  ),
  'description-changed': safe('a description is added, removed or changed', '`"A quest."`'),
} satisfies Rules

export type ApiRule = keyof typeof apiRules
