// An AbortSignal for work that waits on behalf of a request, in case its client leaves.
import { EventEmitter } from 'node:events'

/** A response, or one result of a subscription: emits `close` when it was sent or its connection has closed. */
export interface ClosingResponse {
  readonly closed: boolean
  once(event: 'close', listener: () => void): unknown
}

export class SubscriptionResult extends EventEmitter implements ClosingResponse, Disposable {
  closed = false

  /** Marks the result as sent, or as one that will not be sent. */
  close(): void {
    if (this.closed) return
    this.closed = true
    this.emit('close')
  }

  [Symbol.dispose](): void {
    this.close()
  }
}

const signals = new WeakMap<ClosingResponse, AbortSignal>()

/**
 * Aborts when the response has been sent or its connection closed. One signal serves all listeners of a response,
 * because the response itself warns about more than ten.
 */
export function closeSignal(res: ClosingResponse): AbortSignal {
  return signals.getOrInsertComputed(res, () => {
    if (res.closed) return AbortSignal.abort()
    const ending = new AbortController()
    res.once('close', () => ending.abort())
    return ending.signal
  })
}
