// Operations: compiled and interpreted answer the same, and are prepared once.
import { buildSubgraphSchema } from '@apollo/subgraph'
import {
  buildClientSchema,
  defaultFieldResolver,
  getIntrospectionQuery,
  GraphQLError,
  isObjectType,
  Kind,
  parse,
  printSchema,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  type IntrospectionQuery,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { DomainError, forbidden, notFound } from '#foundation/errors.ts'
import { createOperationCache, type Operation } from '#foundation/operation.ts'
import { coerceVariables, type Variables } from '#foundation/variables.ts'
import { scalarResolvers } from '#foundation/scalars.ts'
import { settleEntities } from '#foundation/subgraph.ts'

const typeDefs = parse(`
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
  directive @shout on FIELD_DEFINITION
  scalar DateTimeISO
  scalar JSONObject

  enum Mood { HAPPY, SAD }
  input Address { city: String!, country: String! = "NL" }
  input Profile {
    username: String!, bio: String, mood: Mood = HAPPY, tags: [String!], age: Int
    address: Address, addresses: [Address!], settings: JSONObject, bornAt: DateTimeISO
    parent: Profile
  }
  input Choice @oneOf { yes: Boolean, no: Boolean }

  interface Node { id: ID!, near: Node }
  type Identity implements Node @key(fields: "id") {
    id: ID!, near: Node, name: String, motto: String @shout, createdAt: DateTimeISO
    email: String!, phone: String!, secret: String, lazyName: String, mentor: Identity!
    friends: [Identity!], quests: [Quest]!
  }
  type Quest implements Node @key(fields: "id") { id: ID!, near: Node, title: String, author: Identity }
  type Ghost implements Node { id: ID!, near: Node }
  union Found = Identity | Quest

  type Query {
    me: Identity, grace: Identity, node(id: ID!): Node, found: [Found], people: [Identity]
    asked: String, strict: Int!
    echo(
      input: Profile, first: Int = 10, settings: JSONObject, at: DateTimeISO, tags: [String!]
      note: String! = "none", mood: Mood, choice: Choice, flag: Boolean, rate: Float, id: ID
    ): String
  }
  type Mutation { append(word: String!, delayMs: Int = 0): String!, reject: String! }
`)

interface Context {
  /** What the resolvers were told, in the order they were called. */
  calls: string[]
  words: string[]
  /** Read off the one thing that graphql-jit does not tell resolvers. */
  ranBy?: 'compiled' | 'interpreted'
}

const refuse = (field: string) => () => {
  throw forbidden(`You may not see ${field}.`, { field })
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const grace = { __typename: 'Identity', id: 'grace', name: 'Grace', email: null }
const quest = { __typename: 'Quest', id: 'engine', title: 'Engine', author: grace }
const ada = {
  __typename: 'Identity',
  id: 'ada',
  name: 'Ada',
  email: 'ada@example.org',
  motto: 'onwards',
  createdAt: new Date('2026-01-02T03:04:05.006Z'),
  friends: [grace, grace],
  quests: [quest],
  near: { ...quest, near: grace },
  nickname: () => Promise.resolve('Countess'),
}
const nodes: Record<string, object> = { ada, grace, engine: quest }

const resolveType = (node: { __typename?: string }) => {
  if (node.__typename === undefined) throw new Error('A node of no type.')
  return node.__typename
}

async function findEntity({ id }: { id: string }) {
  // The later one of the list fails first.
  await pause(id === 'ada' ? 20 : 1)
  if (nodes[id]) return { ...nodes[id] }
  throw notFound('Identity', id)
}

const resolvers = {
  ...scalarResolvers,
  Node: { __resolveType: resolveType },
  Found: { __resolveType: resolveType },
  Identity: {
    __resolveReference: findEntity,
    phone: refuse('phone'),
    secret: refuse('secret'),
    mentor: () => null,
    lazyName: (identity: Partial<typeof ada>) => identity.nickname?.(),
  },
  Quest: { __resolveReference: findEntity },
  Query: {
    me: () => ada,
    grace: () => Promise.resolve(grace),
    node: (_: unknown, { id }: { id: string }) => nodes[id] ?? {},
    found: () => [ada, { __typename: 'Ghost' }, quest, {}, null],
    people: () => [grace, ada],
    asked: () => 'yes',
    strict: () => null,
    echo: (_: unknown, args: object) => JSON.stringify(args, sorted),
  },
  Mutation: {
    async append(_: unknown, { word, delayMs }: { word: string; delayMs: number }, ctx: Context) {
      await pause(delayMs)
      return ctx.words.push(word) && ctx.words.join(' ')
    },
    reject: refuse('anything'),
  },
}

const sorted = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => a.localeCompare(b)))
    : value

