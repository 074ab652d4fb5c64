// A load balancer in front of processes that serve the same: each request goes to the next one,
// and is answered 503 while there is none.
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { freePorts } from '#test/ports.ts'

export interface Balancer extends AsyncDisposable {
  address: string
  /** Adds a process, by the address of one of its services. */
  add(address: string): void
}

/** Listens on a free port, before there are processes. */
export async function startBalancer(): Promise<Balancer> {
  const targets: string[] = []
  let turn = 0
  const server = createServer((incoming, response) => {
    const { method, url, headers } = incoming
    if (targets.length === 0) {
      response.writeHead(503).end()
      return
    }
    const target = new URL(url!, targets[turn++ % targets.length])
    const onward = request(target, { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    incoming.pipe(onward)
  })
  const [port] = await freePorts(1)
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    address: `http://localhost:${port}`,
    add: (address) => targets.push(address),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}
