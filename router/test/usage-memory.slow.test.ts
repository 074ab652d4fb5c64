// Names and documents that callers make up use bounded memory in the router.
import { expect, test } from 'vitest'
import { testLog } from '#test/caller.ts'
import { heapMiB } from '#test/heap.ts'
import { createUsageCounter, type UsageCounter } from '../usage/counter.ts'

/** Each request has a different name and document, with 100 of these 1,000 coordinates. */
const coordinates = Array.from({ length: 1_000 }, (_, index) => `Query.field${index}`)
function attack(counter: UsageCounter, { from, to }: { from: number; to: number }): void {
  for (let index = from; index < to; index += 1) {
    const document = coordinates.slice(index % 900, (index % 900) + 100)
    counter.count(index % 2 ? `client ${index}` : 'one', `name ${index}`, document)
  }
}

test('100,000 names, each with a document of its own, take as much memory as 10,000', async () => {
  const counter = createUsageCounter(() => new Date('2026-03-04T12:00:00.000Z'), testLog)
  const before = await heapMiB()
  attack(counter, { from: 0, to: 10_000 })
  const tenth = (await heapMiB()) - before
  attack(counter, { from: 10_000, to: 100_000 })
  const all = (await heapMiB()) - before
  expect(all).toBeLessThan(2 * tenth)
  const taken = counter.take()
  const pairs = new Set(taken.map(({ clientId, clientName }) => `${clientId}: ${clientName}`))
  expect(pairs.size).toBe(201)
  expect(taken.length).toBeLessThanOrEqual(201 * coordinates.length)
  expect(taken.reduce((sum, { count }) => sum + count, 0)).toBe(100_000 * 100)
})
