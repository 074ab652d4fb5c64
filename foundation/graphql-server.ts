// The last step of every server: its GraphQL at /graphql, then it listens.
import type { Express } from 'express'
import { compressed } from '#foundation/compression.ts'
import { answerGraphQLError } from '#foundation/graphql-answer.ts'
import { createGraphQLEndpoint, type GraphQLEndpointOptions } from '#foundation/graphql-endpoint.ts'
import { closeApp, onlyMethods } from '#foundation/http.ts'
import { listen, type Address, type Listening } from '#foundation/listen.ts'

/** Closes the application and starts it. @throws as `listen` does */
export async function startGraphQLServer(
  app: Express,
  options: GraphQLEndpointOptions,
  address: Address,
): Promise<Listening> {
  const endpoint = await createGraphQLEndpoint(options)
  app
    .route('/graphql')
    .all(compressed)
    .get(endpoint.handler)
    .post(endpoint.handler)
    .all(onlyMethods(['GET', 'POST']))
  app.use('/graphql', answerGraphQLError)
  closeApp(app)
  const listening = await listen(app, address)
  return {
    ...listening,
    async drain() {
      await listening.drain()
      await endpoint.stop()
    },
  }
}
