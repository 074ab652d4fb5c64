// Measures the circuit breakers of a process.
import { circuitOpenings, openCircuits } from '#foundation/telemetry/metrics.ts'
import type { NoteCircuit } from '#foundation/peers/circuit-breaker.ts'

/** @param peer the name of the peer, or of the subgraph */
export function noteCircuits(peer: string): NoteCircuit {
  // They start at 0, so that an alert sees the first increase.
  openCircuits.inc({ peer }, 0)
  circuitOpenings.inc({ peer }, 0)
  return (isOpen) => {
    openCircuits.inc({ peer }, isOpen ? 1 : -1)
    if (isOpen) circuitOpenings.inc({ peer })
  }
}
