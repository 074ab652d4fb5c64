// A subscription opens for callers who may read it, and ends once they may not.
import { parse, subscribe, type ExecutionResult } from 'graphql'
import { expect, test } from 'vitest'
import type { Caller } from '#foundation/auth/caller.ts'
import { oncePerRequest } from '#foundation/auth/caller-checks.ts'
import { schemaOf } from '#test/schema.ts'
import { callerWith } from './caller.ts'

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

test('A subscription opens no stream for a caller who may not read it', async () => {
  expect(codeOf(await open(callerWith('identity')))).toBe('INSUFFICIENT_PERMISSIONS')
  roles.splice(0, 1, false)
  expect(codeOf(await open(callerWith('admin')))).toBe('INSUFFICIENT_PERMISSIONS')
  expect(opened).toEqual([])
})

test('A subscription opens no stream for input against a rule', async () => {
  roles.splice(0, 1, true)
  expect(codeOf(await open(callerWith('admin'), '(every: "year")'))).toBe('VALIDATION_ERROR')
  expect(opened).toEqual([])
})

test('A subscription ends once the caller may not read it', async () => {
  roles.splice(0, roles.length, true, true, false)
  const events = (await open(callerWith('admin'))) as AsyncIterable<ExecutionResult>
  const codes: unknown[] = []
  for await (const event of events) codes.push(codeOf(event) ?? event.data?.ticks)
  expect(codes).toEqual([1, 'INSUFFICIENT_PERMISSIONS'])
})
