// Serves the messages of one WebSocket (graphql-transport-ws,
// https://github.com/enisdenk/graphql-ws/blob/master/PROTOCOL.md): clients connect with an access token, and subscribe.
import type { GraphQLFormattedError } from 'graphql'
import {
  CloseCode,
  MessageType,
  parseMessage,
  type ConnectionInitMessage,
  type Message,
  type SubscribeMessage,
} from 'graphql-ws'
import { ClientLeft } from '#foundation/graphql/live/stream-end.ts'
import { shownError } from '#foundation/graphql/live/results.ts'
import {
  admitConnection,
  admitSubscription,
  type SocketAdmissionOptions,
} from '#foundation/graphql/live/websocket/socket-admission.ts'
import type { SocketConnection } from '#foundation/graphql/live/websocket/socket-connection.ts'
import { sendResults } from '#foundation/graphql/live/websocket/socket-results.ts'
import { keepDigits } from '#foundation/http/exact-json.ts'
import { linkedAbort } from '#foundation/limits/linked-abort.ts'

/** How long a client may take to send `connection_init`, in milliseconds. */
const INIT_MS = 5_000

/**
 * Replaces the server of graphql-ws, which after its checks looks a subscription up by its id; that may belong to a
 * later one by then. Here, each subscription has its own controller from its message to its end.
 */
export class SocketProtocol {
  readonly #connection: SocketConnection
  readonly #options: SocketAdmissionOptions
  /** The subscriptions that the client has not completed, by their ids. */
  readonly #open = new Map<string, AbortController>()
  #state: 'opened' | 'connecting' | 'acknowledged' = 'opened'

  constructor(connection: SocketConnection, options: SocketAdmissionOptions) {
    this.#connection = connection
    this.#options = options
    const { ConnectionInitialisationTimeout: code } = CloseCode
    const late = () => connection.close(code, 'Connection initialisation timeout')
    const waiting = setTimeout(() => this.#state === 'opened' && late(), INIT_MS).unref()
    connection.ended.addEventListener('abort', () => clearTimeout(waiting))
  }

  /** Serves a message. Never rejects because of a message of the client. */
  async serve(data: string): Promise<void> {
    const message = this.#parsed(data)
    switch (message?.type) {
      case MessageType.ConnectionInit:
        return this.#connect(message)
      case MessageType.Ping:
        return this.#connection.sendMessage({ ...message, type: MessageType.Pong })
      case MessageType.Pong:
        return undefined
      case MessageType.Subscribe:
        return this.#subscribe(message)
      case MessageType.Complete:
        return this.#open.get(message.id)?.abort(new ClientLeft())
      default:
        return this.#connection.close(CloseCode.BadRequest, 'Invalid message received')
    }
  }

  #parsed(data: string): Message | undefined {
    try {
      return parseMessage(data, this.#options.requiresToken ? undefined : keepDigits)
    } catch {
      return undefined
    }
  }

  async #connect({ payload }: ConnectionInitMessage): Promise<void> {
    if (this.#state !== 'opened') {
      const { TooManyInitialisationRequests: code } = CloseCode
      return this.#connection.close(code, 'Too many initialisation requests')
    }
    this.#state = 'connecting'
    try {
      await admitConnection(this.#connection, payload ?? {}, this.#options)
    } catch (error) {
      return this.#connection.end(error)
    }
    this.#state = 'acknowledged'
    return this.#connection.sendMessage({ type: MessageType.ConnectionAck })
  }

  async #subscribe(message: SubscribeMessage): Promise<void> {
    const { id } = message
    if (this.#state !== 'acknowledged') {
      return this.#connection.close(CloseCode.Unauthorized, 'Unauthorized')
    }
    if (this.#open.has(id)) {
      const { SubscriberAlreadyExists: code } = CloseCode
      return this.#connection.close(code, `Subscriber for ${id} already exists`)
    }
    const ends = linkedAbort(this.#connection.ended)
    this.#open.set(id, ends)
    ends.signal.addEventListener('abort', () => this.#open.delete(id), { once: true })
    const last = await this.#run(message, ends.signal)
    if (!last || ends.signal.aborted) return
    // The id is freed before the last message, because the client may use it again after that.
    ends.abort(new ClientLeft())
    await this.#connection.sendMessage(last)
  }

  /** @returns the message that ends the subscription; undefined once the signal is aborted */
  async #run({ id, payload }: SubscribeMessage, signal: AbortSignal): Promise<Message | undefined> {
    const refused = (errors: readonly GraphQLFormattedError[]): Message => {
      return { id, type: MessageType.Error, payload: errors }
    }
    const connection = this.#connection
    const { streams } = this.#options
    const sent = { payload, count: this.#open.size, signal }
    const check = () => admitSubscription(connection, sent, this.#options)
    const admission = await connection.checkInTurn(check, signal)
    if (!admission || signal.aborted) return undefined
    if (!admission.admitted) return refused(admission.errors)
    try {
      await sendResults(streams, { id, connection, ...admission, signal })
      return { id, type: MessageType.Complete }
    } catch (error) {
      if (signal.aborted) return undefined
      connection.noteEnd(error)
      return refused([shownError(error, admission.context.caller)])
    }
  }
}
