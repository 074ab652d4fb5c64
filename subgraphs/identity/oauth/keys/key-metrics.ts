// What /metrics says about the signing keys.
import type { Registry } from 'prom-client'
import { boundedReading } from '#foundation/telemetry/bounded-reading.ts'
import { addGauge } from '#foundation/telemetry/read-gauge.ts'
import type { Issuer } from './id-token.ts'

/** Adds the ages of the keys that sign now, by their algorithms. */
export function measureKeys(
  { idTokenKeys }: Pick<Issuer, 'idTokenKeys'>,
  { now, registry }: { now: () => Date; registry: Registry },
): void {
  const keyrings = Object.entries(idTokenKeys)
  const read = boundedReading(() =>
    Promise.all(
      keyrings.map(async ([algorithm, keyring]) => {
        return { algorithm, since: await keyring.signsSince() }
      }),
    ),
  )
  addGauge(registry, {
    name: 'signing_key_age_seconds',
    help: 'How long the key has signed that signs now; keys are replaced after 30 days.',
    labelNames: ['algorithm'],
    async read(gauge) {
      gauge.reset()
      for (const { algorithm, since } of (await read()) ?? []) {
        gauge.set({ algorithm }, (now().getTime() - since.getTime()) / 1_000)
      }
    },
  })
}
