// Takes over WebSockets at /graphql: GraphQL over WebSocket (graphql-transport-ws).
import type { Express, Request } from 'express'
import { handleProtocols } from 'graphql-ws'
import { WebSocketServer, type WebSocket } from 'ws'
import {
  asExpressRequest,
  checkHandshake,
  isHandshake,
  refuseHandshake,
} from '#foundation/graphql/live/websocket/handshake.ts'
import type { LiveSettings } from '#foundation/graphql/live/live-settings.ts'
import type { ConnectionSlot } from '#foundation/graphql/live/connection-quota.ts'
import { SocketConnection } from '#foundation/graphql/live/websocket/socket-connection.ts'
import type { SocketAdmissionOptions } from '#foundation/graphql/live/websocket/socket-admission.ts'
import { SocketProtocol } from '#foundation/graphql/live/websocket/socket-protocol.ts'
import { createOriginCheck } from '#foundation/http/cross-origin.ts'
import { BODY_LIMIT } from '#foundation/http/json-body.ts'
import type { Upgrades } from '#foundation/http/listen.ts'
import { addressPrincipal } from '#foundation/limits/rate-limit.ts'
import type { Log } from '#foundation/telemetry/log.ts'

/** How long a client may take to close its side, in milliseconds. A stopping process waits for it. */
const CLOSE_MS = 3_000

export interface WebSocketOptions extends SocketAdmissionOptions {
  settings: LiveSettings
  log: Log
}

/** A separate constant, because the types of ws do not know `closeTimeout`. */
const SERVER_OPTIONS = {
  noServer: true,
  maxPayload: BODY_LIMIT,
  handleProtocols,
  // Events are small, and each compressing connection takes 300 KB.
  perMessageDeflate: false,
  clientTracking: false,
  closeTimeout: CLOSE_MS,
}

/** @param app the application whose requests have the client's IP address behind a proxy */
export function createWebSockets(app: Express, options: WebSocketOptions): Upgrades {
  const { streams, log, settings } = options
  const isAllowedOrigin = createOriginCheck(settings.corsOrigins, settings.clientOrigins?.current)
  const server = new WebSocketServer(SERVER_OPTIONS)
  const open = (socket: WebSocket, handshake: Request, slot: ConnectionSlot): void => {
    const { requestGuard } = streams
    const connection = new SocketConnection(socket, { handshake, slot, requestGuard })
    const resources = new DisposableStack()
    resources.use(streams.connections.add(connection))
    resources.use(streams.metrics.connected())
    readMessages(socket, connection, new SocketProtocol(connection, options))
    // ws closes the connection after an error.
    socket.on('error', (error) => {
      handshake.log.debug({ err: error }, 'a WebSocket failed')
      connection.cut()
    })
    socket.once('close', (code) => {
      resources.dispose()
      streams.metrics.disconnected(code)
      handshake.log.info({ code }, 'a WebSocket was closed')
    })
  }

  return {
    accepts: isHandshake,
    handle(req, socket, head) {
      const handshake = asExpressRequest(req, app, log)
      // Node's server listens for errors only until it hands the connection over.
      socket.on('error', (error) => handshake.log.debug({ err: error }, 'a connection failed'))
      try {
        checkHandshake(handshake, isAllowedOrigin)
        streams.connections.requireOpen()
        const slot = streams.connectionQuota.acquire(addressPrincipal(handshake.ip ?? ''))
        socket.once('close', () => slot[Symbol.dispose]())
        server.handleUpgrade(req, socket, head, (opened) => {
          open(opened, handshake, slot)
        })
      } catch (error) {
        refuseHandshake(handshake, socket, error)
      }
    },
  }
}

function readMessages(
  socket: WebSocket,
  connection: SocketConnection,
  protocol: SocketProtocol,
): void {
  const serve = (data: Buffer) => {
    if (connection.ended.aborted) return
    protocol.serve(data.toString()).catch((error: unknown) => {
      connection.handshake.log.error({ err: error }, 'a message failed')
      connection.end(error)
    })
  }
  socket.on('message', (data: Buffer) => {
    connection.countMessage()
    // Waits until all messages of a packet are counted, so that those of a flood are not even parsed.
    if (!connection.ended.aborted) setImmediate(serve, data)
  })
}
