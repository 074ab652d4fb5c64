// The connections to one address, and how many requests may wait for them.
import { Pool } from 'undici'
import type { Post } from '#foundation/peers/post.ts'

const CONNECT_MS = 1_000
/** How many requests may wait for a free connection. */
const WAITING_LIMIT = 256

export interface PostPoolOptions {
  connections: number
  /** The largest answer, in bytes. */
  answerBytes: number
}

export class PostPool {
  readonly #pool: Pool
  readonly #path: string
  readonly #most: number
  /** `pool.stats` counts the same, but looks at each connection for it. */
  #underWay = 0

  constructor({ origin, pathname, search }: URL, { connections, answerBytes }: PostPoolOptions) {
    this.#path = pathname + search
    this.#most = connections + WAITING_LIMIT
    this.#pool = new Pool(origin, {
      connections,
      connectTimeout: CONNECT_MS,
      // The caller has a deadline for the whole request.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: answerBytes,
    })
  }

  /** Sends a request as soon as a connection is free. @throws as `Post.send`, or if too many wait */
  send(post: Post): Promise<string> {
    if (this.#underWay >= this.#most) {
      throw new Error('Too many calls are waiting for a connection.')
    }
    this.#underWay += 1
    return post.send(this.#pool, this.#path, () => (this.#underWay -= 1))
  }

  /** Ends all requests, and closes the connections. */
  close(): Promise<void> {
    return this.#pool.destroy()
  }
}
