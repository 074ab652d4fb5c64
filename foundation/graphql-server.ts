// The last step of every server: its GraphQL at /graphql, then it listens.
import type { Express } from 'express'
import { compressed } from '#foundation/compression.ts'
import { answerGraphQLError } from '#foundation/graphql-answer.ts'
import { createGraphQLEndpoint, type GraphQLEndpointOptions } from '#foundation/graphql-endpoint.ts'
import { closeApp, onlyMethods } from '#foundation/http.ts'
import { listen, type Listening } from '#foundation/listen.ts'
import type { Place } from '#foundation/ports.ts'

/** Closes the application and starts it. @throws as `listen` does */
export async function startGraphQLServer(
  app: Express,
  options: GraphQLEndpointOptions,
  place: Place,
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
  const listening = await listen(app, place)
  return {
    ...listening,
    async drain() {
      await listening.drain()
      await endpoint.stop()
    },
  }
}
