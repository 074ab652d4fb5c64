// The last step of every server: adds /graphql and its other paths, then listens.
import type { Express, RequestHandler } from 'express'
import { createGraphQLEndpoint, type GraphQLEndpointOptions } from '#foundation/graphql/endpoint.ts'
import { sendGraphQLError } from '#foundation/graphql/response.ts'
import { closeApp, onlyMethods } from '#foundation/http/app.ts'
import { compressed } from '#foundation/http/compression.ts'
import { listen, type Address, type RunningServer } from '#foundation/http/listen.ts'

/**
 * Closes the application and starts it. `/graphql` comes before the other `routes`, because Express
 * compares each path with one after the other. @throws as `listen` does
 */
export async function startGraphQLServer(
  app: Express,
  options: GraphQLEndpointOptions,
  { routes, ...address }: Address & { routes: readonly RequestHandler[] },
): Promise<RunningServer> {
  const endpoint = await createGraphQLEndpoint(options)
  app
    .route('/graphql')
    .all(compressed)
    .get(endpoint.handler)
    .post(endpoint.handler)
    .all(onlyMethods(['GET', 'POST']))
  app.use('/graphql', sendGraphQLError)
  for (const route of routes) app.use(route)
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