/** Wraps every resolver, as directives are: one makes text loud, and all of them take notes. */
function wrapResolvers(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('_')) continue
    for (const field of Object.values(type.getFields())) {
      const shouts = field.astNode?.directives?.some(({ name }) => name.value === 'shout')
      const root = type === schema.getQueryType() || type === schema.getMutationType()
      if (field.resolve || root || shouts) field.resolve = noted(field.resolve, shouts)
    }
  }
  return schema
}

function noted(
  resolve: GraphQLFieldResolver<unknown, Context> = defaultFieldResolver,
  loud = false,
): GraphQLFieldResolver<unknown, Context> {
  return (source, args, ctx, info) => {
    const { parentType, fieldName, returnType, fieldNodes, operation, fragments } = info
    const sent = fieldNodes.map((node) => node.arguments?.map(({ value }) => value.kind))
    const known = [operation.name?.value, Object.keys(fragments), info.schema === schema]
    const told = [String(parentType), fieldName, String(returnType), sent, known]
    ctx.calls.push(JSON.stringify([...told, args], sorted))
    ctx.ranBy = info.path.typename === undefined ? 'compiled' : 'interpreted'
    const value: unknown = resolve(source, args, ctx, info)
    return loud && typeof value === 'string' ? value.toUpperCase() : value
  }
}

const schema = wrapResolvers(buildSubgraphSchema([{ typeDefs, resolvers }]))
settleEntities(schema)
const compiling = createOperationCache(schema, { execution: 'compiled' })
const interpreting = createOperationCache(schema, { execution: 'interpreted' })

async function run(operation: Operation, variables: Variables) {
  // What is asked for the second time is compiled.
  await operation.execute({ calls: [], words: [] }, variables)
  const ctx: Context = { calls: [], words: [] }
  const result = await operation.execute(ctx, variables)
  for (const error of result.errors ?? []) expect(error).toBeInstanceOf(GraphQLError)
  const { data, errors = [] } = JSON.parse(JSON.stringify(result)) as Answer
  return { data, errors, calls: ctx.calls, ranBy: ctx.ranBy }
}

interface Answer {
  data?: unknown
  errors?: { message: string; path?: unknown; locations?: unknown; extensions?: unknown }[]
}

const asSet = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).sort()

/** What a document is answered both ways, and what ran it where compiling was wanted. */
async function ask(source: string, variables: Variables = {}) {
  const compiled = await run(compiling.prepare(source), variables)
  const interpreted = await run(interpreting.prepare(source), variables)
  const shown = `${source} ${JSON.stringify(variables)}`
  expect(compiled.data, shown).toEqual(interpreted.data)
  expect(asSet(compiled.errors), shown).toEqual(asSet(interpreted.errors))
  // After an error graphql-js leaves out what it need not ask any more.
  if (compiled.errors.length === 0) {
    expect(asSet(compiled.calls), shown).toEqual(asSet(interpreted.calls))
  }
  return compiled
}

