// Free ports, each given to one process of the tests.
import { createServer, type Server } from 'node:net'

/**
 * Below the ports of outgoing connections, of which tests make thousands: from 32768 on
 * in Linux, from 16000 on in some sandboxes. Above 10080, which `fetch` refuses (WHATWG Fetch, port blocking).
 */
const [FIRST, LAST] = [10_300, 16_000]
/** Each process has a block: a port is given out before its program listens, so being free is not enough. */
const BLOCK = 300

let block: Promise<number> | undefined
let next = 0

/** So many different free ports of the loopback address. @throws Error if all are in use */
export async function freePorts(count: number): Promise<number[]> {
  const first = await (block ??= claimPortBlock())
  const ports: number[] = []
  for (let tried = 1; tried < BLOCK && ports.length < count; tried++) {
    const port = first + 1 + (next++ % (BLOCK - 1))
    const server = await listen(port)
    if (!server) continue
    await new Promise((resolve) => server.close(resolve))
    ports.push(port)
  }
  if (ports.length === count) return ports
  throw new Error(`Too few free ports from ${first} on.`)
}

/** A process owns a block by listening on its first port until it ends, however it ends. */
async function claimPortBlock(): Promise<number> {
  const blocks = (LAST - FIRST) / BLOCK
  const start = Math.floor(Math.random() * blocks)
  for (let tried = 0; tried < blocks; tried++) {
    const first = FIRST + ((start + tried) % blocks) * BLOCK
    const server = await listen(first)
    if (!server) continue
    server.unref()
    return first
  }
  throw new Error(`All ports from ${FIRST} to ${LAST} are taken by other processes of tests.`)
}

/** Undefined if the port is in use. @throws Error for another reason */
function listen(port: number): Promise<Server | undefined> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else reject(error)
    })
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
