// A connection that sends statements without waiting for the responses to earlier ones.
import { rethrow } from '#foundation/database/outages/transient-failure.ts'
import { ReadingClient } from '#foundation/database/connections/reading-client.ts'
import type { WatchedConfig } from '#foundation/database/connections/watched-connection.ts'

/** After this time an unused connection is closed: firewalls drop connections that idle for some minutes. */
const IDLE_MS = 30_000

/**
 * Each statement is a transaction of its own (its messages end with Sync), so a failure does not affect others.
 * The connection opens for the first statement, and reopens after it was lost or idle.
 */
export class PipelinedConnection {
  readonly #config: WatchedConfig
  #opening: Promise<ReadingClient> | undefined
  #open: ReadingClient | undefined
  #underWay = 0
  #lastUsed = 0
  /** Resolves at the end of this turn of the event loop, until which writes are held; undefined if none are. */
  #turn: Promise<unknown> | undefined

  constructor(config: WatchedConfig) {
    this.#config = { ...config, pipeline: true }
  }

  /** True while writes are held. */
  get isCorked(): boolean {
    return this.#turn !== undefined
  }

  /**
   * The rows of a statement, which is sent at the end of this turn of the event loop if the connection is open.
   * @param values called when it is sent
   * @throws as `rethrow` does, and when the connection cannot be opened
   */
  async read(text: string, values: () => readonly unknown[]): Promise<unknown[]> {
    this.#underWay += 1
    try {
      const client = await this.#atEndOfTurn()
      return await client.read(text, values())
    } catch (error) {
      const { application_name: service = '', watch } = this.#config
      return rethrow(error, { service, watch })
    } finally {
      this.#underWay -= 1
      this.#lastUsed = performance.now()
    }
  }

  /** Closes the connection after all outstanding responses. */
  async end(): Promise<void> {
    const client = await this.#opening?.catch(() => undefined)
    await client?.end()
  }

  /** The connection to send on now. One that ends during a turn, as after an outage, is replaced in the next. */
  async #atEndOfTurn(): Promise<ReadingClient> {
    let client: ReadingClient
    do {
      client = this.#open ?? (await (this.#opening ??= this.#connect()))
      await (this.#turn ??= this.#cork(client))
    } while (client !== this.#open)
    return client
  }

  #connect(): Promise<ReadingClient> {
    const client = new ReadingClient(this.#config)
    const idling = setInterval(() => this.#endIfIdle(), IDLE_MS).unref()
    const forget = () => {
      clearInterval(idling)
      if (this.#opening === opening) this.#forget()
    }
    client.on('end', forget)
    client.on('error', forget)
    const opening = client.connect().then(
      () => {
        if (this.#opening === opening) this.#open = client
        return client
      },
      (error: unknown) => {
        forget()
        throw error
      },
    )
    return opening
  }

  #forget(): void {
    this.#opening = undefined
    this.#open = undefined
    this.#turn = undefined
  }

  #endIfIdle(): void {
    if (this.#underWay > 0 || performance.now() - this.#lastUsed < IDLE_MS) return
    const ended = this.end()
    this.#forget()
    void ended
  }

  /** Holds writes until all statements of this turn have been written, so that they leave in one packet. */
  #cork({ connection }: ReadingClient): Promise<unknown> {
    connection.stream.cork()
    const turn = new Promise((resolve) => setImmediate(resolve))
    setImmediate(() => {
      if (this.#turn === turn) this.#turn = undefined
      connection.stream.uncork()
    })
    return turn
  }
}