/** The arguments that `Query.echo` got. */
async function echo(source: string, variables: Variables = {}) {
  const { data, errors, ranBy } = await ask(source, variables)
  expect(errors).toEqual([])
  const args = JSON.parse((data as { echo: string }).echo) as Record<string, unknown>
  return { args, ranBy }
}

describe('Compiled and interpreted alike,', () => {
  test('a non-null input field with a default may be left out of a variable', async () => {
    const input = { username: 'ada', address: { city: 'Delft' }, addresses: [{ city: 'Breda' }] }
    const { args, ranBy } = await echo('query ($p: Profile) { echo(input: $p) }', { p: input })
    expect(args.input).toEqual({
      username: 'ada',
      mood: 'HAPPY',
      address: { city: 'Delft', country: 'NL' },
      addresses: [{ city: 'Breda', country: 'NL' }],
    })
    expect(args).toMatchObject({ first: 10, note: 'none' })
    expect(ranBy).toBe('compiled')
  })

  test('a JSONObject literal keeps the variable in it', async () => {
    const source = 'query ($v: Int) { echo(settings: { a: { b: [$v, 2] } }) }'
    expect((await echo(source, { v: 1 })).args.settings).toEqual({ a: { b: [1, 2] } })
    const inField = 'query ($v: Int) { echo(input: { username: "ada", settings: { a: $v } }) }'
    expect((await echo(inField, { v: 1 })).args.input).toMatchObject({ settings: { a: 1 } })
  })

  test('a variable left out of an input literal stays left out', async () => {
    const source =
      'query ($bio: String, $m: Mood) { echo(input: { username: "a", bio: $bio, mood: $m }) }'
    expect((await echo(source)).args.input).toEqual({ username: 'a', mood: 'HAPPY' })
    const nulls = await echo(source, { bio: null, m: null })
    expect(nulls.args.input).toEqual({ username: 'a', bio: null, mood: null })
  })

  test('an argument left out, null or given arrives as such', async () => {
    const source = 'query ($t: [String!], $n: Int) { echo(tags: $t, first: $n) }'
    expect((await echo(source)).args).toEqual({ first: 10, note: 'none' })
    expect((await echo(source, { t: null, n: null })).args).toMatchObject({
      tags: null,
      first: null,
    })
    expect((await echo(source, { t: 'one', n: 3 })).args).toMatchObject({ tags: ['one'], first: 3 })
  })

  test('scalars are parsed once, from variables and literals', async () => {
    const at = '2026-01-02T03:04:05.006Z'
    const literal = `{ echo(at: "${at}", mood: SAD, settings: { k: 1.5 }, choice: { yes: true }) }`
    const { args } = await echo(literal)
    expect(args).toMatchObject({ at, mood: 'SAD', settings: { k: 1.5 }, choice: { yes: true } })
    const { args: given } = await echo('query ($at: DateTimeISO) { echo(at: $at) }', { at })
    expect(given.at).toBe(at)
  })

  test('text in a document is never run as code', async () => {
    const text = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d(globalThis.broken = true)'
    const { args, ranBy } = await echo(`{ echo(note: "${text}", settings: { a: "${text}" }) }`)
    expect(args).toMatchObject({ note: text, settings: { a: text } })
    expect(ranBy).toBe('interpreted')
    expect(globalThis).not.toHaveProperty('broken')
  })

  test('an argument that a null variable makes impossible is an error of its field', async () => {
    const source = 'query ($note: String) { asked echo(note: $note) }'
    const { data, errors } = await ask(source, { note: null })
    expect(data).toEqual({ asked: 'yes', echo: null })
    expect(errors[0]!.message).toBe('Argument "note" of non-null type "String!" must not be null.')
  })

  test('a lazily computed field with a resolver of its own is awaited', async () => {
    const { data } = await ask('{ me { lazyName name } }')
    expect(data).toEqual({ me: { lazyName: 'Countess', name: 'Ada' } })
  })

  test('abstract types are told apart without a promise', async () => {
    const { data, ranBy } = await ask(`{
      node(id: "ada") { __typename id near { ... on Quest { title near { id } } } ... on Identity { name } }
    }`)
    const near = { title: 'Engine', near: { id: 'grace' } }
    expect(data).toEqual({ node: { __typename: 'Identity', id: 'ada', near, name: 'Ada' } })
    expect(ranBy).toBe('interpreted')
  })

  test('a value of no type or the wrong type is an error of its field alone', async () => {
    const { data, errors } = await ask('{ asked node(id: "nobody") { id } }')
    expect(data).toEqual({ asked: 'yes', node: null })
    expect(errors).toMatchObject([{ message: 'A node of no type.', path: ['node'] }])
    const found = await ask('{ found { __typename ... on Quest { title } } }')
    const list = [
      { __typename: 'Identity' },
      null,
      { __typename: 'Quest', title: 'Engine' },
      null,
      null,
    ]
    expect(found.data).toEqual({ found: list })
    expect(found.errors).toMatchObject([
      {
        message: 'Runtime Object type "Ghost" is not a possible type for "Found".',
        path: ['found', 1],
      },
      { message: 'A node of no type.', path: ['found', 3] },
    ])
  })

  test('wrapped resolvers are called', async () => {
    expect((await ask('{ me { motto } }')).data).toEqual({ me: { motto: 'ONWARDS' } })
  })

  test('entities come in the order of their representations, failed ones in their place', async () => {
    const representations = [
      { __typename: 'Identity', id: 'ada' },
      { __typename: 'Identity', id: 'nobody' },
      { __typename: 'Quest', id: 'engine' },
    ]
    const source = `query ($representations: [_Any!]!) {
      _entities(representations: $representations) {
        __typename ... on Identity { name createdAt } ... on Quest { title }
      }
    }`
    const { data, errors } = await ask(source, { representations })
    const createdAt = '2026-01-02T03:04:05.006Z'
    expect(data).toEqual({
      _entities: [
        { __typename: 'Identity', name: 'Ada', createdAt },
        null,
        { __typename: 'Quest', title: 'Engine' },
      ],
    })
    const extensions = notFound('Identity', 'nobody').extensions
    expect(errors).toMatchObject([{ path: ['_entities', 1], extensions }])
  })

  test('resolvers are told the same, whatever the aliases', async () => {
    const { calls } = await ask(
      `query Who($id: ID!) {
      a: node(id: $id) { near { id } ...Named } b: me { motto } echo(first: 3, tags: ["x"])
    } fragment Named on Identity { motto }`,
      { id: 'ada' },
    )
    expect(calls[0]).toBe(
      '["Query","node","Node",[["Variable"]],["Who",["Named"],true],{"id":"ada"}]',
    )
    const { data } = await ask('{ me { motto } motto_me: asked }')
    expect(data).toEqual({ me: { motto: 'ONWARDS' }, motto_me: 'yes' })
  })

  test('introspection describes the schema', async () => {
    const { data } = await ask(getIntrospectionQuery())
    const described = printSchema(buildClientSchema(data as IntrospectionQuery))
    expect(described).toContain('country: String! = "NL"')
    const answer = await ask('{ __type(name: "Profile") { name } _service { sdl } __typename }')
    expect(answer.data).toMatchObject({ __type: { name: 'Profile' }, __typename: 'Query' })
  })

  test('an alias may be any name', async () => {
    const { data } = await ask('{ constructor: asked class: me { prototype: name } x_y: asked }')
    expect(data).toEqual({ constructor: 'yes', class: { prototype: 'Ada' }, x_y: 'yes' })
  })
})

