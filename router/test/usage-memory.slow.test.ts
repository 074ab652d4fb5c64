// Names and documents that callers make up use bounded memory in the router.
import { queryObjects } from 'node:v8'
import { expect, test } from 'vitest'
import { testLog } from '#test/caller.ts'
import { createUsageCounter, type UsageCounter } from '../usage/counter.ts'

/** The coordinates of one document. */
class Coordinates extends Array<string> {}

/** Each request has a different name and document, with 100 of these 1,000 coordinates. */
const coordinates = Coordinates.from({ length: 1_000 }, (_, index) => `Query.field${index}`)
function attack(counter: UsageCounter, { from, to }: { from: number; to: number }): void {
  for (let index = from; index < to; index += 1) {
    const document = coordinates.slice(index % 900, (index % 900) + 100)
    counter.count(index % 2 ? `client ${index}` : 'one', `name ${index}`, document)
  }
}

test('Of 100,000 names, each with a different document, the router keeps 201 names and 1,000 documents', () => {
  const counter = createUsageCounter(() => new Date('2026-03-04T12:00:00.000Z'), testLog)
  attack(counter, { from: 0, to: 100_000 })
  // Collects garbage before it counts.
  expect(queryObjects(Coordinates, { format: 'count' })).toBeLessThanOrEqual(1_001)
  const taken = counter.take()
  const pairs = new Set(taken.map(({ clientId, clientName }) => `${clientId}: ${clientName}`))
  expect(pairs.size).toBe(201)
  expect(taken.length).toBeLessThanOrEqual(201 * coordinates.length)
  expect(taken.reduce((sum, { count }) => sum + count, 0)).toBe(100_000 * 100)
})
