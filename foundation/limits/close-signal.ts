// An AbortSignal for work that waits on behalf of a request, in case its client leaves.

/** What somebody waits for: a response, or one result of a stream. Emits `close` when it was sent or its client left. */
export interface Closable {
  readonly closed: boolean
  once(event: 'close', listener: () => void): unknown
}

const signals = new WeakMap<Closable, AbortSignal>()

/**
 * Aborts when the response has been sent or its connection closed. One signal serves all listeners of a response,
 * because the response itself warns about more than ten.
 */
export function closeSignal(res: Closable): AbortSignal {
  return signals.getOrInsertComputed(res, () => {
    if (res.closed) return AbortSignal.abort()
    const ending = new AbortController()
    res.once('close', () => ending.abort())
    return ending.signal
  })
}
