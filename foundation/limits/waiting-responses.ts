// Responses that wait for an event (long polling): their duration says nothing about the server.
import type { ClosingResponse } from '#foundation/limits/close-signal.ts'

const waiting = new WeakSet<ClosingResponse>()

/** Notes that a response waits, or may have waited. */
export function noteWaiting(res: ClosingResponse): void {
  waiting.add(res)
}

export function hasWaited(res: ClosingResponse): boolean {
  return waiting.has(res)
}
