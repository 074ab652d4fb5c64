// A semaphore that callers share: the slots and queue entries of each, and their turns, also of executions.
import { describe, expect, test, vi } from 'vitest'
import { clientLeft, overloaded } from '#foundation/domain/errors.ts'
import { CurrentCaller, runForCaller } from '#foundation/limits/current-caller.ts'
import { createExecutionTurns } from '#foundation/limits/execution-turns.ts'
import type { QueueWait } from '#foundation/limits/fair-queue.ts'
import { FairSemaphore, type Release } from '#foundation/limits/fair-semaphore.ts'

const LIMITS = { total: 2, perCaller: 1, waiting: 4, waitingPerCaller: 3 }

/** The order in which callers got their slots, or `-name` for a refusal. */
function watch(semaphore: FairSemaphore) {
  const order: string[] = []
  const releases: Release[] = []
  const ask = async (caller: string, wait?: QueueWait): Promise<void> => {
    const release = await semaphore.acquire(caller, wait)
    order.push(release ? caller : `-${caller}`)
    if (release) releases.push(release)
  }
  /** Releases the slot held longest, so that the next caller continues. */
  const next = async (): Promise<void> => {
    releases.shift()!()
    await settled()
  }
  return { order, ask, next, releases }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a caller with a full queue delays another one by one slot', async () => {
  const { order, ask, next } = watch(new FairSemaphore({ ...LIMITS, total: 1 }))
  for (const caller of ['ada', 'ada', 'ada', 'ada', 'grace']) void ask(caller)
  await settled()
  expect(order).toEqual(['ada'])
  for (let turn = 0; turn < 4; turn += 1) await next()
  expect(order).toEqual(['ada', 'ada', 'grace', 'ada', 'ada'])
})

test('a caller takes no more than its share, even if slots are free', async () => {
  const semaphore = new FairSemaphore(LIMITS)
  const { order, ask, next } = watch(semaphore)
  void ask('ada')
  void ask('ada')
  void ask('grace')
  await settled()
  expect(order).toEqual(['ada', 'grace'])
  expect(semaphore.tryAcquire('alan')).toBeUndefined()
  await next()
  expect(order).toEqual(['ada', 'grace', 'ada'])
})

test('a caller that has filled its part of the queue is refused', async () => {
  const { order, ask } = watch(new FairSemaphore(LIMITS))
  for (let n = 0; n < 5; n += 1) void ask('ada')
  await settled()
  expect(order).toEqual(['ada', '-ada'])
})

test('in a full queue the newest entry of the caller with the longest queue is refused', async () => {
  const { order, ask, next, releases } = watch(new FairSemaphore({ ...LIMITS, total: 1 }))
  for (const caller of ['alan', 'ada', 'ada', 'ada', 'grace', 'edsger']) void ask(caller)
  await settled()
  expect(order).toEqual(['alan', '-ada'])
  for (const caller of ['grace', 'edsger']) void ask(caller)
  await settled()
  const refused = ['-ada', '-grace', '-edsger']
  expect(order).toEqual(['alan', ...refused])
  while (releases.length > 0) await next()
  expect(order).toEqual(['alan', ...refused, 'ada', 'grace', 'edsger', 'ada'])
})

test('in a queue full of single entries the newcomer is refused, and leaves nothing behind', async () => {
  const { order, ask, next, releases } = watch(new FairSemaphore({ ...LIMITS, total: 1 }))
  for (const caller of ['a', 'b', 'c', 'd', 'e', 'f']) void ask(caller)
  await settled()
  expect(order).toEqual(['a', '-f'])
  while (releases.length > 0) await next()
  expect(order).toEqual(['a', '-f', 'b', 'c', 'd', 'e'])
})

test('a wait ends with its signal or its limit, and makes room in the queue', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { order, ask, next, releases } = watch(new FairSemaphore({ ...LIMITS, total: 1 }))
  const leaving = new AbortController()
  void ask('alan')
  void ask('ada', { signal: leaving.signal })
  void ask('grace', { limitMs: 3_000 })
  void ask('edsger', { limitMs: 4_000, signal: leaving.signal })
  void ask('barbara')
  await settled()
  leaving.abort()
  vi.advanceTimersByTime(3_000)
  vi.useRealTimers()
  await settled()
  expect(order).toEqual(['alan', '-ada', '-edsger', '-grace'])
  await ask('ada', { signal: leaving.signal })
  expect(order.at(-1)).toBe('-ada')
  await next()
  expect(order.at(-1)).toBe('barbara')
  await next()
  expect(order.at(-1)).toBe('barbara')
  expect(releases).toEqual([])
})

