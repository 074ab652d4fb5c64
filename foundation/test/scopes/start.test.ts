// A subgraph does not start if nothing enforces a directive, or a field does not say who may use it.
import { expect, test } from 'vitest'
import { schemaOf } from '#test/schema.ts'

const withQuery = (sdl: string) => `type Query { me: String @authenticated }\n${sdl}`

test.each([
  ['a query', 'type Query { open: String }', 'Query.open'],
  ['a mutation', withQuery('type Mutation { open: String }'), 'Mutation.open'],
  ['a query of an extension', withQuery('extend type Query { open: Int }'), 'Query.open'],
  ['a subscription', withQuery('type Subscription { open: Int }'), 'Subscription.open'],
  [
    'a subscription of another name',
    `schema { query: Query subscription: Feed } ${withQuery('type Feed { open: Int }')}`,
    'Feed.open',
  ],
  ['a query that is only tagged', 'type Query { open: Int @tag(name: "open") }', 'Query.open'],
])('A subgraph does not start when %s does not say who may use it', (_what, sdl, field) => {
  expect(() => schemaOf(sdl)).toThrow(`${field} does not say who may use it.`)
})

test.each(['[["identity"], ["admin"]]', '[]'])(
  'A subgraph does not start with the alternatives %s of scopes',
  (scopes) => {
    const sdl = `type Query { me: String @requiresScopes(scopes: ${scopes}) }`
    expect(() => schemaOf(sdl)).toThrow('me must hold exactly one list of scopes.')
  },
)

test('A subgraph that needs the scope admin does not start without isAdministrator', () => {
  const sdl = 'type Query { vault: String @requiresScopes(scopes: [["identity", "admin"]]) }'
  expect(() => schemaOf(sdl)).toThrow(
    'vault needs the scope admin, and the subgraph has no isAdministrator.',
  )
})

const scoped = '@requiresScopes(scopes: [["identity"]])'
test.each([
  ['@authenticated', 'an object type', 'type Quest @authenticated { id: ID }'],
  ['@requiresScopes', 'an object type', `type Quest ${scoped} { id: ID }`],
  ['@inaccessible', 'an extension', 'type Quest { id: ID } extend type Quest @inaccessible'],
  ['@inaccessible', 'an interface', 'interface Task @inaccessible { id: ID }'],
  ['@inaccessible', 'an enum', 'enum QuestType @inaccessible { daily }'],
  ['@authenticated', 'an extension', 'type Quest { id: ID } extend type Quest @authenticated'],
  ['@authenticated', 'an interface', 'interface Task @authenticated { id: ID }'],
  ['@authenticated', 'a field of an interface', 'interface Task { id: ID @authenticated }'],
  ['@requiresScopes', 'a field of an interface', `interface Task { id: ID ${scoped} }`],
  ['@authenticated', 'an enum', 'enum QuestType @authenticated { daily }'],
  ['@inaccessible', 'an enum value', 'enum QuestType { daily @inaccessible weekly }'],
  ['@requiresScopes', 'a scalar', `scalar Colour ${scoped}`],
  ['@inaccessible', 'an argument', 'type Quest { title(in: String @inaccessible): ID }'],
  ['@inaccessible', 'an input field', 'input Filter { type: String @inaccessible }'],
  ['@policy', 'a field', 'type Quest { id: ID @policy(policies: [["owner"]]) }'],
  ['@policy', 'an object type', 'type Quest @policy(policies: [["owner"]]) { id: ID }'],
  ['@owner', 'a field', 'directive @owner on FIELD_DEFINITION type Quest { id: ID @owner }'],
  [
    '@owner',
    'an argument',
    'directive @owner on ARGUMENT_DEFINITION type Q { id(a: Int @owner): ID }',
  ],
  ['@federation__override', 'a field', 'type Quest { id: ID @federation__override(from: "a") }'],
])('A subgraph does not start when nothing enforces %s on %s', (directive, _place, sdl) => {
  expect(() => schemaOf(withQuery(sdl))).toThrow(
    new RegExp(`^Nothing enforces ${directive} on .*\\.$`),
  )
})

const grant = 'type Grant @inaccessible { id: ID }'
test.each([
  ['a field', `${grant} type Quest { grant: [Grant!] }`, 'Quest.grant', 'Grant'],
  ['a root field', `${grant} extend type Query { g: Grant @authenticated }`, 'Query.g', 'Grant'],
  ['a union', `${grant} type Quest { id: ID } union Found = Quest | Grant`, 'Found', 'Grant'],
  [
    'an interface',
    'interface Task { id: ID } type Grant implements Task @inaccessible { id: ID }',
    'Task',
    'Grant',
  ],
  ['a reference', 'type Grant @key(fields: "id") @inaccessible { id: ID }', '_Entity', 'Grant'],
  [
    'an argument',
    'input Filter @inaccessible { a: Int } type Quest { id(by: Filter): ID }',
    'Quest.id',
    'Filter',
  ],
  [
    'another input',
    'input Part @inaccessible { a: Int } input Filter { part: [Part!] }',
    'Filter.part',
    'Part',
  ],
])(
  'A subgraph does not start when %s leads to a type that is hidden from clients',
  (_what, sdl, from, to) => {
    expect(() => schemaOf(withQuery(sdl))).toThrow(
      `${from} leads to ${to}, which is @inaccessible: mark ${from} @inaccessible, too.`,
    )
  },
)

test('A subgraph starts when only services reach a hidden type', () => {
  const sdl = `type Mutation { grant(input: GrantInput!): Grant @inaccessible }
    type Grant @inaccessible { items: [Item!]! }
    type Item @inaccessible { id(by: PartInput): ID }
    input GrantInput @inaccessible { part: PartInput }
    input PartInput @inaccessible { id: ID }`
  expect(schemaOf(withQuery(sdl)).getType('Item')).toBeDefined()
})

test('A subgraph does not start when nothing enforces its own directive on a type', () => {
  const sdl = withQuery(
    'directive @owner on FIELD_DEFINITION | OBJECT type Quest @owner { id: ID }',
  )
  expect(() => schemaOf(sdl, {}, { guards: { owner: () => undefined } })).toThrow('@owner on ')
})
