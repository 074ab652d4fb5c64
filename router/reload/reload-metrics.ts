// What /metrics says about the supergraph that a router serves.
import { Counter, Gauge } from 'prom-client'
import type { Metrics } from '#foundation/telemetry/metrics.ts'

/** The possible results of reading the supergraph. */
const RESULTS = ['served', 'unchanged', 'refused', 'unreadable'] as const

export interface ReloadMetrics {
  count(result: (typeof RESULTS)[number]): void
  /** Records the version of the supergraph that is served from now on. */
  noteServed(version: string, at: Date): void
}

export function createReloadMetrics({ registry }: Metrics): ReloadMetrics {
  const reloads = new Counter({
    name: 'supergraph_reloads_total',
    help: 'Reads of the supergraph after the start, by what became of them.',
    labelNames: ['result'],
    registers: [registry],
  })
  const served = new Gauge({
    name: 'supergraph_served_timestamp_seconds',
    help: 'When this process began to serve its supergraph; hash begins the SHA-256 of its text.',
    labelNames: ['hash'],
    registers: [registry],
  })
  for (const result of RESULTS) reloads.inc({ result }, 0)
  return {
    count: (result) => reloads.inc({ result }),
    noteServed(hash, at) {
      // Removes the previous version: there is one series at a time.
      served.reset()
      served.set({ hash }, at.getTime() / 1_000)
    },
  }
}
