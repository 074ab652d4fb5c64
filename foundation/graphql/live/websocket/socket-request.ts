// A message in a WebSocket as a request, which passes the same checks as one over HTTP.
import type { Request, Response } from 'express'
import { http } from '#foundation/http/node-http.ts'

/** Headers of the handshake that do not apply to messages, or that only services send. */
const NOT_OF_MESSAGES =
  /^(upgrade|connection|content-|idempotency-key|x-service-|x-newest-service-|x-caller-|sec-)/

export interface SocketMessage {
  /** The access token that the client sent when it connected, as the header `Authorization`. */
  authorization: string | undefined
  body: unknown
  requestId: string
}

/** The request of a message, with the IP address, cookies and user agent of the handshake. */
export function socketRequest(handshake: Request, message: SocketMessage): Request {
  const { authorization, body, requestId } = message
  const own = Object.entries(handshake.headers).filter(([name]) => !NOT_OF_MESSAGES.test(name))
  const headers = { ...Object.fromEntries(own), 'content-type': 'application/json', authorization }
  const log = handshake.log.child({ requestId })
  const properties = { headers, method: 'POST', url: '/graphql', body, requestId, log }
  return Object.create(handshake, describe(properties)) as Request
}

/** A response that collects the headers of the checks, and closes when the message has been served. */
export function socketResponse(req: Request): Response & Disposable {
  const res = new http.ServerResponse(req)
  let closed = false
  const dispose = () => {
    closed = true
    res.emit('close')
  }
  Object.defineProperty(res, 'closed', { get: () => closed })
  return Object.assign(res, { [Symbol.dispose]: dispose }) as unknown as Response & Disposable
}

function describe(properties: object): PropertyDescriptorMap {
  const described = Object.entries(properties).map(([name, value]) => {
    return [name, { value: value as unknown, writable: true, configurable: true }] as const
  })
  return Object.fromEntries(described)
}
