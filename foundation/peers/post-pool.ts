// The connections to one URL, and the queue of requests that wait for them.
import { Pool } from 'undici'
import { currentCallerKey } from '#foundation/limits/current-caller.ts'
import { FairSemaphore } from '#foundation/limits/fair-semaphore.ts'
import type { Post } from '#foundation/peers/post.ts'

const CONNECT_MS = 1_000
/** How many requests may wait for a free connection. A full queue drops the newest of the caller with the most. */
const WAITING = { waiting: 256, waitingPerCaller: 256 }
/** The share of the connections that one caller may use at once. */
const SHARE = 3 / 4

export interface PostPoolOptions {
  connections: number
  /** The maximum size of a response, in bytes. */
  responseBytes: number
}

export class PostPool {
  readonly #pool: Pool
  readonly #path: string
  readonly #slots: FairSemaphore

  constructor({ origin, pathname, search }: URL, { connections, responseBytes }: PostPoolOptions) {
    this.#path = pathname + search
    const perCaller = Math.ceil(connections * SHARE)
    this.#slots = new FairSemaphore({ total: connections, perCaller, ...WAITING })
    this.#pool = new Pool(origin, {
      connections,
      connectTimeout: CONNECT_MS,
      // The caller has a deadline for the whole request.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: responseBytes,
    })
  }

  /** Sends a request as soon as a connection is free. @throws as `Post.send`, or if too many wait */
  send(post: Post): Promise<string> {
    const caller = currentCallerKey()
    const slot = this.#slots.tryAcquire(caller)
    return slot ? post.send(this.#pool, this.#path, slot) : this.#sendLater(caller, post)
  }

  async #sendLater(caller: string, post: Post): Promise<string> {
    const { aborted } = post
    const slot = await this.#slots.acquire(caller, { signal: aborted })
    if (slot) return post.send(this.#pool, this.#path, slot)
    aborted.throwIfAborted()
    throw new Error('Too many calls are waiting for a connection.')
  }

  /** Ends all requests, and closes the connections. */
  close(): Promise<void> {
    return this.#pool.destroy()
  }
}
