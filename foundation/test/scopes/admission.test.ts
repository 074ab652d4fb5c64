// A caller who was admitted before the field is resolved is not checked twice.
import { expect, test } from 'vitest'
import type { Caller } from '#foundation/auth/caller.ts'
import { forgetAdmissions, oncePerRequest, withChecksOf } from '#foundation/auth/caller-checks.ts'
import { admitCaller } from '#foundation/auth/scopes.ts'
import { createOperationCache } from '#foundation/graphql/operation.ts'
import type { CallerOptions } from '#test/caller.ts'
import { schemaOf } from '#test/schema.ts'
import { callerWith } from './caller.ts'

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

test('An admitted caller is not checked again by the resolver', async () => {
  const ctx = contextOf()
  await admitCaller(ctx, field)
  await admitCaller(ctx, field)
  expect(asked.splice(0)).toEqual(ONCE)
  expect(await keep(ctx)).toEqual([])
})

test('An admitted caller is checked again by each further resolver', async () => {
  const ctx = contextOf()
  await admitCaller(ctx, field)
  expect(asked.splice(0)).toEqual(ONCE)
  expect(await keep(ctx, 'mutation { keep other: keep }')).toEqual(ONCE)
  expect(await keep(ctx)).toEqual(ONCE)
})

test.each([
  ['more than a second later', 1_001],
  ['on a clock that was set back', -1],
])('An admitted caller is checked again %s', async (_when, later) => {
  const ctx = contextOf()
  await admitCaller(ctx, field)
  expect(asked.splice(0)).toEqual(ONCE)
  at += later
  expect(await keep(ctx)).toEqual(ONCE)
})

test('An admitted caller is checked again after a wait', async () => {
  const ctx = contextOf()
  await admitCaller(ctx, field)
  expect(asked.splice(0)).toEqual(ONCE)
  forgetAdmissions(ctx)
  expect(await keep(ctx)).toEqual(ONCE)
})

test('An admission counts only for contexts of the same request', async () => {
  const ctx = contextOf()
  await admitCaller(ctx, field)
  expect(asked.splice(0)).toEqual(ONCE)
  expect(await keep({ ...ctx })).toEqual(ONCE)
  expect(await keep(withChecksOf(ctx, { ...ctx }))).toEqual([])
  expect(await keep(ctx)).toEqual(ONCE)
})

test('An inadmissible caller is refused before the field is resolved', async () => {
  const ctx = contextOf({ signedInAt: 0 })
  at = 3_600_000
  await expect(admitCaller(ctx, field)).rejects.toMatchObject({
    extensions: { code: 'INVALID_TOKEN', details: { reason: 'step_up' } },
  })
  const { errors } = await operations.prepare('mutation { keep }').execute(ctx)
  expect(errors).toMatchObject([{ extensions: { details: { reason: 'step_up' } } }])
  asked.splice(0)
})
