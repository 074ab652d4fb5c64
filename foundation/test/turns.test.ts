// Large responses are built in turns of the event loop: others run in between.
import { expect, test } from 'vitest'
import { createOperationCache } from '#foundation/graphql/operation.ts'
import { yieldTurn } from '#foundation/limits/turns.ts'
import { callerOf } from '#test/caller.ts'
import { schemaOf } from '#test/schema.ts'
import { LARGE, SMALL, turnsOf } from '#test/turns.ts'

test('a small response goes on at once, a large one in the next turn', async () => {
  expect(await turnsOf(SMALL, yieldTurn)).toBe(0)
  expect(await turnsOf(LARGE, yieldTurn)).toBeGreaterThan(0)
  await yieldTurn()
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
  expect(await turnsOf(SMALL, resolve)).toBe(0)
  expect(await turnsOf(LARGE, resolve)).toBeGreaterThanOrEqual(3)
})
