// The metrics of the signing keys.
import type { Registry } from 'prom-client'
import { boundedReading } from '#foundation/telemetry/metrics/bounded-reading.ts'
import { addGauge } from '#foundation/telemetry/metrics/read-gauge.ts'
import type { Issuer } from './id-token.ts'

/** Adds, by algorithm, the age of the key that signs now, and how long ago the keys were read. */
export function measureKeys(
  { idTokenKeys }: Pick<Issuer, 'idTokenKeys'>,
  { now, registry }: { now: () => Date; registry: Registry },
): void {
  const keyrings = Object.entries(idTokenKeys)
  const read = boundedReading(() =>
    Promise.all(
      keyrings.map(async ([algorithm, keyring]) => {
        const ageSeconds = (now().getTime() - (await keyring.signsSince()).getTime()) / 1_000
        return { algorithm, ageSeconds, readAgeSeconds: await keyring.readAgeSeconds() }
      }),
    ),
  )
  addGauge(registry, {
    name: 'signing_key_age_seconds',
    help: 'How long the key has signed that signs now; keys are replaced after 30 days.',
    labelNames: ['algorithm'],
    async read(gauge) {
      gauge.reset()
      for (const { algorithm, ageSeconds } of (await read()) ?? []) {
        gauge.set({ algorithm }, ageSeconds)
      }
    },
  })
  addGauge(registry, {
    name: 'signing_keys_read_age_seconds',
    help: 'How long ago this process last read the signing keys; while it cannot, it uses the last ones.',
    labelNames: ['algorithm'],
    async read(gauge) {
      gauge.reset()
      for (const { algorithm, readAgeSeconds } of (await read()) ?? []) {
        gauge.set({ algorithm }, readAgeSeconds)
      }
    },
  })
}
