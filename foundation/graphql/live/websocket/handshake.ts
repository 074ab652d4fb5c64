// The HTTP request that opens a WebSocket, and its refusal.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Express, Request, Response } from 'express'
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws'
import { forbidden, invalidInput } from '#foundation/domain/errors.ts'
import { shown } from '#foundation/domain/shown-value.ts'
import { sendGraphQLError } from '#foundation/graphql/response.ts'
import { isWebSocketUpgrade } from '#foundation/http/app.ts'
import type { createOriginCheck } from '#foundation/http/cross-origin.ts'
import { http } from '#foundation/http/node-http.ts'
import { identifyRequest } from '#foundation/http/observed-request.ts'
import type { Log } from '#foundation/telemetry/log.ts'

/** True for a WebSocket request to `/graphql`. Other paths still refuse WebSockets. */
export function isHandshake(req: IncomingMessage): boolean {
  return /^\/graphql(\?|$)/i.test(req.url ?? '') && isWebSocketUpgrade(req)
}

/** Gives a request that Express does not serve the prototype, id and log that handlers expect. */
export function asExpressRequest(req: IncomingMessage, app: Express, log: Log): Request {
  const request = Object.setPrototypeOf(req, app.request as object) as Request
  identifyRequest(request, log)
  return request
}

/** @throws VALIDATION_ERROR; INSUFFICIENT_PERMISSIONS for a page of another origin */
export function checkHandshake(
  { headers, url }: IncomingMessage,
  isAllowedOrigin: ReturnType<typeof createOriginCheck>,
): void {
  if (url!.includes('?')) {
    const reason = 'must have no query: the access token is sent in connection_init'
    throw invalidInput([{ field: 'url', reason }])
  }
  const { origin, host, 'sec-websocket-protocol': protocols = '' } = headers
  if (origin !== undefined && !isAllowedOrigin(origin, host)) {
    throw forbidden(`Pages of ${shown(origin)} may not open a WebSocket here.`, {
      reason: 'origin',
    })
  }
  if (!protocols.split(',').some((name) => name.trim() === GRAPHQL_TRANSPORT_WS_PROTOCOL)) {
    const reason = `must be ${GRAPHQL_TRANSPORT_WS_PROTOCOL}`
    throw invalidInput([{ field: 'Sec-WebSocket-Protocol', reason }])
  }
}

/** Responds with the error, and closes the connection. */
export function refuseHandshake(req: Request, socket: Duplex, error: unknown): void {
  const res = new http.ServerResponse(req)
  const { response } = req.app as unknown as { response: object }
  Object.setPrototypeOf(res, response)
  Object.assign(res, { req })
  Object.assign(req, { res })
  res.assignSocket(socket as Socket)
  res.setHeader('Connection', 'close')
  res.setHeader('X-Request-Id', req.requestId)
  res.once('finish', () => socket.end())
  void sendGraphQLError(error, req, res as unknown as Response, () => socket.destroy())
}
