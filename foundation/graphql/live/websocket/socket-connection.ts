// One WebSocket: limits its messages, checks that it responds, and closes it.
import type { Request } from 'express'
import type { Message } from 'graphql-ws'
import type { WebSocket } from 'ws'
import type { Caller } from '#foundation/auth/caller.ts'
import type { RequestGuard } from '#foundation/auth/request-guard.ts'
import { DomainError } from '#foundation/domain/errors.ts'
import {
  closeOf,
  shortenedReason,
  TOO_MANY_REQUESTS,
} from '#foundation/graphql/live/websocket/close-code.ts'
import type { OpenConnection } from '#foundation/graphql/live/open-connections.ts'
import type { ConnectionSlot } from '#foundation/graphql/live/connection-quota.ts'
import { ClientLeft } from '#foundation/graphql/live/stream-end.ts'
import { queueKey } from '#foundation/limits/current-caller.ts'

const MAX_MESSAGES = 200
const MESSAGES_MS = 10_000
/** How long the close code may take to reach the client. */
const CUT_MS = 250

export class SocketConnection implements OpenConnection {
  readonly handshake: Request
  /** The access token, once the client has sent it. */
  authorization: string | undefined
  readonly #socket: WebSocket
  readonly #slot: ConnectionSlot
  readonly #requestGuard: RequestGuard
  #caller: Caller | undefined
  #awaitsPong = false
  #messages = 0
  #messagesSince = performance.now()
  #lastCheck: Promise<unknown> = Promise.resolve()
  readonly #ends = new AbortController()

  constructor(
    socket: WebSocket,
    {
      handshake,
      slot,
      requestGuard,
    }: { handshake: Request; slot: ConnectionSlot; requestGuard: RequestGuard },
  ) {
    this.#socket = socket
    this.handshake = handshake
    this.#slot = slot
    this.#requestGuard = requestGuard
    socket.on('pong', () => (this.#awaitsPong = false))
    socket.on('ping', () => this.countMessage())
    socket.once('close', () => this.#ends.abort(new ClientLeft()))
  }

  /** Aborted when either side begins to close the connection. */
  get ended(): AbortSignal {
    return this.#ends.signal
  }

  /** @throws RATE_LIMIT_EXCEEDED with the reason CONNECTION_LIMIT */
  identify(caller: Caller): void {
    if (caller.viewer) this.#slot.identify(queueKey(caller))
    this.#caller = caller
  }

  /** Closes the connection of a client that sends too many messages. */
  countMessage(): void {
    const now = performance.now()
    if (now - this.#messagesSince > MESSAGES_MS) {
      this.#messagesSince = now
      this.#messages = 0
    }
    this.#messages += 1
    if (this.#messages !== MAX_MESSAGES + 1) return
    this.close(TOO_MANY_REQUESTS, `At most ${MAX_MESSAGES} messages in 10 s.`)
    this.cut()
  }

  /** Cuts a closed connection soon, and stops reading: its client may send millions of messages meanwhile. */
  cut(): void {
    // After an error, ws continues reading in the next tick.
    process.nextTick(() => this.#socket.pause())
    setTimeout(() => this.#socket.terminate(), CUT_MS).unref()
  }

  sendMessage(message: Message): Promise<void> {
    return this.send(JSON.stringify(message))
  }

  /** Resolves when the message has left this process: the next result waits for it. */
  send(data: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(data, () => resolve())
    else resolve()
    return promise
  }

  /**
   * Runs the checks of messages one after the other, so that a flood of them takes no more time from others than
   * requests do. Undefined once the signal is aborted.
   */
  checkInTurn<Result>(
    check: () => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result | undefined> {
    const run = () => (signal.aborted ? undefined : check())
    const turn = this.#lastCheck.then(run, run)
    this.#lastCheck = turn
    return turn
  }

  recheck(): void | Promise<void> {
    if (this.#caller) return this.#requestGuard.recheckCaller(this.#caller)
  }

  heartbeat(): void {
    // A slow reader sees the ping late; one that does not read at all is cut as stalled.
    if (this.#socket.bufferedAmount > 0) return
    if (this.#awaitsPong) {
      this.#socket.terminate()
      return
    }
    this.#awaitsPong = true
    this.#socket.ping()
  }

  /** Closes the connection when one of its subscriptions ended because the token is not valid any more. */
  noteEnd(reason: unknown): void {
    if (reason instanceof DomainError && reason.extensions.code === 'INVALID_TOKEN')
      this.end(reason)
  }

  end(reason: unknown): void {
    const { code, reason: text } = closeOf(reason)
    this.close(code, text, reason)
  }

  /** Ends all subscriptions, and begins to close the connection. */
  close(code: number, text: string, reason: unknown = new ClientLeft()): void {
    this.#ends.abort(reason)
    this.#socket.close(code, shortenedReason(text))
  }
}
