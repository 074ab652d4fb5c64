// Writes the results of a subscription into the response to an HTTP request.
import type { Response } from 'express'
import type { FormattedExecutionResult } from 'graphql'
import { ClientLeft } from '#foundation/graphql/live/stream-end.ts'
import type { StreamFormat } from '#foundation/graphql/live/stream-format.ts'
import { responseJson } from '#foundation/limits/response-json.ts'

export class StreamWriter {
  readonly #res: Response
  readonly #format: StreamFormat
  /** Ends the wait for the reader; set while a result is being sent. */
  #sent: (() => void) | undefined

  constructor(res: Response, format: StreamFormat) {
    this.#res = res
    this.#format = format
    // A closed connection does not call the callback of `write`.
    res.once('close', () => this.#sent?.())
  }

  /** True while a result waits for its reader. */
  get isSending(): boolean {
    return this.#sent !== undefined
  }

  begin(): void {
    const { contentType, opening } = this.#format
    this.#res.setHeader('Content-Type', contentType)
    this.#res.setHeader('Cache-Control', 'no-store, no-transform')
    // nginx would otherwise buffer events.
    this.#res.setHeader('X-Accel-Buffering', 'no')
    this.#res.write(opening())
  }

  heartbeat(): void {
    // If bytes wait for a slow reader, the connection is in use and needs no heartbeat.
    if (this.#res.writableLength === 0) this.#res.write(this.#format.heartbeat)
  }

  /** Resolves when the result has left this process. @throws as `responseJson` does */
  async send(result: FormattedExecutionResult): Promise<void> {
    const json = String(await responseJson(result))
    if (this.#res.closed) throw new ClientLeft()
    await new Promise<void>((resolve) => {
      this.#sent = resolve
      this.#res.write(this.#format.result(json, cursorOf(result)), () => resolve())
    })
    this.#sent = undefined
  }
}

/** The cursor after which a client continues, from the extensions of a result. */
function cursorOf({ extensions }: FormattedExecutionResult): string | undefined {
  const cursor = extensions?.cursor
  return typeof cursor === 'string' ? cursor : undefined
}
