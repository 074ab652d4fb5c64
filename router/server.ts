// The router's HTTP server: one GraphQL endpoint over all subgraphs, and the explorer.
import { Router, type RequestHandler } from 'express'
import type { RequestGuard } from '#foundation/auth/request-guard.ts'
import type { GraphQLEndpointOptions } from '#foundation/graphql/endpoint.ts'
import type { RegisteredDocuments } from '#foundation/graphql/registered-documents.ts'
import { startGraphQLServer, type RunningGraphQLServer } from '#foundation/graphql/server.ts'
import { createApp } from '#foundation/http/app.ts'
import { DEVELOPER_PATHS, sharedRoutes } from '#foundation/http/developer-page.ts'
import { requireKnownHost } from '#foundation/http/known-host.ts'
import type { ServerRuntime } from '#foundation/service/runtime.ts'
import { docsRoutes } from '../rest-adapters/docs.ts'
import type { ServedAsyncApi } from '../rest-adapters/asyncapi/served.ts'
import { documentRoutes } from '../rest-adapters/document-routes.ts'
import type { ServedOpenApi } from '../rest-adapters/openapi/served.ts'
import { explorerRoutes, type Explorer } from './explorer.ts'
import type { Gateway } from './gateway.ts'
import type { Usage } from './usage/usage.ts'

export interface RouterOptions {
  runtime: ServerRuntime
  port: number
  /** The option that sets its port, if not `ROUTER_PORT`. */
  portSetting?: string | undefined
  gateway: Gateway
  requestGuard: RequestGuard
  /** False for a foreign supergraph, whose subgraphs authenticate callers. */
  requiresToken: boolean
  /** The documents that clients have registered; none with a foreign supergraph. */
  documents: RegisteredDocuments | undefined
  /** Served if enabled in the settings. */
  explorer: Explorer
  /** The documented paths, if every service runs in this process. */
  rest: readonly RequestHandler[]
  /** Undefined for foreign services, whose paths are unknown. */
  openApi: ServedOpenApi | undefined
  /** Undefined for foreign services, whose events are unknown. */
  asyncApi: ServedAsyncApi | undefined
  /** Counts the usage of the schema; undefined for a foreign supergraph. */
  usage: Usage | undefined
  ready: () => Promise<void>
}

/** Starts the router on its port. */
export async function startRouter(options: RouterOptions): Promise<RunningGraphQLServer> {
  const { documents, requestGuard, gateway, port, ready, requiresToken, runtime, usage } = options
  const { clientOrigins, config, http, log, metrics, responseLimits, shutdown } = runtime
  const served = { server: 'router', metrics: metrics('router') }
  const app = createApp({ ...served, settings: http, log, ready, shutdown, clientOrigins })
  const graphql: GraphQLEndpointOptions = {
    ...gateway,
    requestGuard,
    introspection: !config.production,
    limits: runtime.requestLimits,
    responseLimits,
    live: {
      limits: runtime.connectionLimits,
      corsOrigins: http.corsOrigins,
      clientOrigins,
      metrics: metrics('router'),
    },
    requiresToken,
    ...(documents && { documents }),
    ...(usage && { onAdmitted: (admitted) => usage.count(admitted) }),
    log,
  }
  return startGraphQLServer(app, graphql, {
    host: config.host,
    port,
    setting: options.portSetting ?? 'ROUTER_PORT',
    responseStallMs: http.responseStallMs,
    routes: [
      ...options.rest,
      ...(options.openApi ? [documentRoutes('/openapi.json', options.openApi)] : []),
      ...(options.asyncApi ? [documentRoutes('/asyncapi.json', options.asyncApi)] : []),
      ...(http.graphiql ? [developerRoutes(options)] : []),
    ],
  })
}

/** The explorer, and the REST documentation if the paths are known. */
function developerRoutes({ explorer, openApi, runtime }: RouterOptions): Router {
  const router = Router()
  // In production, no setting holds the public host name of the router.
  if (!runtime.config.production) {
    const knownHost = requireKnownHost(runtime.config)
    router.all('/', knownHost)
    router.use(DEVELOPER_PATHS, knownHost)
  }
  router.use(sharedRoutes(explorer.client))
  router.use(explorerRoutes(explorer, openApi ? { REST: '/docs' } : {}))
  if (openApi) router.use(docsRoutes(openApi, explorer.client, { GraphQL: '/' }))
  return router
}
