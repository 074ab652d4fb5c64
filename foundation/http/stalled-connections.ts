// Closes connections whose clients stop reading: unsent responses use memory of this process.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How often connections are checked within the stall timeout. */
const CHECKS_PER_STALL = 6

interface Progress {
  /** The number of bytes that the operating system had taken when it last changed. */
  sent: number
  at: number
}

/**
 * Cuts each connection that has data to send and has sent nothing for `stallMs`. One periodic check
 * covers all of them, because a timer for each would slow down every request.
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
  const looking = setInterval(look, stallMs / CHECKS_PER_STALL).unref()
  server.once('close', () => clearInterval(looking))
}

/**
 * The bytes sent to the reader. `bytesWritten` also counts data that is still queued here, and
 * grows with every response; `writableLength` only changes when a whole chunk was sent.
 */
function bytesSent(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: Handle | null }
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0
}

/** The libuv queue size, which Node uses for its own timeouts. */
interface Handle {
  bytesWritten: number
  writeQueueSize: number
}
