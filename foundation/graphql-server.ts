// The last step of every server: its GraphQL at /graphql, then it listens.
import type { Express } from 'express'
import { createGraphQLEndpoint, type GraphQLEndpointOptions } from '#foundation/graphql-endpoint.ts'
import { closeApp, onlyMethods } from '#foundation/http.ts'
import { listen, type Listening } from '#foundation/listen.ts'

/** Where a server listens, and how long it waits for those who read its answers. */
export interface Address {
  host: string
  port: number
  answerStallMs: number
}

/** Closes the application and starts it. @throws as `listen` does */
export async function startGraphQLServer(
  app: Express,
  options: GraphQLEndpointOptions,
  address: Address,
): Promise<Listening> {
  const endpoint = await createGraphQLEndpoint(options)
  app
    .route('/graphql')
    .get(endpoint.handler)
    .post(endpoint.handler)
    .all(onlyMethods(['GET', 'POST']))
  closeApp(app)
  const listening = await listen(app, address.host, address.port, address.answerStallMs)
  return {
    ...listening,
    async drain() {
      await listening.drain()
      await endpoint.stop()
    },
  }
}
