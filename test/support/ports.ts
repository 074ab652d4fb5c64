// Ports that nobody listens on, and that no other test worker is given.
import { createServer } from 'node:net'

/**
 * Below those that systems give to outgoing connections, of which tests make thousands: from 32768 on
 * in Linux, from 16000 on in some sandboxes.
 */
const [FIRST, LAST] = [10_000, 16_000]
/** One range per worker: a port is given out before its program listens, so being free is not enough. */
const RANGES = 4
const WIDTH = Math.floor((LAST - FIRST) / RANGES)
/** Each process of a mutation run has a pool of its own, whose only worker is number 1. */
const worker = process.env.STRYKER_MUTATOR_WORKER ?? process.env.VITEST_POOL_ID ?? 0
const start = FIRST + (Number(worker) % RANGES) * WIDTH
let next = Math.floor(Math.random() * WIDTH)

/** As many different free ports of the loopback address; none is given out twice by one worker. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) {
    const port = start + (next++ % WIDTH)
    if (await isFree(port)) ports.push(port)
  }
  return ports
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
