// What the tests of a file share, started before them and stopped after them.
import { afterAll, beforeAll } from 'vitest'

/** Starts it before the tests of the file, and stops it after them. Its members exist only in between. */
export function duringTests<Started extends { stop: () => Promise<void> }>(
  start: () => Promise<Started>,
): Started {
  const started = {} as Started
  beforeAll(async () => {
    Object.assign(started, await start())
  })
  afterAll(() => started.stop())
  return started
}
