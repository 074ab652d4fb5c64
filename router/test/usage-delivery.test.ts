// Usage is delivered to Identity in batches, again after an outage, and once more at shutdown.
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { testLog } from '#test/caller.ts'
import { invalidInput, serviceUnavailable } from '#foundation/domain/errors.ts'
import type { PeerConnection } from '#foundation/peers/peers.ts'
import { createUsageCounter, type UsageCounter } from '../usage/counter.ts'
import { createUsageDelivery, type UsageDelivery } from '../usage/delivery.ts'

interface Sent {
  input: { counts: { coordinate: string; count: number; at: string }[] }
}

let counter: UsageCounter
let delivery: UsageDelivery
let sent: Sent['input']['counts'][]
/** The errors of Identity for the next calls; later calls succeed. */
let failures: Error[]
const warn = vi.fn<(...args: unknown[]) => void>()

const connect: PeerConnection = (_source, variables) => {
  const failure = failures.shift()
  if (failure) return Promise.reject(failure)
  sent.push((variables as unknown as Sent).input.counts)
  return Promise.resolve({ recordUsage: true })
}

beforeEach(() => {
  ;[sent, failures] = [[], []]
  warn.mockClear()
  const log = Object.assign(Object.create(testLog) as typeof testLog, { warn })
  counter = createUsageCounter(() => new Date('2026-03-04T12:00:00.000Z'), log)
  delivery = createUsageDelivery({ counter, connect, log, everyMs: 5 })
})
afterEach(() => delivery.stop())

const count = (times = 1) => {
  for (let index = 0; index < times; index += 1) counter.count('web', '', ['Query.a'])
}
const total = () => sent.flat().reduce((sum, row) => sum + row.count, 0)

test('counts are delivered with their day', async () => {
  count(3)
  delivery.start()
  await expect
    .poll(() => sent.flat())
    .toEqual([
      {
        clientId: 'web',
        clientName: '',
        coordinate: 'Query.a',
        count: 3,
        at: '2026-03-04T00:00:00.000Z',
      },
    ])
})

test('Counts of an outage are delivered after it with newer ones, and one log line', async () => {
  failures = Array.from({ length: 3 }, () => serviceUnavailable('identity'))
  count(2)
  delivery.start()
  await expect.poll(() => failures).toEqual([])
  count(5)
  await expect.poll(total).toBe(7)
  expect(warn).toHaveBeenCalledTimes(1)
})

test('an Identity without the operation loses nothing and gets one line in the log', async () => {
  const unknown = () => invalidInput([{ field: 'query', reason: 'does not fit the schema' }])
  failures = Array.from({ length: 10 }, unknown)
  count(2)
  delivery.start()
  await expect.poll(() => failures.length).toBeLessThan(5)
  expect(warn).toHaveBeenCalledTimes(1)
  await expect.poll(total).toBe(2)
})

test('many counts are delivered in batches, and those after a failure are kept', async () => {
  for (let index = 0; index < 2_500; index += 1) counter.count('web', '', [`Query.f${index}`])
  delivery.start()
  await expect.poll(() => sent.map((batch) => batch.length)).toEqual([1_000, 1_000, 500])
  for (let index = 0; index < 2_500; index += 1) counter.count('web', '', [`Query.f${index}`])
  await expect.poll(total).toBe(5_000)
})

test('a batch that Identity refuses is lost with a warning, and those behind it are delivered', async () => {
  const refusal = () => invalidInput([{ field: 'input.counts.3.clientId', reason: 'is too long' }])
  failures = [refusal(), refusal()]
  for (let index = 0; index < 2_500; index += 1) counter.count('web', '', [`Query.f${index}`])
  delivery.start()
  await expect.poll(() => sent.map((batch) => batch.length)).toEqual([500])
  const [lost, message] = warn.mock.calls[0] as [{ err: Error; counts: number }, string]
  expect(lost).toMatchObject({ counts: 1_000, err: { message: refusal().message } })
  expect(message).toBe('Identity refused a batch of usage: its counts are lost')
  count()
  await expect.poll(total).toBe(501)
  expect(warn).toHaveBeenCalledTimes(2)
})

test('Attempts during an outage become rarer, up to a limit', async () => {
  const attempts = { here: 0, away: 0 }
  const log = Object.assign(Object.create(testLog) as typeof testLog, { warn })
  const start = (place: 'here' | 'away', response: () => Promise<unknown>) => {
    const own = createUsageCounter(() => new Date('2026-03-04T12:00:00.000Z'), log)
    own.count('web', '', ['Query.a'])
    const connectTo: PeerConnection = () => {
      attempts[place] += 1
      own.count('web', '', ['Query.a'])
      return response()
    }
    const one = createUsageDelivery({ counter: own, connect: connectTo, log, everyMs: 2 })
    one.start()
    onTestFinished(() => one.stop())
  }
  start('here', () => Promise.resolve({ recordUsage: true }))
  start('away', () => Promise.reject(serviceUnavailable('identity')))
  await expect.poll(() => attempts.here).toBeGreaterThan(160)
  expect(attempts.away).toBeLessThan(attempts.here / 3)
  // It never gives up: at most eight rounds pass between two attempts.
  expect(attempts.away).toBeGreaterThan(attempts.here / 16)
})

test('The last counts are delivered at shutdown', async () => {
  delivery.start()
  count()
  await delivery.stop()
  expect(total()).toBe(1)
  expect(warn).not.toHaveBeenCalled()
})

test('An Identity that does not respond does not delay shutdown', async () => {
  const log = Object.assign(Object.create(testLog) as typeof testLog, { warn })
  const silent = createUsageDelivery({ counter, connect: () => new Promise(() => undefined), log })
  count()
  silent.start()
  await silent.stop()
  expect(warn).toHaveBeenCalledWith('the last usage was not delivered')
})
