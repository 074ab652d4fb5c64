// Serves a supergraph over HTTP, as a registry does: with an ETag, and sometimes badly.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SupergraphSource } from '../supergraph/source.ts'

/** A supergraph that stays as it is. */
export function fixedSource(sdl: string): SupergraphSource {
  return { name: 'test', read: () => Promise.resolve(sdl) }
}

export interface SupergraphHost {
  url: string
  /** The headers of every request so far. */
  received: readonly IncomingHttpHeaders[]
  /** Serves a text, with these validators instead of an ETag. */
  serve(text: string, validators?: Record<string, string>): void
  fail(status: number): void
  /** Redirects to an address, or to itself without end. */
  redirect(to?: string): void
  /** Begins a response, and never ends it. */
  hang(): void
  /** Resolves with the next request. */
  requested(): Promise<void>
  close(): Promise<void>
}

/** Starts it at a free port. */
export async function startSupergraphHost(): Promise<SupergraphHost> {
  const received: IncomingHttpHeaders[] = []
  let respond = (_headers: IncomingHttpHeaders, res: ServerResponse): void => sendStatus(res, 404)
  const server = createServer((req, res) => {
    received.push(req.headers)
    respond(req.headers, res)
    server.emit('received')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/supergraph`
  return {
    url,
    received,
    serve(text, validators = { etag: etagOf(text) }) {
      respond = (headers, res) => {
        const { etag, 'last-modified': modified } = validators
        const isKnown =
          (etag !== undefined && headers['if-none-match'] === etag) ||
          (modified !== undefined && headers['if-modified-since'] === modified)
        if (isKnown) sendStatus(res, 304)
        else res.writeHead(200, validators).end(text)
      }
    },
    fail(status) {
      respond = (_headers, res) => sendStatus(res, status)
    },
    redirect(to = url) {
      respond = (_headers, res) => res.writeHead(302, { location: to }).end()
    },
    hang() {
      respond = (_headers, res) => res.writeHead(200).write('type Query')
    },
    async requested() {
      await once(server, 'received')
    },
    async close() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

function sendStatus(res: ServerResponse, status: number): void {
  res.writeHead(status).end()
}

function etagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('hex')}"`
}
