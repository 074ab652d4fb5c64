// Ports that nobody listens on.
import { createServer } from 'node:net'

/** Below those that systems give to outgoing connections, of which tests make thousands. */
const [FIRST, LAST] = [10_000, 32_000]

/** As many different free ports of the loopback address. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if (await isFree(port)) ports.add(port)
  }
  return [...ports]
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
