// How long the connections of browsers and load balancers live, also when the server stops.
import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'

/** Longer than load balancers keep idle connections (60 s): otherwise they would send requests into a closed one. */
const KEEP_ALIVE_MS = 75_000
/** Node counts keep-alive time as time for the headers, too. */
const HEADERS_MS = 80_000
/** How long a request under way may take when the server stops. Orchestrators kill it after 10 s or more. */
const DRAIN_MS = 8_000
/** When the server stops, how long an idle connection may still send a request. */
const GOODBYE_MS = 300

/** The streams that are open. They have no end of their own. */
export class Streams {
  readonly #open = new Set<AbortController>()
  #areEnding = false

  /** @param stream aborted when the server stops, until the result is disposed */
  add(stream: AbortController): Disposable {
    this.#open.add(stream)
    if (this.#areEnding) stream.abort()
    return { [Symbol.dispose]: () => void this.#open.delete(stream) }
  }

  /** Their readers subscribe again. */
  end(): void {
    this.#areEnding = true
    for (const stream of this.#open) stream.abort()
  }
}

export function keepAlive(server: Server): void {
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.headersTimeout = HEADERS_MS
}

/** Accepts no new connections, ends streams, and lets requests under way finish. */
export function drain(server: Server, streams: Streams): void {
  server.prependListener('request', (_req, res) => void res.setHeader('Connection', 'close'))
  const closeIdle = setInterval(() => server.closeIdleConnections(), GOODBYE_MS)
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  // The close() of HTTP ends idle connections at once, also those with a request on its way.
  NetServer.prototype.close.call(server, () => {
    clearInterval(closeIdle)
    clearTimeout(cut)
  })
  streams.end()
}
