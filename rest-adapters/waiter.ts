// Waits until somebody wakes it, its time is over, or the client of its request leaves.
import type { Response } from 'express'
import { closeSignal } from '#foundation/limits/close-signal.ts'

export interface Waiter extends Disposable {
  /** Ends the current wait or, when there is none, the next one. */
  wake(): void
  /** Waits. Resolves to true when it was woken. */
  wait(ms: number): Promise<boolean>
}

export function createWaiter(res: Response): Waiter {
  const left = closeSignal(res)
  let isWoken = false
  let end: (() => void) | undefined
  const wake = () => {
    isWoken = true
    end?.()
  }
  left.addEventListener('abort', wake)
  return {
    wake,
    async wait(ms) {
      if (!isWoken) {
        const { promise, resolve } = Promise.withResolvers<void>()
        end = resolve
        const timer = setTimeout(resolve, ms)
        await promise
        clearTimeout(timer)
        end = undefined
      }
      const wasWoken = isWoken
      isWoken = false
      return wasWoken
    },
    [Symbol.dispose]: () => left.removeEventListener('abort', wake),
  }
}
