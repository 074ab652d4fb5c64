// Authorization directives of the SDL are enforced, or the subgraph does not start.
import { parse, subscribe, type ExecutionResult } from 'graphql'
import { describe, expect, test } from 'vitest'
import type { Caller } from '#foundation/auth/caller.ts'
import { forgetAdmissions, oncePerRequest, withChecksOf } from '#foundation/auth/caller-checks.ts'
import { admitCaller, type DirectiveGuards } from '#foundation/auth/scopes.ts'
import { forbidden } from '#foundation/domain/errors.ts'
import { createOperationCache } from '#foundation/graphql/operation.ts'
import { callerOf, type CallerOptions } from '#test/caller.ts'
import { schemaOf } from '#test/schema.ts'

describe('starting a subgraph', () => {
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
  ])('a subgraph does not start when %s does not say who may use it', (_what, sdl, field) => {
    expect(() => schemaOf(sdl)).toThrow(`${field} does not say who may use it.`)
  })

  test.each(['[["identity"], ["admin"]]', '[]'])(
    'a subgraph does not start with the alternatives %s of scopes',
    (scopes) => {
      const sdl = `type Query { me: String @requiresScopes(scopes: ${scopes}) }`
      expect(() => schemaOf(sdl)).toThrow('me must hold exactly one list of scopes.')
    },
  )

  test('a subgraph that needs the scope admin does not start without isAdministrator', () => {
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
  ])('a subgraph does not start when nothing enforces %s on %s', (directive, _place, sdl) => {
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
    'a subgraph does not start when %s leads to a type that is hidden from clients',
    (_what, sdl, from, to) => {
      expect(() => schemaOf(withQuery(sdl))).toThrow(
        `${from} leads to ${to}, which is @inaccessible: mark ${from} @inaccessible, too.`,
      )
    },
  )

  test('a subgraph starts when only services reach a hidden type', () => {
    const sdl = `type Mutation { grant(input: GrantInput!): Grant @inaccessible }
      type Grant @inaccessible { items: [Item!]! }
      type Item @inaccessible { id(by: PartInput): ID }
      input GrantInput @inaccessible { part: PartInput }
      input PartInput @inaccessible { id: ID }`
    expect(schemaOf(withQuery(sdl)).getType('Item')).toBeDefined()
  })

  test('a subgraph does not start when nothing enforces its own directive on a type', () => {
    const sdl = withQuery(
      'directive @owner on FIELD_DEFINITION | OBJECT type Quest @owner { id: ID }',
    )
    expect(() => schemaOf(sdl, {}, { guards: { owner: () => undefined } })).toThrow('@owner on ')
  })
})

const SDL = `
  directive @keeper on FIELD_DEFINITION
  type Query {
    me: Person @authenticated
    people: [Person!] @requiresScopes(scopes: [["identity"]])
    vault: String @requiresScopes(scopes: [["identity", "admin"]]) @keeper
  }
  type Mutation { grant: String @inaccessible }
  type Person @key(fields: "id") {
    id: ID!
    friend: Person
    wallet: String @requiresScopes(scopes: [["wallet"]])
    grants: Int! @inaccessible
  }
`
const ada = { id: 'ada', wallet: '0xada', grants: 3 }
const grace = { id: 'grace', wallet: '0xgrace', grants: 5, friend: ada }

const callerWith = (scopes: string, asking: CallerOptions = {}) =>
  callerOf({ as: { id: 'ada' }, scopes: scopes.split(' '), ...asking })

