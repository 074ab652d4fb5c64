// Guards refuse a field before it is resolved, wherever it is reached.
import { describe, expect, test } from 'vitest'
import type { Caller } from '#foundation/auth/caller.ts'
import type { DirectiveGuards } from '#foundation/auth/scopes.ts'
import { forbidden } from '#foundation/domain/errors.ts'
import { createOperationCache } from '#foundation/graphql/operation.ts'
import { callerOf } from '#test/caller.ts'
import { schemaOf } from '#test/schema.ts'
import { callerWith } from './caller.ts'

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

  test('A caller with the scopes is admitted', async () => {
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
  ])('A caller with only %s gets an error that names %s', async (granted, missing) => {
    const { errors } = await ask('{ vault }', callerWith(granted, { adminKey: 'key' }))
    expect(errors).toEqual([{ path: ['vault'], ...lacking(missing) }])
    expect(resolved).toEqual([])
  })

  test('Each call checks that a caller with the scope admin is still an administrator', async () => {
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

  test('A subgraph’s own guard runs after the scopes, and may be asynchronous', async () => {
    const { errors } = await ask('{ vault }', callerWith('identity admin', { adminKey: 'wrong' }))
    expect(errors).toMatchObject([{ details: { reason: 'admin_key' } }])
    expect(resolved).toEqual([])
  })

  test('A nested field is guarded wherever it is reached', async () => {
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

  test('Inaccessible fields are for services only', async () => {
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

    test('A service may resolve entities, but not fields that need a scope', async () => {
      const service = callerOf({ service: 'router' })
      const { data, errors } = await ask(query, service, { of })
      expect(data).toEqual({ _entities: [{ id: 'ada', wallet: null }] })
      expect(errors).toEqual([{ path: ['_entities', 0, 'wallet'], ...MISSING }])
    })

    test('A caller with the scopes may resolve entities', async () => {
      const { data } = await ask(query, callerWith('identity wallet'), { of })
      expect(data).toEqual({ _entities: [{ id: 'ada', wallet: '0xada' }] })
    })
  })
})
