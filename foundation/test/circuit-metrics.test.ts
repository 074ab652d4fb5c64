// What /metrics says about circuit breakers.
import { expect, test } from 'vitest'
import { noteCircuits } from '#foundation/peers/circuit-metrics.ts'
import { circuitOpenings } from '#foundation/telemetry/metrics.ts'

test('A stall that several circuit breakers notice counts as one opening', async () => {
  const services = ['path', 'market', 'guild'].map(() => noteCircuits('identity'))
  const openings = async () => (await circuitOpenings.get()).values[0]!.value
  for (const note of services) note(true)
  expect(await openings()).toBe(1)
  for (const note of services) note(false)
  services[0]!(true)
  expect(await openings()).toBe(2)
})