describe.each(['compiled', 'interpreted'] as const)('guards, %s', (execution) => {
  /** The fields resolved behind the guards. */
  const resolved: string[] = []
  const noting =
    <T>(name: string, value: T) =>
    () => {
      resolved.push(name)
      return value
    }
  const keeper: DirectiveGuards['x'] = async ({ adminKey }) => {
    await Promise.resolve()
    if (adminKey !== 'key') throw forbidden('No key.', { reason: 'admin_key' })
  }
  const resolvers = {
    Query: {
      me: noting('me', grace),
      people: noting('people', [grace, ada]),
      vault: noting('vault', 'gold'),
    },
    Mutation: { grant: noting('grant', 'granted') },
    Person: { __resolveReference: noting('reference', ada) },
  }
  const administrators = new Set(['ada'])
  const isAdministrator = ({ viewer }: Caller) =>
    Promise.resolve(administrators.has(viewer!.identityId))
  const schema = schemaOf(SDL, resolvers, { guards: { keeper }, isAdministrator })
  const operations = createOperationCache(schema, { execution })
  const ask = async (query: string, caller: Caller, variables?: Record<string, unknown>) => {
    resolved.splice(0)
    const { data, errors = [] } = await operations.prepare(query).execute(caller, variables)
    return { data, errors: errors.map(({ path, extensions }) => ({ path, ...extensions })) }
  }
  const MISSING = { code: 'INVALID_TOKEN', details: { reason: 'missing' } }
  const lacking = (requiredScope: string) => ({
    code: 'INSUFFICIENT_PERMISSIONS',
    details: { requiredScope },
  })
  const SERVICE = { code: 'INSUFFICIENT_PERMISSIONS', details: { reason: 'service_token' } }

  test.each(['{ me { id } }', '{ people { id } }', '{ vault }'])(
    '%s is refused without a token, and resolves nothing',
    async (query) => {
      expect((await ask(query, callerOf())).errors).toMatchObject([MISSING])
      expect(resolved).toEqual([])
    },
  )

  test('a caller with the scopes is admitted', async () => {
    const keyed = callerWith('identity admin', { adminKey: 'key' })
    expect(await ask('{ me { id } vault }', keyed)).toEqual({
      data: { me: { id: 'grace' }, vault: 'gold' },
      errors: [],
    })
  })

  test.each([
    ['credentials', 'identity admin'],
    ['identity credentials', 'admin'],
    ['admin', 'identity'],
    ['Admin administrator', 'identity admin'],
  ])('a caller with only %s gets an error that names %s', async (granted, missing) => {
    const { errors } = await ask('{ vault }', callerWith(granted, { adminKey: 'key' }))
    expect(errors).toEqual([{ path: ['vault'], ...lacking(missing) }])
    expect(resolved).toEqual([])
  })

  test('each call checks that a caller with the scope admin is still an administrator', async () => {
    const caller = callerWith('identity admin', { adminKey: 'wrong' })
    administrators.delete('ada')
    const { errors } = await ask('{ vault }', caller)
    administrators.add('ada')
    const details = { reason: 'role' }
    expect(errors).toEqual([{ path: ['vault'], code: 'INSUFFICIENT_PERMISSIONS', details }])
    expect(resolved).toEqual([])
    const keyed = { ...caller, adminKey: 'key' }
    expect((await ask('{ vault }', keyed)).data).toEqual({ vault: 'gold' })
  })

  test('a subgraph’s own guard runs after the scopes, and may be asynchronous', async () => {
    const { errors } = await ask('{ vault }', callerWith('identity admin', { adminKey: 'wrong' }))
    expect(errors).toMatchObject([{ details: { reason: 'admin_key' } }])
    expect(resolved).toEqual([])
  })

  test('a nested field is guarded wherever it is reached', async () => {
    const { data, errors } = await ask(
      '{ people { id ...Purse friend { ...Purse } } } fragment Purse on Person { coins: wallet }',
      callerWith('identity'),
    )
    expect(data).toEqual({
      people: [
        { id: 'grace', coins: null, friend: { coins: null } },
        { id: 'ada', coins: null, friend: null },
      ],
    })
    const paths = [
      ['people', 0, 'coins'],
      ['people', 0, 'friend', 'coins'],
      ['people', 1, 'coins'],
    ]
    expect(errors).toHaveLength(3)
    expect(errors).toEqual(
      expect.arrayContaining(paths.map((path) => ({ path, ...lacking('wallet') }))),
    )
  })

  test('inaccessible fields are for services only', async () => {
    const caller = callerWith('identity wallet admin')
    const mutation = 'mutation { grant }'
    expect((await ask(mutation, caller)).errors).toMatchObject([SERVICE])
    expect(resolved).toEqual([])
    expect((await ask('{ me { grants } }', caller)).errors).toMatchObject([SERVICE])
    const service = callerOf({ service: 'path' })
    expect(await ask(mutation, service)).toEqual({ data: { grant: 'granted' }, errors: [] })
  })

  describe('guards of _entities', () => {
    const query = `query ($of: [_Any!]!) {
      _entities(representations: $of) { ... on Person { id wallet } }
    }`
    const of = [{ __typename: 'Person', id: 'ada' }]

    test.each([
      ['nobody', callerOf(), MISSING],
      ['a token without the scope identity', callerWith('wallet'), lacking('identity')],
    ])('_entities is refused for %s', async (_who, caller, refusal) => {
      expect((await ask(query, caller, { of })).errors).toMatchObject([refusal])
      expect(resolved).toEqual([])
    })

    test('a service may resolve entities, but not fields that need a scope', async () => {
      const service = callerOf({ service: 'router' })
      const { data, errors } = await ask(query, service, { of })
      expect(data).toEqual({ _entities: [{ id: 'ada', wallet: null }] })
      expect(errors).toEqual([{ path: ['_entities', 0, 'wallet'], ...MISSING }])
    })

    test('a caller with the scopes may resolve entities', async () => {
      const { data } = await ask(query, callerWith('identity wallet'), { of })
      expect(data).toEqual({ _entities: [{ id: 'ada', wallet: '0xada' }] })
    })
  })
})

