// Plugins of Apollo Server.
import type { ApolloServerPlugin, BaseContext, GraphQLRequestListener } from '@apollo/server'

/** A plugin whose hooks get all they need as arguments, so that one listener serves all requests. */
export function pluginOf<Context extends BaseContext>(
  listener: GraphQLRequestListener<Context>,
): ApolloServerPlugin<Context> {
  const listening = Promise.resolve(listener)
  return { requestDidStart: () => listening }
}