describe('Conditions', () => {
  const when = { yes: true, no: false }

  test.each([
    ['{ me { id @include(if: $yes) name @include(if: $no) } }', { me: { id: 'ada' } }],
    ['{ me { id @skip(if: $yes) name @skip(if: $no) } }', { me: { name: 'Ada' } }],
    [
      '{ me { id @skip(if: $no) @include(if: $no) name @skip(if: false) } }',
      { me: { name: 'Ada' } },
    ],
    [
      '{ me { ... @include(if: $no) { id } ... @skip(if: $no) { name } } }',
      { me: { name: 'Ada' } },
    ],
    [
      '{ me { ...F @include(if: $no) } grace { ...F } } fragment F on Identity { id }',
      { me: {}, grace: { id: 'grace' } },
    ],
    [
      '{ me { ...F @include(if: $no) ...F @include(if: $yes) } } fragment F on Identity { id }',
      { me: { id: 'ada' } },
    ],
    [
      '{ me @include(if: $no) { ...F } me { id } } fragment F on Identity { name }',
      { me: { id: 'ada' } },
    ],
    [
      '{ me { near { ... on Quest { title @skip(if: $no) id @include(if: $no) } } } }',
      { me: { near: { title: 'Engine' } } },
    ],
  ])('hold in %s', async (selection, data) => {
    const used = Object.entries(when).filter(([name]) => selection.includes(`$${name}`))
    const variables = used.map(([name]) => `$${name}: Boolean!`).join(', ')
    const answer = await ask(`query (${variables}) ${selection}`, Object.fromEntries(used))
    expect(answer.data).toEqual(data)
  })

  test('that are null are an error', async () => {
    const source = 'query ($if: Boolean = true) { me { id @include(if: $if) } }'
    const { data, errors } = await ask(source, { if: null })
    expect(data).toEqual({ me: null })
    expect(errors).toMatchObject([{ path: ['me'] }])
  })
})

