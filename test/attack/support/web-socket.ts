// WebSockets that send prepared bytes, so that a flood leaves at once.
import { connect } from 'node:net'
import type { Received } from './requests.ts'

export interface SocketAttack {
  /** The base address of a server. */
  url: string
  /** The address that the client seems to have. */
  from?: string
  /** Messages, all sent at once. */
  bytes?: Buffer
  /** True: the response to the handshake is enough, and the connection stays open. */
  isLeftOpen?: boolean
  /** False: nothing is read after that response. */
  isRead?: boolean
}

/** A received response, and how the server closes the WebSocket. Disposing it leaves. */
export interface SocketReceived extends Received, Disposable {
  closed: Promise<number | undefined>
}

/** A text message of a client (RFC 6455, section 5.2). Its mask is zero, so its bytes are those of the text. */
export function messageOf(content: object | string): Buffer {
  const payload = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
  const head = Buffer.alloc(14)
  head.set([0x81, 0xff])
  head.writeBigUInt64BE(BigInt(payload.length), 2)
  return Buffer.concat([head, payload])
}

/** The message that connects with a token. */
export function connectionInit(token: string): Buffer {
  return messageOf({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } })
}

/** The message that subscribes. */
export function subscribeMessage(query: string, id = 1): Buffer {
  return messageOf({ id: String(id), type: 'subscribe', payload: { query } })
}

/** Asks for a WebSocket and sends the bytes. The status of the result is the code that closes it. */
export async function attackBySocket(attack: SocketAttack): Promise<SocketReceived> {
  const { bytes = '', isLeftOpen = false, isRead = true } = attack
  const { port } = new URL(attack.url)
  const socket = connect(Number(port), '127.0.0.1')
  const opened = Promise.withResolvers<number>()
  const closed = Promise.withResolvers<number | undefined>()
  let received = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    opened.resolve(statusOf(received))
    if (!isRead) socket.pause()
    if (closeCodeOf(received) !== undefined) socket.destroy()
  })
  socket.on('error', () => undefined)
  socket.once('close', () => {
    opened.resolve(statusOf(received))
    closed.resolve(closeCodeOf(received))
  })
  socket.write(handshakeFrom(attack.from ?? '127.0.0.1'))
  socket.write(bytes)
  const status = await opened.promise
  const code = status === 101 && !isLeftOpen ? await closed.promise : status
  return {
    status: code,
    bytes: received.length,
    head: '',
    closed: closed.promise,
    [Symbol.dispose]: () => socket.destroy(),
  }
}

function handshakeFrom(address: string): string {
  const lines = [
    'GET /graphql HTTP/1.1',
    'Host: localhost',
    `X-Forwarded-For: ${address}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
    'Sec-WebSocket-Protocol: graphql-transport-ws',
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

function statusOf(received: Buffer): number {
  return Number(received.toString('latin1', 9, 12))
}

const CLOSE = 0x88

/** The code in the frame that closes a WebSocket, after the handshake and the frames before it. */
function closeCodeOf(received: Buffer): number | undefined {
  if (statusOf(received) !== 101) return undefined
  let at = received.indexOf('\r\n\r\n') + 4
  while (at >= 4 && at + 4 <= received.length) {
    if (received[at] === CLOSE) return received.readUInt16BE(at + 2)
    const length = received[at + 1]!
    at += length === 126 ? 4 + received.readUInt16BE(at + 2) : 2 + length
  }
  return undefined
}
