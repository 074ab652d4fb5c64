// What is logged when deliveries fail: an outage once, whatever else is wrong each time.
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { databaseUnavailable, serviceUnavailable } from '#foundation/domain/errors.ts'
import { createOutage } from '#foundation/process/outage.ts'

let lines: object[]
const log = pino(
  { base: null, timestamp: false },
  { write: (line) => void lines.push(JSON.parse(line) as object) },
)
beforeEach(() => void (lines = []))

test('A service that is away is one line, with the first delivery', () => {
  const outage = createOutage('cannot deliver')
  for (let id = 0; id < 3; id += 1) {
    outage.deliveryFailed({ log }, serviceUnavailable('identity'), { id })
  }
  expect(lines).toEqual([
    { level: 40, reason: 'The identity service does not answer.', id: 0, msg: 'cannot deliver' },
  ])
})

test('A failure that is no outage is logged for each delivery', () => {
  const outage = createOutage('cannot deliver')
  outage.deliveryFailed({ log }, serviceUnavailable('identity'), { id: 0 })
  for (const id of [1, 2]) outage.deliveryFailed({ log }, new Error('A defect.'), { id })
  expect(lines).toMatchObject([{ id: 0 }, { id: 1, err: {} }, { id: 2, err: {} }])
})

test('The outage of a database of this process is left to its own log lines', async () => {
  const outage = createOutage('cannot deliver')
  const error = databaseUnavailable('path', new Error('Connection terminated'))
  outage.deliveryFailed({ log }, error, {})
  await outage.report({ log }, () => Promise.reject(error))
  expect(lines).toEqual([])
  await outage.report({ log }, () => Promise.reject(serviceUnavailable('identity')))
  expect(lines).toMatchObject([{ msg: 'cannot deliver' }])
})