describe('Errors', () => {
  test('keep what a resolver threw, and the place', async () => {
    const operation = compiling.prepare('{ asked me { name secret } }')
    await operation.execute({ calls: [], words: [] })
    const { errors } = await operation.execute({ calls: [], words: [] })
    const [error] = errors!
    expect(error!.originalError).toBeInstanceOf(DomainError)
    expect(error!.toJSON()).toEqual({
      message: 'You may not see secret.',
      path: ['me', 'secret'],
      locations: [{ line: 1, column: 19 }],
      extensions: { code: 'INSUFFICIENT_PERMISSIONS', details: { field: 'secret' } },
    })
  })

  test('of a non-null field make the nearest nullable one null', async () => {
    const { data, errors } = await ask(
      '{ people { id email } me { friends { email } quests { id } } }',
    )
    expect(data).toEqual({
      people: [null, { id: 'ada', email: 'ada@example.org' }],
      me: { friends: null, quests: [{ id: 'engine' }] },
    })
    expect(errors.map(({ path }) => path)).toEqual([
      ['me', 'friends', 0, 'email'],
      ['people', 0, 'email'],
    ])
  })

  test('are one for each place made null, and come in the order of their places', async () => {
    const { data, errors } = await ask(
      '{ people { id email } grace { email } me { friends { email phone } } asked }',
    )
    expect(data).toMatchObject({ me: { friends: null }, grace: null, asked: 'yes' })
    expect(errors.map(({ path }) => path)).toEqual([
      ['grace', 'email'],
      ['me', 'friends', 0, 'email'],
      ['people', 0, 'email'],
    ])
  })

  test('of a non-null root field leave no data', async () => {
    const { data, errors } = await ask('{ asked strict }')
    expect(data).toBeNull()
    expect(errors.map(({ path }) => path)).toEqual([['strict']])
  })
})

describe('Mutations', () => {
  test('run one after the other', async () => {
    const { data } = await ask(
      'mutation { a: append(word: "one", delayMs: 15) b: append(word: "two") }',
    )
    expect(data).toEqual({ a: 'one', b: 'one two' })
  })

  test('end with the first failure that leaves no data', async () => {
    for (const cache of [compiling, interpreting]) {
      const operation = cache.prepare('mutation { reject append(word: "late") }')
      for (const _ of [1, 2]) {
        const ctx: Context = { calls: [], words: [] }
        const { data, errors } = await operation.execute(ctx)
        expect([data, errors?.length, ctx.words]).toEqual([null, 1, []])
      }
    }
  })
})