describe('admission before the field is resolved', () => {
  const asked: string[] = []
  const noting = (name: string) => () => {
    asked.push(name)
    return Promise.resolve(true)
  }
  const isAdministrator = oncePerRequest(noting('role'))
  const sdl = `
    directive @keeper on FIELD_DEFINITION
    type Query { me: String @authenticated }
    type Mutation { keep: String @requiresScopes(scopes: [["admin"]]) @keeper }
  `
  const guards = { keeper: async () => void (await noting('keeper')()) }
  const resolvers = { Mutation: { keep: () => 'kept' } }
  const schema = schemaOf(sdl, resolvers, { guards, isAdministrator })
  const field = schema.getMutationType()!.getFields().keep
  const operations = createOperationCache(schema, { execution: 'compiled' })
  let at = 0
  const contextOf = (asking?: CallerOptions) => ({
    ...callerWith('admin', asking),
    now: () => new Date(at),
  })
  const keep = async (ctx: Caller, query = 'mutation { keep }') => {
    const { errors } = await operations.prepare(query).execute(ctx)
    expect(errors).toBeUndefined()
    return asked.splice(0)
  }
  const ONCE = ['role', 'keeper']

  test('an admitted caller is not checked again by the resolver', async () => {
    const ctx = contextOf()
    await admitCaller(ctx, field)
    await admitCaller(ctx, field)
    expect(asked.splice(0)).toEqual(ONCE)
    expect(await keep(ctx)).toEqual([])
  })

  test('an admitted caller is checked again by each further resolver', async () => {
    const ctx = contextOf()
    await admitCaller(ctx, field)
    expect(asked.splice(0)).toEqual(ONCE)
    expect(await keep(ctx, 'mutation { keep other: keep }')).toEqual(ONCE)
    expect(await keep(ctx)).toEqual(ONCE)
  })

  test.each([
    ['more than a second later', 1_001],
    ['on a clock that was set back', -1],
  ])('an admitted caller is checked again %s', async (_when, later) => {
    const ctx = contextOf()
    await admitCaller(ctx, field)
    expect(asked.splice(0)).toEqual(ONCE)
    at += later
    expect(await keep(ctx)).toEqual(ONCE)
  })

  test('an admitted caller is checked again after a wait', async () => {
    const ctx = contextOf()
    await admitCaller(ctx, field)
    expect(asked.splice(0)).toEqual(ONCE)
    forgetAdmissions(ctx)
    expect(await keep(ctx)).toEqual(ONCE)
  })

  test('an admission counts only for contexts of the same request', async () => {
    const ctx = contextOf()
    await admitCaller(ctx, field)
    expect(asked.splice(0)).toEqual(ONCE)
    expect(await keep({ ...ctx })).toEqual(ONCE)
    expect(await keep(withChecksOf(ctx, { ...ctx }))).toEqual([])
    expect(await keep(ctx)).toEqual(ONCE)
  })

  test('an inadmissible caller is refused before the field is resolved', async () => {
    const ctx = contextOf({ signedInAt: 0 })
    at = 3_600_000
    await expect(admitCaller(ctx, field)).rejects.toMatchObject({
      extensions: { code: 'INVALID_TOKEN', details: { reason: 'step_up' } },
    })
    const { errors } = await operations.prepare('mutation { keep }').execute(ctx)
    expect(errors).toMatchObject([{ extensions: { details: { reason: 'step_up' } } }])
    asked.splice(0)
  })
})

describe('a subscription', () => {
  const sdl = `
    type Query { me: String @authenticated }
    type Subscription {
      ticks(every: String @constraint(maxLength: 3)): Int @requiresScopes(scopes: [["admin"]])
    }
  `
  const opened: unknown[] = []
  const ticks = async function* (_root: unknown, args: unknown) {
    opened.push(args)
    yield* [1, 2]
  }
  const roles = [true]
  const isAdministrator = oncePerRequest(() => Promise.resolve(roles.shift()!))
  const resolvers = {
    Subscription: { ticks: { subscribe: ticks, resolve: (tick: number) => tick } },
  }
  const schema = schemaOf(sdl, resolvers, { isAdministrator })
  const open = (ctx: Caller, args = '') =>
    subscribe({ schema, document: parse(`subscription { ticks${args} }`), contextValue: ctx })
  const codeOf = (result: unknown) => (result as ExecutionResult).errors?.[0]?.extensions.code

  test('a subscription opens no stream for a caller who may not read it', async () => {
    expect(codeOf(await open(callerWith('identity')))).toBe('INSUFFICIENT_PERMISSIONS')
    roles.splice(0, 1, false)
    expect(codeOf(await open(callerWith('admin')))).toBe('INSUFFICIENT_PERMISSIONS')
    expect(opened).toEqual([])
  })

  test('a subscription opens no stream for input against a rule', async () => {
    roles.splice(0, 1, true)
    expect(codeOf(await open(callerWith('admin'), '(every: "year")'))).toBe('VALIDATION_ERROR')
    expect(opened).toEqual([])
  })

  test('a subscription ends once the caller may not read it', async () => {
    roles.splice(0, roles.length, true, true, false)
    const events = (await open(callerWith('admin'))) as AsyncIterable<ExecutionResult>
    const codes: unknown[] = []
    for await (const event of events) codes.push(codeOf(event) ?? event.data?.ticks)
    expect(codes).toEqual([1, 'INSUFFICIENT_PERMISSIONS'])
  })
})
