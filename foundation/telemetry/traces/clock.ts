// The times of spans: as exact as `performance.now()`, and following the clock of the machine.

const ANCHOR_MS = 60_000

let anchor = -Infinity
let offset = 0

/** Milliseconds since 1970 of a time of `performance.now()`. */
export function epochOf(time: number): number {
  const now = performance.now()
  if (now - anchor > ANCHOR_MS) {
    anchor = now
    offset = Date.now() - now
  }
  return offset + time
}
