// Limits how many large responses a process keeps in memory and builds at once; others wait.
import {
  FairSemaphore,
  type Release,
  type SemaphoreLimits,
} from '#foundation/limits/fair-semaphore.ts'
import { closeSignal, type ClosingResponse } from '#foundation/limits/close-signal.ts'

/** Few may wait, because each has already loaded data. */
const WAITING = { waiting: 64, waitingPerCaller: 16 }
/** Large responses that are being built or sent. A client that never finishes reading blocks two. */
const HELD: SemaphoreLimits = { total: 6, perCaller: 2, ...WAITING }
/** Responses being built: with two at once, other requests waited more than twice as long. */
const BUILT: SemaphoreLimits = { total: 1, perCaller: 1, ...WAITING }
/** The pause between two builds, in which other requests are served. */
const PAUSE_MS = 20
/** How long a response waits for both slots together. */
const WAIT_MS = 3_000

export interface LargeResponseSlots {
  /**
   * Acquires a slot to hold a large response until `res` is sent or closed, and the slot to build it. Returns a
   * function that releases the build slot; undefined when no slot was free in time.
   */
  acquire(holder: string, res: ClosingResponse): Promise<Release | undefined>
}

/** The slots of one process. */
export function createLargeResponseSlots(): LargeResponseSlots {
  const held = new FairSemaphore(HELD)
  const built = new FairSemaphore(BUILT)
  return {
    async acquire(holder, res) {
      const began = performance.now()
      const signal = closeSignal(res)
      const release = await held.acquire(holder, { limitMs: WAIT_MS, signal })
      if (!release || !releaseOnClose(release, res)) return undefined
      const next = await built.acquire(holder, {
        limitMs: began + WAIT_MS - performance.now(),
        signal,
      })
      if (!next) return undefined
      const endBuild = () => void setTimeout(next, PAUSE_MS).unref()
      return releaseOnClose(endBuild, res) ? endBuild : undefined
    },
  }
}

/**
 * Releases a slot when the connection closes. Returns false if the connection has closed: the slot is released at
 * once, because 'close' is not emitted again.
 */
function releaseOnClose(release: Release, res: ClosingResponse): boolean {
  if (res.closed) release()
  else res.once('close', release)
  return !res.closed
}
