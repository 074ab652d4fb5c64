// Measures how long statements wait for a connection.
import { LightHistogram } from '#foundation/telemetry/metrics/light-histogram.ts'

/** `own`: for a connection, or for one to open. `shared`: for a slot on a shared one. */
type ConnectionKind = 'own' | 'shared'

export type MeasureWait = <Result>(waiting: Promise<Result>) => Promise<Result>

export interface ConnectionWaits {
  histogram: LightHistogram
  measure: Readonly<Record<ConnectionKind, MeasureWait>>
}

/** The waits of one database. Statements that find a free connection do not wait, and are not counted. */
export function createConnectionWaits(): ConnectionWaits {
  const histogram = new LightHistogram({
    name: 'database_connection_wait_seconds',
    help: 'Time that statements waited for a connection. Those that found a free one are not counted.',
    label: 'connection',
    maxValues: 2,
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5],
  })
  const measureOf = (connection: ConnectionKind): MeasureWait => {
    // The series starts at 0, so that an alert sees the first increase.
    const waits = histogram.series(connection)
    return (waiting) => {
      const began = performance.now()
      const end = () => waits.observe((performance.now() - began) / 1_000)
      waiting.then(end, end)
      return waiting
    }
  }
  return { histogram, measure: { own: measureOf('own'), shared: measureOf('shared') } }
}
