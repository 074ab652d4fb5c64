// Hints over NOTIFY and LISTEN, on one connection that does nothing else. A NOTIFY in the transaction of a change
// would hold a lock until its commit, so that all commits of the database would wait for each other.
import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig, type Notification } from 'pg'
import { requireBinding } from '#foundation/database/address/channel-binding.ts'
import { connectionConfig } from '#foundation/database/address/connection-config.ts'
import type { HintChannel, HintChannelOptions } from '#foundation/events/hints/hint-channel.ts'

const CHANNEL = 'event_log'
/** The payload that a new listener sends, and the payload of the others' response. */
const GREETING = '?'
const RESPONSE = '!'
const LIMITS = { statementTimeoutMs: 5_000 }
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 5_000

export function openDatabaseChannel(url: string, options: HintChannelOptions): HintChannel {
  const closing = new AbortController()
  const channel = new DatabaseChannel(url, options, closing.signal)
  const running = channel.run()
  return {
    send: (names) => channel.send(names),
    async close() {
      closing.abort()
      await running
    },
  }
}

class DatabaseChannel {
  readonly #config: ClientConfig
  readonly #options: HintChannelOptions
  readonly #closing: AbortSignal
  /** The connection, while it listens. */
  #client: Client | undefined
  #isAway = false
  /** True if there are other listeners, without whom hints are useless. */
  #hasPeers = false
  /** Settles after the last notification. */
  #notified: Promise<void> = Promise.resolve()

  constructor(url: string, options: HintChannelOptions, closing: AbortSignal) {
    this.#config = connectionConfig(url, 'events', LIMITS)
    this.#options = options
    this.#closing = closing
  }

  async send(names: string): Promise<void> {
    if (this.#hasPeers) await this.#notify(names)
  }

  /** Notifies one after another: a connection takes one statement at a time. */
  #notify(payload: string): Promise<void> {
    const notified = this.#notified.then(() => this.#notifyOnce(payload))
    this.#notified = notified.catch(() => undefined)
    return notified
  }

  async #notifyOnce(payload: string): Promise<void> {
    const client = this.#client
    await client?.query('select pg_notify($1, $2)', [CHANNEL, payload]).catch((error: unknown) => {
      // The connection may be dead without having ended.
      void client.end()
      throw error
    })
  }

  /** Listens, and connects again after an outage, until the channel closes. */
  async run(): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; !this.#closing.aborted;) {
      const hasListened = await this.#listen()
      pause = hasListened ? FIRST_PAUSE_MS : Math.min(2 * pause, MAX_PAUSE_MS)
      await delay(pause, undefined, { signal: this.#closing, ref: false }).catch(() => undefined)
    }
  }

  /** Resolves when the connection has ended, with whether it was open. */
  async #listen(): Promise<boolean> {
    const client = new Client(this.#config)
    requireBinding(client, this.#config)
    const ended = endOf(client)
    const end = () => void client.end().catch(() => undefined)
    this.#closing.addEventListener('abort', end)
    client.on('notification', (notification) => this.#receive(client, notification))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      this.#open(client)
      await ended
      return true
    } catch (error) {
      end()
      this.#logOutage(error)
      return false
    } finally {
      this.#client = undefined
      this.#closing.removeEventListener('abort', end)
    }
  }

  #receive(client: Client, { processId, payload = '' }: Notification): void {
    const { processID: own } = client as Client & { processID?: number }
    if (processId === own) return
    this.#hasPeers = true
    if (payload === GREETING) void this.#notify(RESPONSE).catch(() => undefined)
    else if (payload !== RESPONSE) this.#options.onNames(payload)
  }

  #open(client: Client): void {
    this.#client = client
    if (this.#isAway) this.#options.log.info('hints about events arrive again')
    this.#isAway = false
    this.#options.onOpen()
    void this.#notify(GREETING).catch(() => undefined)
  }

  #logOutage(error: unknown): void {
    if (this.#isAway || this.#closing.aborted) return
    this.#isAway = true
    const { message: reason } = error as Error
    this.#options.log.warn(
      { reason },
      'no hints about events arrive: polls find them within a second',
    )
  }
}

/** Resolves when the connection has ended. */
function endOf(client: Client): Promise<void> {
  return new Promise((resolve) => {
    client.on('error', () => resolve())
    client.on('end', () => resolve())
  })
}
