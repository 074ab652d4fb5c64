// An AbortSignal for work that waits on behalf of a request, in case its client leaves.
import type { ServerResponse } from 'node:http'

const signals = new WeakMap<ServerResponse, AbortSignal>()

/**
 * Aborts when the response has been sent or its connection closed. One signal serves all listeners of a response,
 * because the response itself warns about more than ten.
 */
export function closeSignal(res: ServerResponse): AbortSignal {
  return signals.getOrInsertComputed(res, () => {
    if (res.closed) return AbortSignal.abort()
    const ending = new AbortController()
    res.once('close', () => ending.abort())
    return ending.signal
  })
}
