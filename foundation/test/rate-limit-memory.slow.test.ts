// The callers that the rate limiter's store holds under a flood of addresses.
import { expect, test } from 'vitest'
import { createMemoryStore } from '#foundation/limits/rate-limit-memory.ts'

const now = Date.UTC(2026, 0, 1)
const free = { hour: 100, burst: 10 }
const authenticated = { hour: 1000, burst: 100 }

test('the store holds 100,000 callers while a million addresses call', () => {
  const store = createMemoryStore()
  for (let n = 0; n < 1_000_000; n += 1) void store.consume(`free:${n}`, 1, free, now)
  expect(store.size).toBe(100_000)
})

test('an active caller is kept through a flood of others', async () => {
  const store = createMemoryStore()
  for (let n = 0; n < 500_000; n += 1) {
    if (n % 50_000 === 0) await store.consume('ada', 1, authenticated, now)
    void store.consume(`free:${n}`, 1, free, now)
  }
  const { hour } = await store.consume('ada', 1, authenticated, now)
  expect(hour.remaining).toBe(989)
})
