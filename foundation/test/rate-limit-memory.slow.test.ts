// The memory of the rate limiter's store under a flood of addresses.
import { expect, test } from 'vitest'
import { createMemoryStore } from '#foundation/limits/rate-limit-memory.ts'
import { heapMiB } from '#test/heap.ts'

const now = Date.UTC(2026, 0, 1)
const free = { hour: 100, burst: 10 }
const authenticated = { hour: 1000, burst: 100 }

test('stays bounded while a million addresses call', async () => {
  const empty = await heapMiB()
  const store = createMemoryStore()
  const flood = (from: number, to: number) => {
    for (let n = from; n < to; n += 1) void store.consume(`free:${n}`, 1, free, now)
  }
  flood(0, 200_000)
  const before = await heapMiB()
  flood(200_000, 1_000_000)
  expect(store.size).toBe(100_000)
  expect((await heapMiB()) - before).toBeLessThan(5)
  expect(before - empty).toBeLessThan(100)
})

test('keeps an active caller through a flood of others', async () => {
  const store = createMemoryStore()
  for (let n = 0; n < 500_000; n += 1) {
    if (n % 50_000 === 0) await store.consume('ada', 1, authenticated, now)
    void store.consume(`free:${n}`, 1, free, now)
  }
  const { hour } = await store.consume('ada', 1, authenticated, now)
  expect(hour.remaining).toBe(989)
})