test('a slot that is released twice is free once', () => {
  const semaphore = new FairSemaphore(LIMITS)
  const release = semaphore.tryAcquire('ada')!
  semaphore.tryAcquire('grace')
  release()
  release()
  expect(semaphore.tryAcquire('ada')).toBeDefined()
  expect(semaphore.tryAcquire('alan')).toBeUndefined()
})

describe('work in a slot', () => {
  const refusal = () => overloaded('Too much waits.')

  test('work releases its slot, also when it fails', async () => {
    const semaphore = new FairSemaphore({ ...LIMITS, total: 1 })
    const failing = semaphore.run('ada', () => Promise.reject(new Error('It fails.')), { refusal })
    const next = semaphore.run('grace', () => Promise.resolve('done'), { refusal })
    await expect(failing).rejects.toThrow('It fails.')
    expect(await next).toBe('done')
    expect(semaphore.tryAcquire('ada')).toBeDefined()
  })

  test('work begins at once in a free slot', async () => {
    const work = vi.fn(() => Promise.resolve())
    const done = new FairSemaphore(LIMITS).run('ada', work, { refusal })
    expect(work).toHaveBeenCalledOnce()
    await done
  })

  test('work is refused when the queue is full or the wait has ended', async () => {
    const semaphore = new FairSemaphore({ ...LIMITS, total: 1, waiting: 1 })
    semaphore.tryAcquire('ada')
    const work = vi.fn(() => Promise.resolve())
    const late = semaphore.run('grace', work, { refusal, limitMs: 1 })
    await expect(semaphore.run('alan', work, { refusal })).rejects.toEqual(refusal())
    await expect(late).rejects.toEqual(refusal())
    expect(work).not.toHaveBeenCalled()
  })

  test('work does not run for a client that left before or during the wait', async () => {
    const leaving = new AbortController()
    const semaphore = new FairSemaphore({ ...LIMITS, total: 1 })
    const release = semaphore.tryAcquire('ada')!
    const work = vi.fn(() => Promise.resolve())
    const use = { refusal, signal: leaving.signal }
    const waiting = semaphore.run('grace', work, use)
    leaving.abort()
    await expect(waiting).rejects.toEqual(clientLeft())
    release()
    await expect(semaphore.run('grace', work, use)).rejects.toEqual(clientLeft())
    expect(work).not.toHaveBeenCalled()
  })
})

// One event for thousands of subscribers is refused to none of them.
describe('executions of subscriptions', () => {
  const signal = new AbortController().signal
  const callerAt = (address: string) =>
    new CurrentCaller({ viewer: undefined, service: undefined, address }, undefined as never)

  /** Executions that run until the test ends them. */
  function executions() {
    const ends: (() => void)[] = []
    return {
      ends,
      execute: () => new Promise<boolean>((resolve) => ends.push(() => resolve(true))),
    }
  }

  test('each of 5,000 executions of one caller has its turn, eight at a time', async () => {
    const turns = createExecutionTurns()
    let running = 0
    let most = 0
    const execute = async () => {
      most = Math.max(most, (running += 1))
      await Promise.resolve()
      running -= 1
      return true
    }
    const results = runForCaller(callerAt('192.0.2.1'), () =>
      Promise.all(Array.from({ length: 5_000 }, () => turns.run(signal, execute))),
    )
    expect(new Set(await results)).toEqual(new Set([true]))
    expect(most).toBe(8)
  })

  test('a subscription that ends gives up its turn', async () => {
    const turns = createExecutionTurns()
    const { ends, execute } = executions()
    const leaving = new AbortController()
    const [running, waiting] = runForCaller(callerAt('192.0.2.1'), () => [
      Array.from({ length: 8 }, () => turns.run(signal, execute)),
      turns.run(leaving.signal, execute),
    ])
    leaving.abort()
    expect(await waiting).toBeUndefined()
    await expect.poll(() => ends.length).toBe(8)
    for (const end of ends) end()
    await Promise.all(running)
    expect(ends).toHaveLength(8)
  })

  test('executions that wait for something do not block others', async () => {
    const turns = createExecutionTurns()
    const { ends, execute } = executions()
    const addresses = Array.from({ length: 32 }, (_, n) => `192.0.2.${n}`)
    const waiting = addresses.map((address) =>
      runForCaller(callerAt(address), () => turns.run(signal, execute)),
    )
    await expect.poll(() => ends.length).toBe(32)
    const other = runForCaller(callerAt('198.51.100.1'), () =>
      turns.run(signal, () => Promise.resolve('other')),
    )
    expect(await other).toBe('other')
    for (const end of ends) end()
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([true]))
  })
})
