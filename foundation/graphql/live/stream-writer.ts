// Writes the results of a subscription into the response to an HTTP request.
import type { Response } from 'express'
import type { FormattedExecutionResult } from 'graphql'
import { ClientLeft } from '#foundation/graphql/live/stream-end.ts'
import type { StreamFormat } from '#foundation/graphql/live/stream-format.ts'
import { responseJson } from '#foundation/limits/response-json.ts'

export class StreamWriter {
  readonly #res: Response
  readonly #format: StreamFormat
  /** Set while a result waits for its reader. */
  #sent: (() => void) | undefined

  constructor(res: Response, format: StreamFormat) {
    this.#res = res
    this.#format = format
    // A closed connection does not call back.
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
    // nginx would collect events in a buffer.
    this.#res.setHeader('X-Accel-Buffering', 'no')
    this.#res.write(opening())
  }

  heartbeat(): void {
    // Bytes that wait for a slow reader show that the connection is in use.
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

/** Where a client continues after a result. */
function cursorOf({ extensions }: FormattedExecutionResult): string | undefined {
  const cursor = extensions?.cursor
  return typeof cursor === 'string' ? cursor : undefined
}
