// Objects of a request are freed by the next minor garbage collection. If old objects still pointed to them, every
// minor collection would copy them until a full one.
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ApolloServer } from '@apollo/server'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import { executeBy } from '#foundation/graphql/executable-schema.ts'
import { createCircuitBreaker } from '#foundation/peers/circuit-breaker.ts'
import { callerOf } from '#test/caller.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'minor' | 'major' }) => void

const TIMES = 640
/** These requests need 64 MiB together. */
const MAX_MIB = 8

/** About 100 KiB. */
const payload = () =>
  Array.from({ length: 1_600 }, (_none, index) => ({ index, next: index + 0.5 }))

/** By how many MiB the old generation grows while requests come and go. */
async function growth(request: (needed: object) => Promise<void> | void): Promise<number> {
  const used = () =>
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')!.space_used_size
  let most = 0
  const run = async () => {
    for (let time = 0; time < TIMES; time += 1) {
      await request(payload())
      if (time % 64 > 0) continue
      collect({ type: 'minor' })
      // V8 may run a full collection in between.
      most = Math.max(most, used())
    }
  }
  await run()
  collect({ type: 'major' })
  const before = used()
  most = before
  await run()
  return (most - before) / 2 ** 20
}

test('the response of a query is freed by minor collections', async () => {
  const server = new ApolloServer<GraphQLContext>({
    schema: buildSchema('scalar Any type Query { any: Any }'),
    plugins: [executeBy({ execute: () => Promise.resolve({ data: { any: payload() } }) })],
  })
  const contextValue = { caller: callerOf() } as GraphQLContext
  const ask = async () => {
    await server.executeOperation({ query: '{ any }' }, { contextValue })
  }
  expect(await growth(ask)).toBeLessThan(MAX_MIB)
  await server.stop()
})

test('objects of a request that waits for another process are freed by minor collections', async () => {
  const breaker = createCircuitBreaker(60_000, undefined)
  const underWay: (() => void)[] = []
  const call = (needed: object) => {
    underWay.push(breaker.watch(() => expect(needed).toBeUndefined()))
    if (underWay.length > 16) underWay.shift()!()
  }
  expect(await growth(call)).toBeLessThan(MAX_MIB)
  for (const end of underWay) end()
  breaker.close()
})
