// The HTTP server of a service: its subgraph at /graphql, REST, and endpoints of its own.
import type { RequestHandler, Router } from 'express'
import type { RequestGuard } from '#foundation/auth/request-guard.ts'
import type { ExecutableSchema, ExecutionRequest } from '#foundation/graphql/executable-schema.ts'
import { startGraphQLServer } from '#foundation/graphql/server.ts'
import { createApp } from '#foundation/http/app.ts'
import type { RunningServer } from '#foundation/http/listen.ts'
import { portSetting, serviceSettings } from '#foundation/process/config.ts'
import type { Runtime } from '#foundation/service/runtime.ts'
import type { Service } from '#foundation/service/service.ts'

export interface ServiceServerOptions {
  runtime: Runtime
  service: Service
  requestGuard: RequestGuard
  /** The handlers of the documented REST paths. */
  rest: readonly RequestHandler[]
  /** The documents that describe the service. */
  documents: readonly Router[]
  pages: Router | undefined
  /** The page with its REST documentation; undefined when the explorer is off. */
  docs: Router | undefined
  /** The page for unknown paths, if the service has pages; added last. */
  unknownPages: Router | undefined
}

/** Starts the service's server on its port. */
export async function startServiceServer(options: ServiceServerOptions): Promise<RunningServer> {
  const { service, requestGuard } = options
  const { log, subgraph } = service
  const { clientOrigins, config, http, metrics, responseLimits, shutdown } = options.runtime
  const ready = () => service.ready()
  const served = { server: subgraph.name, metrics: metrics(subgraph.name) }
  const app = createApp({ ...served, settings: http, log, ready, shutdown, clientOrigins })
  const graphql = {
    ...executableOf(service),
    service,
    requestGuard,
    introspection: !config.production,
    limits: options.runtime.requestLimits,
    responseLimits,
    live: {
      limits: options.runtime.connectionLimits,
      corsOrigins: http.corsOrigins,
      clientOrigins,
      metrics: metrics(subgraph.name),
    },
    requiresToken: true,
    log,
  }
  const { port } = serviceSettings(config, subgraph.name)
  const { host } = config
  const { responseStallMs } = http
  const setting = portSetting(subgraph)
  const { rest, pages, documents, docs, unknownPages } = options
  const optional = [pages, docs, unknownPages].filter((router) => router !== undefined)
  const routes = [...rest, ...documents, ...optional]
  return startGraphQLServer(app, graphql, { host, port, setting, responseStallMs, routes })
}

/** The service's schema, with its compiled operations. */
function executableOf(service: Service): ExecutableSchema {
  const prepared = ({ document, operation: { name } }: ExecutionRequest) =>
    service.prepare(document, { trusted: true, ...(name && { operationName: name.value }) })
  return {
    schema: service.schema,
    execute: (request) => service.run(prepared(request), request.context.caller, request.variables),
    subscribe(request) {
      const { beforeExecution, context, signal, variables } = request
      const options = { beforeExecution, signal }
      return service.subscribe(prepared(request), context.caller, variables, options)
    },
  }
}
