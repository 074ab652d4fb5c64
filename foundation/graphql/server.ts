// Adds /graphql and the other paths of a server, then listens.
import type { Express, RequestHandler } from 'express'
import {
  createGraphQLEndpoint,
  type GraphQLEndpoint,
  type GraphQLEndpointOptions,
} from '#foundation/graphql/endpoint.ts'
import { sendGraphQLError } from '#foundation/graphql/response.ts'
import { closeApp, onlyMethods } from '#foundation/http/app.ts'
import { compressed } from '#foundation/http/compression.ts'
import { listen, type Address, type RunningServer } from '#foundation/http/listen.ts'

export type RunningGraphQLServer = RunningServer & Pick<GraphQLEndpoint, 'replaceSchema'>

/**
 * Adds the last handlers and listens. `/graphql` comes before the other `routes`, because Express tries them in
 * order. @throws as `listen` does
 */
export async function startGraphQLServer(
  app: Express,
  options: GraphQLEndpointOptions,
  { routes, ...address }: Address & { routes: readonly RequestHandler[] },
): Promise<RunningGraphQLServer> {
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
  const listening = await listen(app, address, endpoint.upgrades(app))
  return {
    ...listening,
    replaceSchema: (executable) => endpoint.replaceSchema(executable),
    async drain() {
      await Promise.all([endpoint.endStreams(), listening.drain()])
      await endpoint.stop()
    },
  }
}
