// Reads that scrapes cause: one at a time, now and then, and nobody waits for long.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { boundedReading } from '#foundation/telemetry/metrics/bounded-reading.ts'

/** A busy machine may take longer between two scrapes than a result is kept. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

function counted(results: (() => Promise<string>)[]) {
  let reads = 0
  const read = () => results[Math.min(reads++, results.length - 1)]!()
  return { read, reads: () => reads }
}

const resolved = (value: string) => () => Promise.resolve(value)

test('concurrent scrapes, and those soon after, share one read, and a later one reads again', async () => {
  const { read, reads } = counted([resolved('first'), resolved('second')])
  const scrape = boundedReading(read, { keepMs: 100, deadlineMs: 1_000 })
  expect(await Promise.all([scrape(), scrape()])).toEqual(['first', 'first'])
  expect(await scrape()).toBe('first')
  expect(reads()).toBe(1)
  vi.advanceTimersByTime(100)
  expect(await scrape()).toBe('second')
  expect(reads()).toBe(2)
})

test('a scrape gets no value from a slow read, and no second read starts meanwhile', async () => {
  const slow = Promise.withResolvers<string>()
  const { read, reads } = counted([() => slow.promise])
  const scrape = boundedReading(read, { keepMs: 60_000, deadlineMs: 10 })
  expect(await Promise.all([scrape(), scrape()])).toEqual([undefined, undefined])
  expect(await scrape()).toBeUndefined()
  slow.resolve('late')
  await slow.promise
  expect(await scrape()).toBe('late')
  expect(reads()).toBe(1)
})

test('after a failed read there is no value until the next read', async () => {
  const { read, reads } = counted([() => Promise.reject(new Error('away')), resolved('back')])
  const scrape = boundedReading(read, { keepMs: 50, deadlineMs: 1_000 })
  expect(await scrape()).toBeUndefined()
  expect(await scrape()).toBeUndefined()
  expect(reads()).toBe(1)
  vi.advanceTimersByTime(50)
  expect(await scrape()).toBe('back')
})
