// A server on this machine, for as long as a test needs it.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/** Starts a server on a free port; disposing closes it and all its connections. */
export async function serve(listener: Listener): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((request, response) => void listener(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