describe('What runs a document', () => {
  const deep = (levels: number): string => `near { id ${levels > 0 ? deep(levels - 1) : ''} }`

  test.each([
    ['compiled', '{ me { name } }'],
    ['compiled', 'query ($first: Int) { me { name } echo(first: $first) }'],
    ['compiled', 'mutation { reject }'],
    ['interpreted', '{ node(id: "ada") { id } }'],
    ['interpreted', 'mutation { append(word: "x") b: append(word: "y") }'],
    ['interpreted', '{ me { name @skip(if: false) } }'],
    ['interpreted', '{ motto_me: asked }'],
    ['interpreted', `{ node(id: "ada") { ${deep(5)} } }`],
  ])('is %s for %s', async (ranBy, source) => {
    expect((await ask(source)).ranBy).toBe(ranBy)
  })

  test('stays quick when fragments multiply', async () => {
    const fragments = Array.from(
      { length: 60 },
      (_, n) => `fragment F${n} on Identity { ...F${n + 1} ...F${n + 1} }`,
    )
    const last = 'fragment F60 on Identity { id }'
    const { data } = await ask(`{ me { ...F0 } } ${fragments.join(' ')} ${last}`)
    expect(data).toEqual({ me: { id: 'ada' } })
  })
})

describe('Variables that do not fit', () => {
  /** The issues of a request, which both ways of running report alike. */
  async function issuesOf(variable: string, variables: Variables, argument = 'input') {
    const name = /\w+/.exec(variable)![0]
    const { data, errors } = await ask(
      `query (${variable}) { echo(${argument}: $${name}) }`,
      variables,
    )
    expect(data).toBeUndefined()
    expect(errors).toHaveLength(1)
    const { code, details } = errors[0]!.extensions as { code: string; details: object }
    expect(code).toBe('VALIDATION_ERROR')
    return 'issues' in details ? details.issues : [details]
  }

  test('are refused with every field and its rule, before any resolver is called', async () => {
    const input = {
      bio: 1,
      mood: 'GLUM',
      tags: ['x', 2],
      age: 1.5,
      address: { country: null },
      extra: true,
      settings: 'none',
      bornAt: 'yesterday',
      addresses: [{ city: 'Delft' }, {}],
      parent: { username: 'ada', parent: [] },
    }
    expect(await issuesOf('$input: Profile!', { input })).toEqual([
      { field: 'username', reason: 'is required' },
      { field: 'bio', reason: 'must be a string' },
      { field: 'mood', reason: 'must be one of HAPPY, SAD' },
      { field: 'tags.1', reason: 'must be a string' },
      { field: 'age', reason: 'must be an integer' },
      { field: 'address.city', reason: 'is required' },
      { field: 'address.country', reason: 'must not be null' },
      { field: 'addresses.1.city', reason: 'is required' },
      { field: 'settings', reason: 'must be an object' },
      { field: 'bornAt', reason: 'must be a date and time such as 2026-11-20T09:30:00.000Z' },
      { field: 'parent.parent', reason: 'must be an object' },
      { field: 'extra', reason: 'is not a known field' },
    ])
  })

  test.each([
    ['$input: Profile!', {}, 'input', 'input', 'is required'],
    ['$input: Profile!', { input: null }, 'input', 'input', 'must not be null'],
    ['$input: Profile!', { input: 'ada' }, 'input', 'input', 'must be an object'],
    ['$profile: Profile', { profile: {} }, 'input', 'profile.username', 'is required'],
    ['$first: Int', { first: '3' }, 'first', 'first', 'must be an integer'],
    ['$first: Int', { first: 3e9 }, 'first', 'first', 'must be between -2147483648 and 2147483647'],
    ['$tags: [String!]', { tags: [null] }, 'tags', 'tags.0', 'must not be null'],
    ['$tags: [String!]', { tags: 7 }, 'tags', 'tags', 'must be a string'],
    ['$flag: Boolean', { flag: 'yes' }, 'flag', 'flag', 'must be true or false'],
    ['$rate: Float', { rate: 'fast' }, 'rate', 'rate', 'must be a number'],
    ['$id: ID', { id: {} }, 'id', 'id', 'must be a string'],
    ['$choice: Choice', { choice: {} }, 'choice', 'choice', 'must have exactly one field'],
    ['$choice: Choice', { choice: { yes: null } }, 'choice', 'choice.yes', 'must not be null'],
  ])('%s given %o are named', async (variable, variables, argument, field, reason) => {
    expect(await issuesOf(variable, variables, argument)).toEqual([{ field, reason }])
  })

  test('are named twenty at most', async () => {
    const tags = Array.from({ length: 50 }, (_, n) => n)
    expect(await issuesOf('$tags: [String!]', { tags }, 'tags')).toHaveLength(20)
  })

  test('are thrown by coerceVariables, which otherwise fills in defaults', () => {
    const { node } = compiling.prepare(
      'query ($first: Int = 5, $tags: [String!]) { echo(first: $first, tags: $tags) }',
    )
    expect(coerceVariables(schema, node, { tags: 'one' })).toEqual({ first: 5, tags: ['one'] })
    expect(() => coerceVariables(schema, node, { first: 'x' })).toThrow(DomainError)
  })
})

