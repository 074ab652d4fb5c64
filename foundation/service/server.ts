// The HTTP server of a service: its subgraph at /graphql, REST, and endpoints of its own.
import type { GatewayInterface } from '@apollo/server-gateway-interface'
import type { RequestHandler, Router } from 'express'
import type { RequestGuard } from '#foundation/auth/request-guard.ts'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import { startGraphQLServer } from '#foundation/graphql/server.ts'
import { createApp } from '#foundation/http/app.ts'
import type { Listening } from '#foundation/http/listen.ts'
import { portSetting, serviceSettings } from '#foundation/process/config.ts'
import type { Runtime } from '#foundation/service/runtime.ts'
import type { Service } from '#foundation/service/service.ts'

export interface ServiceServerOptions {
  runtime: Runtime
  service: Service
  requestGuard: RequestGuard
  /** The documented paths. */
  rest: readonly RequestHandler[]
  openApi: Router
  pages: Router | undefined
  /** The page with its REST documentation; undefined when the explorer is off. */
  docs: Router | undefined
}

/** Starts the service's server on its port. */
export async function startServiceServer(options: ServiceServerOptions): Promise<Listening> {
  const { service, requestGuard } = options
  const { log, subgraph } = service
  const { clientOrigins, config, metrics, responseLimits } = options.runtime
  const ready = () => service.ready()
  const app = createApp({ config, log, metrics: metrics(subgraph.name), ready, clientOrigins })
  const graphql = {
    gateway: executeOwnSchema(service),
    service,
    requestGuard,
    introspection: !config.production,
    limits: config.requestLimits,
    responseLimits,
    requiresToken: true,
    log,
  }
  const { port } = serviceSettings(config, subgraph.name)
  const { host, answerStallMs } = config
  const setting = portSetting(subgraph)
  const { rest, pages, openApi, docs } = options
  const routes = [...rest, ...(pages ? [pages] : []), openApi, ...(docs ? [docs] : [])]
  return startGraphQLServer(app, graphql, { host, port, setting, answerStallMs, routes })
}

/** Lets Apollo Server run the service's compiled operations in place of its own execution. */
function executeOwnSchema(service: Service): GatewayInterface {
  return {
    onSchemaLoadOrUpdate(onSchema) {
      onSchema({ apiSchema: service.schema, coreSupergraphSdl: '' })
      return () => undefined
    },
    load: () =>
      Promise.resolve({
        executor: ({ document, operationName, request, context }) => {
          const options = { trusted: true, ...(operationName !== null && { operationName }) }
          const operation = service.prepare(document, options)
          const { caller } = context as unknown as GraphQLContext
          return service.run(operation, caller, request.variables)
        },
      }),
    stop: () => Promise.resolve(),
  }
}
