// A connection that its watch closes when it may lead to a server that is no longer the primary.
import type { Client } from 'pg'
import type { DatabaseWatch } from '#foundation/database/database-watch.ts'
import { refuseStandby } from '#foundation/database/standby.ts'

export class WatchedConnection {
  /** When it began to connect; once it is open, when it opened. As `performance.now()`. */
  since = performance.now()
  /** How many statements wait for their response. */
  underWay = 0
  readonly #client: Client
  readonly #watch: DatabaseWatch | undefined
  #isLost = false

  constructor(client: Client, watch: DatabaseWatch | undefined) {
    this.#client = client
    this.#watch = watch
    refuseStandby(client.connection)
    client.on('connect', () => {
      this.since = performance.now()
    })
    // Without a listener, a lost connection would end this process.
    client.on('error', () => this.#lose())
    client.on('end', () => watch?.remove(this))
    watch?.add(this)
  }

  get isIdle(): boolean {
    return this.underWay === 0 && this.#client.getTransactionStatus() === 'I'
  }

  /** Ends it after a failure, so that the pool does not lend it again. */
  discard(): void {
    this.#lose()
    void this.#client.end()
  }

  /** Ends it at once: a frozen server would never confirm the end. */
  abort(): void {
    this.#isLost = true
    // The pool removes an idle connection that has an error. It would lend this one until its socket has closed.
    this.#client.emit('error', new Error('The connection is from before an outage.'))
    this.#client.connection.stream.destroy()
  }

  #lose(): void {
    if (this.#isLost) return
    this.#isLost = true
    this.#watch?.connectionLost()
  }
}
