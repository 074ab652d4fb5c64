// A service's own HTTP server: its subgraph at /graphql, and whatever else it serves.
import type { GatewayInterface } from '@apollo/server-gateway-interface'
import type { Router } from 'express'
import type { Edge } from '#foundation/auth/request-guard.ts'
import type { GraphQLContext } from '#foundation/graphql/endpoint.ts'
import { startGraphQLServer } from '#foundation/graphql/server.ts'
import { createApp } from '#foundation/http/app.ts'
import type { Listening } from '#foundation/http/listen.ts'
import type { AnswerBounds } from '#foundation/limits/response-budget.ts'
import { portSetting, serviceSettings, type Config } from '#foundation/process/config.ts'
import type { Service } from '#foundation/service/service.ts'
import type { Metrics } from '#foundation/telemetry/metrics.ts'

export interface ServiceServerOptions {
  service: Service
  config: Config
  answers: AnswerBounds
  edge: Edge
  metrics: Metrics
  restRouter: Router
  openApi: Router
  pages: Router | undefined
  /** The page that shows its REST interface; undefined where the explorer is off. */
  docs: Router | undefined
}

/** Starts the service's server on its port. */
export async function startServiceServer(options: ServiceServerOptions): Promise<Listening> {
  const { answers, service, config, docs, edge, metrics, openApi, restRouter, pages } = options
  const app = createApp({ config, log: service.log, metrics, ready: () => service.ready() })
  if (pages) app.use(pages)
  app.use(openApi)
  if (docs) app.use(docs)
  app.use(restRouter)
  const graphql = {
    gateway: executeOwnSchema(service),
    gatewayForServices: executeOwnSchema(service),
    edge,
    introspection: !config.production,
    limits: config.requestLimits,
    answers,
    requiresToken: true,
    log: service.log,
  }
  const { port } = serviceSettings(config, service.subgraph.name)
  const { host, answerStallMs } = config
  const setting = portSetting(service.subgraph)
  return startGraphQLServer(app, graphql, { host, port, setting, answerStallMs })
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
