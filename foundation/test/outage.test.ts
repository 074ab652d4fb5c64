// What is logged when deliveries fail: an outage once, whatever else is wrong each time.
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { databaseUnavailable, isReported, serviceUnavailable } from '#foundation/domain/errors.ts'
import { peerResult } from '#foundation/peers/peers.ts'
import { createOutage } from '#foundation/process/outage.ts'

let lines: object[]
const log = pino(
  { base: null, timestamp: false },
  { write: (line) => void lines.push(JSON.parse(line) as object) },
)
beforeEach(() => void (lines = []))

test('A service that is away is logged once, with the first delivery', () => {
  const outage = createOutage('cannot deliver')
  for (let id = 0; id < 3; id += 1) {
    outage.deliveryFailed({ log }, serviceUnavailable('identity'), { id })
  }
  expect(lines).toEqual([
    { level: 40, reason: 'The identity service does not answer.', id: 0, msg: 'cannot deliver' },
  ])
})

test('A service that responds with an error of its own is not reported as away', () => {
  const outage = createOutage('cannot deliver')
  const response = { errors: [{ message: 'It broke.', extensions: { code: 'INTERNAL_ERROR' } }] }
  const failure = () => peerResult('market', response)
  expect(failure).toThrow('The market service does not answer.')
  try {
    failure()
  } catch (error) {
    outage.deliveryFailed({ log }, error, { id: 0 })
  }
  expect(lines).toMatchObject([{ reason: expect.stringMatching(/^The market service fails\./) }])
})

test('A failure that is no outage is logged for each delivery', () => {
  const outage = createOutage('cannot deliver')
  outage.deliveryFailed({ log }, serviceUnavailable('identity'), { id: 0 })
  for (const id of [1, 2]) outage.deliveryFailed({ log }, new Error('A defect.'), { id })
  expect(lines).toMatchObject([{ id: 0 }, { id: 1, err: {} }, { id: 2, err: {} }])
})

test('A failure is passed on as already logged', async () => {
  const outage = createOutage('cannot deliver')
  const failure = new Error('A defect.')
  expect(isReported(failure)).toBe(false)
  expect(outage.deliveryFailed({ log }, failure, {})).toBe(failure)
  expect(isReported(failure)).toBe(true)
  const away = serviceUnavailable('identity')
  await expect(outage.report({ log }, () => Promise.reject(away))).rejects.toBe(away)
  expect(isReported(away)).toBe(true)
  await outage.report({ log }, () => Promise.resolve())
})

test('An outage of a database of this process is not logged by the delivery as well', async () => {
  const outage = createOutage('cannot deliver')
  const error = databaseUnavailable('path', new Error('Connection terminated'))
  outage.deliveryFailed({ log }, error, {})
  const report = (failure: Error) => outage.report({ log }, () => Promise.reject(failure))
  await expect(report(error)).rejects.toBe(error)
  expect(lines).toEqual([])
  await expect(report(serviceUnavailable('identity'))).rejects.toThrow()
  expect(lines).toMatchObject([{ msg: 'cannot deliver' }])
})