describe('A document', () => {
  const { prepare } = createOperationCache(schema, { execution: 'compiled', size: 2 })

  test('is prepared once, by its text or as a node', () => {
    expect(prepare('{ asked }')).toBe(prepare('{ asked }'))
    const document = parse('query A { asked } query B { ...F } fragment F on Query { asked }')
    const b = prepare(document, { operationName: 'B' })
    expect(b).toBe(prepare(document, { operationName: 'B' }))
    expect(b).not.toBe(prepare(document, { operationName: 'A' }))
    expect(b.node.name?.value).toBe('B')
    expect(b.document.definitions).toHaveLength(2)
  })

  test('is forgotten when others have been asked for since', () => {
    const first = prepare('{ me { id } }')
    prepare('{ me { name } }')
    expect(prepare('{ me { id } }')).toBe(first)
    prepare('{ grace { id } }')
    prepare('{ grace { name } }')
    expect(prepare('{ me { id } }')).not.toBe(first)
  })

  test('that does not parse or fit the schema is refused', () => {
    expect(() => prepare('{ asked')).toThrow(GraphQLError)
    const invalid = () => prepare('{ unknown asked { id } }')
    expect(invalid).toThrow(AggregateError)
    expect(invalid).toThrow('Cannot query field "unknown" on type "Query".')
  })

  test('is not validated when it is trusted, and is as soon as it is not', () => {
    const source = '{ asked unknown }'
    expect(prepare(source, { trusted: true }).node.kind).toBe(Kind.OPERATION_DEFINITION)
    expect(() => prepare(source)).toThrow(AggregateError)
  })

  test('must have the operation that is asked for', () => {
    const source = 'query A { asked } query B { asked }'
    expect(() => prepare(source, { operationName: 'C' })).toThrow('Unknown operation named "C".')
    expect(() => prepare(source)).toThrow('The document must hold one operation')
  })

  test.each([
    ['subscription { asked }', 'Subscriptions are not served.'],
    ['{ me { ... @defer { id } } }', '@defer is not served.'],
    ['{ people @stream { id } }', '@stream is not served.'],
  ])('%s is refused', (source, message) => {
    expect(() => prepare(source, { trusted: true })).toThrow(message)
  })
})
