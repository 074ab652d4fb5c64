// The Apollo Server of an endpoint, which can be replaced while it serves requests.
import type { ApolloServer } from '@apollo/server'
import type { GraphQLContext } from '#foundation/graphql/context.ts'

type Server = ApolloServer<GraphQLContext>

export class ReplaceableServer {
  #current: CountedServer

  constructor(server: Server) {
    this.#current = new CountedServer(server)
  }

  /** Responds to a request with the current server, which runs until the response is complete. */
  respond<Result>(respond: (server: Server) => Promise<Result>): Promise<Result> {
    return this.#current.respond(respond)
  }

  /** Gives new requests to another server. Resolves when the last request of the earlier one has ended. */
  replace(server: Server): Promise<void> {
    const earlier = this.#current
    this.#current = new CountedServer(server)
    return earlier.end()
  }

  stop(): Promise<void> {
    return this.#current.server.stop()
  }
}

class CountedServer {
  readonly server: Server
  readonly #ended = Promise.withResolvers<void>()
  #requests = 0
  #isReplaced = false

  constructor(server: Server) {
    this.server = server
  }

  async respond<Result>(respond: (server: Server) => Promise<Result>): Promise<Result> {
    this.#requests += 1
    try {
      return await respond(this.server)
    } finally {
      this.#requests -= 1
      if (this.#isReplaced) this.#endIfIdle()
    }
  }

  async end(): Promise<void> {
    this.#isReplaced = true
    this.#endIfIdle()
    await this.#ended.promise
    await this.server.stop()
  }

  #endIfIdle(): void {
    if (this.#requests === 0) this.#ended.resolve()
  }
}
