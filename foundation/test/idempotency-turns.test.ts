// Requests with one key, one after the other.
import { expect, test } from 'vitest'
import { createTurns } from '#foundation/idempotency/turns.ts'

test('of one key twenty requests wait, further ones are refused, and other keys go on', async () => {
  const inTurn = createTurns()
  const gate = Promise.withResolvers<void>()
  const ask = (key: string) => inTurn(key, () => gate.promise)
  const asked = Array.from({ length: 30 }, () => ask('a'))
  const settled = Promise.allSettled(asked)
  await expect(asked.at(-1)).rejects.toMatchObject({
    extensions: { code: 'INTERNAL_ERROR', details: { retry: true } },
  })
  await inTurn('b', () => Promise.resolve())
  gate.resolve()
  const done = (await settled).filter(({ status }) => status === 'fulfilled')
  expect(done).toHaveLength(21)
  await ask('a')
})
