// A connection that ends when its server is silent, or when its watch knows that it may not be the primary any more.
import type { Socket } from 'node:net'
import type { Client, PoolConfig } from 'pg'
import { requireBinding } from '#foundation/database/address/channel-binding.ts'
import type { DatabaseWatch } from '#foundation/database/outages/database-watch.ts'
import { refuseStandby } from '#foundation/database/connections/standby.ts'

const CHECK_MS = 1_000

export interface WatchedConfig extends PoolConfig {
  watch?: DatabaseWatch | undefined
  /** How long the server may send nothing while statements wait, in ms; without end by default, or for 0. */
  silenceMs?: number
}

export class WatchedConnection {
  /** When the connection opened, or until then began to connect, as `performance.now()`. */
  since = performance.now()
  /** How many statements wait for their response. */
  underWay = 0
  readonly #client: Client
  readonly #watch: DatabaseWatch | undefined
  #isLost = false
  #isOpen = false

  constructor(client: Client, config: WatchedConfig) {
    const { watch, silenceMs = 0 } = config
    this.#client = client
    this.#watch = watch
    refuseStandby(client.connection)
    requireBinding(client, config)
    client.on('connect', () => {
      this.since = performance.now()
      this.#isOpen = true
      if (silenceMs > 0) this.#endAfterSilence(silenceMs)
    })
    // Without a listener, a lost connection would end this process.
    client.on('error', () => this.#lose())
    client.on('end', () => this.#end())
    watch?.add(this)
  }

  get isIdle(): boolean {
    return this.underWay === 0 && this.#client.getTransactionStatus() === 'I'
  }

  /** Ends the connection after a failure, so that the pool does not lend it again. */
  discard(): void {
    this.#lose()
    void this.#client.end()
  }

  /** Ends the connection at once: a frozen server would never confirm the end. */
  abort(): void {
    this.#isLost = true
    // The pool removes an idle connection that emits an error. Otherwise it would lend it until its socket has closed.
    this.#client.emit('error', new Error('The connection is from before an outage.'))
    this.#client.connection.stream.destroy()
  }

  /** Ends the connection to a frozen server, which sends no FIN. One timer for each statement would cost 5 % of it. */
  #endAfterSilence(silenceMs: number): void {
    let received = 0
    let silentMs = 0
    const check = () => {
      const stream = this.#client.connection.stream as Socket
      const isSilent = this.underWay > 0 && stream.bytesRead === received
      silentMs = isSilent ? silentMs + CHECK_MS : 0
      received = stream.bytesRead
      // The statement may have been sent within the first of these seconds.
      if (silentMs > silenceMs) stream.destroy(new Error('Query read timeout'))
    }
    // setImmediate lets a process that was blocked itself first read what has arrived meanwhile.
    const timer = setInterval(() => setImmediate(check), CHECK_MS).unref()
    this.#client.once('end', () => clearInterval(timer))
  }

  #end(): void {
    this.#watch?.remove(this)
    const { bytesRead } = this.#client.connection.stream as Socket
    if (!this.#isOpen && bytesRead === 0) this.#watch?.connectionUnanswered(this.since)
  }

  #lose(): void {
    if (this.#isLost) return
    this.#isLost = true
    this.#watch?.connectionLost()
  }
}
