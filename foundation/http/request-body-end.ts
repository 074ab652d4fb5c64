// Sends a response only after the whole body of its request has arrived.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Express } from 'express'
import { hasBody } from '#foundation/http/json-body.ts'
import { http } from '#foundation/http/node-http.ts'

/** Ten times the size of a body that a client may send. */
const MAX_REST_BYTES = 1024 * 1024
const MAX_REST_MS = 2_000

/**
 * Makes `res.end` wait for the end of the request's body, which a refused caller may still be sending. Otherwise a
 * proxy whose client has left after the response could reuse the connection, and the next request would be read as
 * the rest of this body (RFC 9112, section 9.3). HAProxy 2.6 does so for HTTP/2 clients. A connection whose body is
 * too long or too late is closed after the response.
 */
export function awaitRequestBodies(app: Express): void {
  // Type assertions, because `end` has three signatures.
  const end = http.ServerResponse.prototype.end as (...args: unknown[]) => ServerResponse
  app.response.end = function awaitBody(this: ServerResponse, ...args: unknown[]) {
    if (this.req.complete || !hasBody(this.req)) return end.apply(this, args)
    void readRest(this.req).then((isComplete) => {
      if (!isComplete && !this.headersSent) this.setHeader('Connection', 'close')
      if (!this.writableEnded) end.apply(this, args)
    })
    return this
  } as Express['response']['end']
}

/** Discards the rest of a body. Resolves to false when it did not arrive within the limits. */
async function readRest(req: IncomingMessage): Promise<boolean> {
  let bytes = 0
  const rest = Promise.withResolvers<boolean>()
  const timer = setTimeout(rest.resolve, MAX_REST_MS, false)
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_REST_BYTES) rest.resolve(false)
  })
  req.once('end', () => rest.resolve(true))
  req.once('close', () => rest.resolve(req.complete))
  if (req.destroyed) rest.resolve(false)
  req.resume()
  const isComplete = await rest.promise
  clearTimeout(timer)
  return isComplete
}
