// What /metrics says about circuit breakers.
import { expect, test } from 'vitest'
import { noteCircuits } from '#foundation/peers/circuit-metrics.ts'
import { circuitOpenings } from '#foundation/telemetry/metrics.ts'

/** Files of one worker share the metrics, and no other one has this peer. */
const PEER = 'a-peer'

/** How often the breakers of the peer have opened. */
async function countOpenings(): Promise<number> {
  const { values } = await circuitOpenings.get()
  return values.find(({ labels }) => labels.peer === PEER)!.value
}

test('A stall that several circuit breakers notice counts as one opening', async () => {
  const services = ['path', 'market', 'guild'].map(() => noteCircuits(PEER))
  for (const note of services) note(true)
  expect(await countOpenings()).toBe(1)
  for (const note of services) note(false)
  services[0]!(true)
  expect(await countOpenings()).toBe(2)
})
