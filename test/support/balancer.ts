// A load balancer in front of identical processes: each request goes to the next one,
// and has the response 503 while there is none.
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { freePorts } from '#test/ports.ts'

export interface Balancer extends AsyncDisposable {
  address: string
  /** Adds a process, by the address of one of its services. */
  add(address: string): void
  /** Sends a process no more requests, and waits for its pending responses. */
  remove(address: string): Promise<void>
}

interface Target {
  address: string
  inFlight: number
  /** Called after its last response, once it is removed. */
  idle?: () => void
}

/** Listens on a free port, still without processes. */
export async function startBalancer(): Promise<Balancer> {
  const targets: Target[] = []
  let turn = 0
  // Its responses promise the keep-alive time of the processes, which is longer than Node's: a request sent when an idle
  // connection ends is lost.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, response) => {
    const { method, url, headers } = incoming
    const target = targets[turn++ % targets.length]
    if (!target) {
      response.writeHead(503).end()
      return
    }
    const options = { method, headers, agent: false }
    const onward = request(new URL(url!, target.address), options, (result) => {
      response.writeHead(result.statusCode!, result.headers)
      result.pipe(response)
    })
    target.inFlight += 1
    onward.on('error', () => response.destroy())
    onward.on('close', () => {
      target.inFlight -= 1
      if (target.inFlight === 0) target.idle?.()
    })
    incoming.pipe(onward)
  })
  const [port] = await freePorts(1)
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    address: `http://localhost:${port}`,
    add: (address) => targets.push({ address, inFlight: 0 }),
    async remove(address) {
      const [target] = targets.splice(
        targets.findIndex((known) => known.address === address),
        1,
      )
      if (target && target.inFlight > 0) await new Promise<void>((idle) => (target.idle = idle))
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}
