// Work that several requests wait for.
import { expect, test, vi } from 'vitest'
import { SharedWork } from '../shared-work.ts'

/** Work that runs until the test settles it. */
function heldWork() {
  const runs: { result: PromiseWithResolvers<string>; ends: AbortSignal }[] = []
  const work = new SharedWork<string>()
  const start = (ends: AbortSignal) => {
    const result = Promise.withResolvers<string>()
    runs.push({ result, ends })
    return result.promise
  }
  const join = (key: string, signal?: AbortSignal) => work.join(key, start, signal)
  return { runs, join }
}

const LEFT = new Error('left')

test('Callers with one key join one run, and those of another key do not', async () => {
  const { runs, join } = heldWork()
  const joined = [join('a'), join('a'), join('b')]
  expect(runs).toHaveLength(2)
  runs[1]!.result.resolve('of b')
  runs[0]!.result.resolve('of a')
  expect(await Promise.all(joined)).toEqual(['of a', 'of a', 'of b'])
})

test('A caller who comes after the end starts anew', async () => {
  const { runs, join } = heldWork()
  const first = join('a')
  runs[0]!.result.resolve('one')
  expect(await first).toBe('one')
  const second = join('a')
  expect(runs).toHaveLength(2)
  runs[1]!.result.resolve('two')
  expect(await second).toBe('two')
})

test('A caller whose signal never aborts keeps a run', async () => {
  const { runs, join } = heldWork()
  const client = new AbortController()
  const [left, stays] = [join('a', client.signal), join('a')]
  client.abort(LEFT)
  await expect(left).rejects.toBe(LEFT)
  expect(runs[0]!.ends.aborted).toBe(false)
  runs[0]!.result.resolve('one')
  expect(await stays).toBe('one')
})

test('A caller who comes after all have left starts anew', async () => {
  const { runs, join } = heldWork()
  const client = new AbortController()
  const left = join('a', client.signal)
  client.abort(LEFT)
  await expect(left).rejects.toBe(LEFT)
  const next = join('a')
  expect(runs).toHaveLength(2)
  expect(runs[1]!.ends.aborted).toBe(false)
  // The end of the first run must not end the second.
  runs[0]!.result.reject(LEFT)
  await Promise.allSettled([runs[0]!.result.promise])
  const other = join('a')
  expect(runs).toHaveLength(2)
  runs[1]!.result.resolve('two')
  expect(await Promise.all([next, other])).toEqual(['two', 'two'])
})

test('A rejected run rejects for all of its callers, and is not kept', async () => {
  const { runs, join } = heldWork()
  const joined = [join('a'), join('a')]
  runs[0]!.result.reject(new Error('failed'))
  const settled = await Promise.allSettled(joined)
  expect(settled).toMatchObject([1, 2].map(() => ({ reason: { message: 'failed' } })))
  const next = join('a')
  runs[1]!.result.resolve('two')
  expect(await next).toBe('two')
})

test('A caller who has left before joining starts nothing', async () => {
  const { runs, join } = heldWork()
  await expect(join('a', AbortSignal.abort(LEFT))).rejects.toBe(LEFT)
  expect(runs).toHaveLength(0)
})

test('A run that has ended keeps no listener of its callers', async () => {
  const { runs, join } = heldWork()
  const { signal } = new AbortController()
  const added = vi.spyOn(signal, 'addEventListener')
  const removed = vi.spyOn(signal, 'removeEventListener')
  const joined = join('a', signal)
  runs[0]!.result.resolve('one')
  await joined
  expect(removed).toHaveBeenCalledTimes(added.mock.calls.length)
})
