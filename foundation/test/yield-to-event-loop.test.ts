// Large responses are built in turns of the event loop, so that other requests run in between.
import { expect, test } from 'vitest'
import { createOperationCache } from '#foundation/graphql/operation.ts'
import { yieldToEventLoop } from '#foundation/limits/yield-to-event-loop.ts'
import { callerOf } from '#test/caller.ts'
import { schemaOf } from '#test/schema.ts'
import { LARGE, SMALL, countTurns } from '#test/event-loop-turns.ts'

test('a small response goes on at once, a large one in the next turn', async () => {
  expect(await countTurns(SMALL, yieldToEventLoop)).toBe(0)
  expect(await countTurns(LARGE, yieldToEventLoop)).toBeGreaterThan(0)
  await yieldToEventLoop()
})

test('thousands of entities are resolved in several turns, in their order', async () => {
  const sdl = 'type Query { one: Quest @authenticated } type Quest @key(fields: "id") { id: ID! }'
  const schema = schemaOf(sdl, { Quest: { __resolveReference: (quest: unknown) => quest } })
  const source = 'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Quest { id } } }'
  const operation = createOperationCache(schema, { execution: 'compiled' }).prepare(source, {
    eager: true,
  })
  const ids = Array.from({ length: 2_500 }, (_none, index) => ({ id: `quest_${index}` }))
  const r = ids.map((id) => ({ __typename: 'Quest', ...id }))
  const resolve = async () => {
    const { data } = await operation.execute(callerOf({ as: { id: 'ada' } }), { r })
    expect(data).toEqual({ _entities: ids })
  }
  expect(await countTurns(SMALL, resolve)).toBe(0)
  expect(await countTurns(LARGE, resolve)).toBeGreaterThanOrEqual(3)
})
