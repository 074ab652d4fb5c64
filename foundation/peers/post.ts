// One POST over a pool of connections (post-pool.ts), without undici's streams and signals, which cost more than the
// request when a response is small.
import type { Dispatcher, Pool } from 'undici'
import { decodedBody } from '#foundation/peers/decoded-body.ts'

export interface PostRequest {
  /** Alternating names and values. */
  headers: string[]
  body: string
  /** The maximum size of the response after decompression, in bytes. */
  maxBytes: number
  /** Called when the request is written to its connection. */
  onSent?: (() => void) | undefined
  /** Called with the announced size of the response in bytes; its body is read once the promise resolves. */
  beforeBody: (bytes: number) => Promise<void> | undefined
  /** Called with the size in bytes of each part of the body that has arrived. */
  onBytes?: ((bytes: number) => void) | undefined
}

/** A request that can be sent once and aborted at any time. */
export class Post implements Dispatcher.DispatchHandler {
  readonly #request: PostRequest
  /** The status of the response; 0 before it begins. */
  status = 0
  contentType: string | undefined
  /** The target of a redirect. */
  location: string | undefined
  #contentEncoding: string | undefined
  readonly #response = Promise.withResolvers<string>()
  readonly #chunks: Buffer[] = []
  #controller: Dispatcher.DispatchController | undefined
  #reason: Error | undefined
  #ended: (() => void) | undefined
  #aborting: AbortController | undefined

  constructor(request: PostRequest) {
    this.#request = request
  }

  /**
   * The body of the response. `ended` is called once the request neither uses a connection nor waits for
   * one. @throws the reason of `abort`, what `beforeBody` throws, and as undici does
   */
  send(pool: Pool, path: string, ended: () => void): Promise<string> {
    const { headers, body } = this.#request
    this.#ended = ended
    pool.dispatch({ method: 'POST', path, headers, body }, this)
    return this.#response.promise
  }

  /** Aborts as soon as the request does, also before it is sent. */
  get aborted(): AbortSignal {
    if (this.#reason) return AbortSignal.abort(this.#reason)
    return (this.#aborting ??= new AbortController()).signal
  }

  /** Ends the request, and closes its connection unless the response is complete. */
  abort(reason: Error): void {
    this.#reason ??= reason
    this.#controller?.abort(reason)
    this.#aborting?.abort(reason)
    this.#response.reject(reason)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // The request was aborted while it waited for a connection.
    if (this.#reason) controller.abort(this.#reason)
    else this.#request.onSent?.()
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.status = status
    this.contentType = headers['content-type']?.toString()
    this.location = headers.location?.toString()
    this.#contentEncoding = headers['content-encoding']?.toString()
    const ready = this.#request.beforeBody(Number(headers['content-length'] ?? 0))
    if (!ready) return
    controller.pause()
    ready.then(
      () => controller.resume(),
      (error: Error) => this.abort(error),
    )
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#request.onBytes?.(chunk.length)
    this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    this.#ended?.()
    const [first] = this.#chunks
    const body = this.#chunks.length === 1 ? first! : Buffer.concat(this.#chunks)
    this.#response.resolve(decodedBody(body, this.#contentEncoding, this.#request.maxBytes))
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#ended?.()
    this.#response.reject(error)
  }
}
