// Tells what waits for a request that its client has left.
import type { ServerResponse } from 'node:http'

const signals = new WeakMap<ServerResponse, AbortSignal>()

/**
 * Aborts when the response has been sent or its connection closed. One signal for each response: a signal
 * takes any number of listeners, of which a response warns from the eleventh on.
 */
export function closeSignal(res: ServerResponse): AbortSignal {
  const known = signals.get(res)
  if (known) return known
  if (res.closed) return AbortSignal.abort()
  const ending = new AbortController()
  res.once('close', () => ending.abort())
  signals.set(res, ending.signal)
  return ending.signal
}
