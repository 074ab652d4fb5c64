// What the tests of a file share, started before them and stopped after them.
import { aroundAll } from 'vitest'

/**
 * Starts it before the hooks of the file and its tests, and stops it after them, even if one of them fails. Its members
 * exist only in between.
 */
export function duringTests<Started extends { stop: () => Promise<void> }>(
  start: () => Promise<Started>,
): Started {
  const started = {} as Started
  aroundAll(async (runTests) => {
    Object.assign(started, await start())
    try {
      await runTests()
    } finally {
      await started.stop()
    }
  })
  return started
}
