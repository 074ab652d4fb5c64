// Closes connections whose clients stop reading: unsent responses take memory of this process.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How many times connections are checked within the time that one may stall. */
const LOOKS = 6

interface Progress {
  /** Bytes that the operating system had taken when this was last seen to change. */
  sent: number
  at: number
}

/**
 * Cuts each connection that has something to send and of which nothing has left for `stallMs`. One look
 * at all of them from time to time: a timer for each would cost every request.
 */
export function cutStalledConnections(server: Server, stallMs: number): void {
  const connections = new Map<Socket, Progress>()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { sent: 0, at: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  const look = () => {
    const now = performance.now()
    for (const [socket, progress] of connections) {
      const sent = bytesSent(socket)
      if (socket.writableLength === 0 || sent !== progress.sent) {
        connections.set(socket, { sent, at: now })
      } else if (now - progress.at >= stallMs) {
        socket.resetAndDestroy()
      }
    }
  }
  const looking = setInterval(look, stallMs / LOOKS).unref()
  server.once('close', () => clearInterval(looking))
}

/**
 * What has left towards the reader. `bytesWritten` counts what still waits here as well, and grows
 * with every answer that is added; `writableLength` stays as it is until a whole chunk has left.
 */
function bytesSent(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: Handle | null }
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0
}

/** Of libuv, as Node itself looks at it for its own timeouts. */
interface Handle {
  bytesWritten: number
  writeQueueSize: number
}
