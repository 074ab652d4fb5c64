// Work that several requests may wait for: it runs once, and ends early when all of them have left.
import { clientLeft } from '#foundation/domain/errors.ts'
import { untilAborted } from '#foundation/limits/until-aborted.ts'

interface SharedRun<Result> {
  result: Promise<Result>
  ends: AbortController
  /** The number of callers that wait for it. */
  waiting: number
}

export class SharedWork<Result> {
  readonly #running = new Map<string, SharedRun<Result>>()

  has(key: string): boolean {
    return this.#running.has(key)
  }

  /**
   * The result of the work that runs under the key. Starts it when none runs; its signal aborts
   * once nobody waits.
   * @throws the reason of the signal, and as `start` does
   */
  async join(
    key: string,
    start: (signal: AbortSignal) => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    signal?.throwIfAborted()
    const running = this.#running.getOrInsertComputed(key, () => this.#start(key, start))
    running.waiting += 1
    try {
      return await (signal ? untilAborted(running.result, signal) : running.result)
    } finally {
      running.waiting -= 1
      if (running.waiting === 0) this.#end(key, running)
    }
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<Result>): SharedRun<Result> {
    const ends = new AbortController()
    const result = start(ends.signal)
    const running = { result, ends, waiting: 0 }
    // Settled work must not be aborted.
    const settle = () => {
      if (this.#running.get(key) === running) this.#running.delete(key)
    }
    result.then(settle, settle)
    return running
  }

  #end(key: string, running: SharedRun<Result>): void {
    if (this.#running.get(key) !== running) return
    this.#running.delete(key)
    running.ends.abort(clientLeft())
  }
}
