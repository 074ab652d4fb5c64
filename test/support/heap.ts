// The memory that objects take, for tests of bounds.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** MiB in use after garbage collection. Repeated, because finalizers of earlier tests free more after it. */
export async function heapMiB(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  for (let times = 0; times < 5; times += 1) {
    collectGarbage()
    await nextTurn()
  }
  return process.memoryUsage().heapUsed / 2 ** 20
}
