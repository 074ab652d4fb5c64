// Measures the circuit breakers of a process.
import { circuitOpenings, openCircuits } from '#foundation/telemetry/metrics.ts'
import type { NoteCircuit } from '#foundation/peers/circuit-breaker.ts'

/** How many breakers of this process are open, by their peers. */
const open = new Map<string, number>()

/** @param peer the name of the peer, or of the subgraph */
export function noteCircuits(peer: string): NoteCircuit {
  // The metrics start at 0, so that an alert sees the first increase.
  openCircuits.inc({ peer }, 0)
  circuitOpenings.inc({ peer }, 0)
  return (isOpen) => {
    const others = open.get(peer) ?? 0
    // The services of a process have a breaker each: together they open once for one stall.
    if (isOpen && others === 0) circuitOpenings.inc({ peer })
    open.set(peer, others + (isOpen ? 1 : -1))
    openCircuits.set({ peer }, open.get(peer)!)
  }
}
