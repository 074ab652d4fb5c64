// Work with one key runs one at a time.
import { expect, test, vi } from 'vitest'
import { overloaded } from '#foundation/domain/errors.ts'
import { createKeyedMutex } from '#foundation/limits/keyed-mutex.ts'

const options = { maxWaiting: 20, refusal: () => overloaded('Too much waits.') }
const REFUSAL = { message: 'Too much waits.' }

test('twenty calls with one key wait, more are refused, and other keys are not affected', async () => {
  const run = createKeyedMutex(options)
  const gate = Promise.withResolvers<void>()
  const ask = (key: string) => run(key, () => gate.promise)
  const asked = Array.from({ length: 30 }, () => ask('a'))
  const settled = Promise.allSettled(asked)
  await expect(asked.at(-1)).rejects.toMatchObject(REFUSAL)
  await run('b', () => Promise.resolve())
  gate.resolve()
  const done = (await settled).filter(({ status }) => status === 'fulfilled')
  expect(done).toHaveLength(21)
  await ask('a')
})

test('work with one key runs in order of arrival, also after a failure', async () => {
  const run = createKeyedMutex(options)
  const order: string[] = []
  const work = (name: string) => async () => {
    order.push(`${name} begins`)
    await Promise.resolve()
    order.push(`${name} ends`)
    if (name === 'first') throw new Error('The first fails.')
  }
  const all = ['first', 'second', 'third'].map((name) => run('a', work(name)))
  expect(await Promise.allSettled(all)).toMatchObject([
    { status: 'rejected', reason: { message: 'The first fails.' } },
    { status: 'fulfilled' },
    { status: 'fulfilled' },
  ])
  expect(order).toEqual(
    ['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  )
})

test('work that waits too long is refused, and never runs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const run = createKeyedMutex({ ...options, waitMs: 10_000 })
  const gate = Promise.withResolvers<string>()
  const first = run('a', () => gate.promise)
  const late = vi.fn<() => Promise<void>>()
  const second = expect(run('a', late)).rejects.toMatchObject(REFUSAL)
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
  await second
  gate.resolve('done')
  expect(await first).toBe('done')
  expect(late).not.toHaveBeenCalled()
})
